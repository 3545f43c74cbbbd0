import type { Desired, DesiredRecord } from '../records/desired.ts'
import type { Config } from './config/config.ts'
import type { Problem } from './problem.ts'
import { attributesOf, nowOf } from './rule-context.ts'
import { checkEachProduct } from './rules/check-rules.ts'
import { refold } from './rules/fold-findings.ts'
import type { ProductFacts } from './rules/product-facts.ts'

/** What the check of products needs to know before it sees one. */
export interface ProductCheckInput {
  readonly config: Config
  readonly now: Date | undefined
  readonly facts: ProductFacts
}

/** Products as they are made, some at a time. */
export interface ProductCheck {
  /**
   * Checks some products by themselves; their problems without those of groups and categories. `roots` has them, and all groups
   * and categories; first, these are seen alone.
   */
  see(products: readonly DesiredRecord[], roots: Desired['roots'], rawGrids: ReadonlySet<string>): readonly Problem[]
  /** What was found so far. */
  problems(): Problem[]
}

/** Starts a check of products one after the other, so that none need be held for it. */
export function startProductCheck({ config, now, facts }: ProductCheckInput): ProductCheck {
  const found: Problem[] = []
  /** Of groups and categories. */
  const standing = new Set<string>()
  const frame = { facts, pictures: new Map(), attributes: attributesOf(config.store), currencies: config.currencies, ...nowOf(now, config) }
  return {
    see: (products, roots, rawGrids) => {
      const all = checkEachProduct({ ...frame, rawGrids, desired: { roots, files: [] } })
      const problems = all.filter((problem) => !standing.has(identityOf(problem)))
      if (products.length === 0) for (const problem of problems) standing.add(identityOf(problem))
      for (const problem of problems) found.push(problem)
      return problems
    },
    problems: () => refold(found),
  }
}

function identityOf({ rule, at, message }: Problem): string {
  return JSON.stringify([rule, at.file, at.start, message])
}
