import type { Problem } from '../../problems/problem.ts'
import type { Desired } from '../../records/desired.ts'
import { checkEachRecord } from '../../rules/check-rules.ts'
import { promotionsJudgedUntil } from '../../rules/promotion-dates.ts'
import { foldProblems } from '../../problems/fold-problems.ts'
import { knownCodes } from '../../rules/known-codes.ts'
import type { ProductFacts } from '../../rules/product-facts.ts'
import type { Config } from '../config/config.ts'
import type { SmallRoots } from '../expand/expand-roots.ts'
import { attributesOf, nowOf } from './rule-context.ts'

/** What rules about one record need to know besides it. */
export interface RecordCheckInput {
  readonly config: Config
  readonly now: Date | undefined
  /** Of the products that were checked so far. */
  readonly facts: ProductFacts
  /** Records may refer to these. */
  readonly roots: SmallRoots
  /** True where it is known that no text has a character that XML does not allow. */
  readonly areLegal: boolean
}

/** A check of root records, some at a time, so that not all of them are in memory. */
export interface RecordCheck {
  /** Checks each record by itself and returns its problems. `rawGrids`: the skus and variant codes with raw price entries. */
  check(roots: Desired['roots'], rawGrids: ReadonlySet<string>): readonly Problem[]
  /** The problems of all records so far, with those at the same place folded. */
  problems(): Problem[]
  /** The last time of the shop up to which they are the same; `null`: at any later time. */
  judgedUntil(): string | null
}

/** Starts a check. */
export function startRecordCheck({ config, now, facts, roots: small, areLegal }: RecordCheckInput): RecordCheck {
  const found: Problem[] = []
  let until: string | null = null
  const known = knownCodes(small)
  const context = {
    facts,
    known,
    areLegal,
    pictures: new Map(),
    attributes: attributesOf(config.store),
    currencies: config.currencies,
    ...nowOf(now, config),
  }
  return {
    check: (roots, rawGrids) => {
      const checked = { ...context, rawGrids, desired: { roots, files: [] } }
      const problems = checkEachRecord(checked)
      const judged = context.now === undefined ? null : promotionsJudgedUntil({ ...checked, now: context.now })
      if (judged !== null && (until === null || judged < until)) until = judged
      for (const problem of problems) found.push(problem)
      return problems
    },
    problems: () => foldProblems(found),
    judgedUntil: () => until,
  }
}
