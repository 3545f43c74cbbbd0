import type { Desired } from '../records/desired.ts'
import type { Config } from './config/config.ts'
import { foldProblems } from '../problems/fold-problems.ts'
import type { Problem } from '../problems/problem.ts'
import { attributesOf, nowOf } from './rule-context.ts'
import { checkEachRecord } from '../rules/check-rules.ts'
import { type KnownCodes, knownCodes } from '../rules/known-codes.ts'
import type { ProductFacts } from '../rules/product-facts.ts'

/** What the check needs to know before it sees a record. */
export interface ProductCheckInput {
  readonly config: Config
  readonly now: Date | undefined
  readonly facts: ProductFacts
}

/** Groups and categories, then products as they are made, some at a time. */
export interface ProductCheck {
  /** Checks records by themselves, and gives their problems. First come all groups and categories: others may name them. */
  see(roots: Desired['roots'], rawGrids: ReadonlySet<string>): readonly Problem[]
  /** What was found so far. */
  problems(): Problem[]
}

/** Starts a check of records one after the other, so that no product need be held for it. */
export function startProductCheck({ config, now, facts }: ProductCheckInput): ProductCheck {
  const found: Problem[] = []
  let known: KnownCodes | undefined
  const frame = { facts, pictures: new Map(), attributes: attributesOf(config.store), currencies: config.currencies, ...nowOf(now, config) }
  return {
    see: (roots, rawGrids) => {
      known ??= knownCodes(roots)
      const problems = checkEachRecord({ ...frame, known, rawGrids, desired: { roots, files: [] } })
      for (const problem of problems) found.push(problem)
      return problems
    },
    problems: () => foldProblems(found),
  }
}
