import type { Desired, DesiredRecord } from '../records/desired.ts'
import type { Config } from './config/config.ts'
import type { Problem } from './problem.ts'
import { attributesOf, nowOf } from './rule-context.ts'
import { checkEachProduct } from './rules/check-rules.ts'
import { refold } from './rules/fold-findings.ts'
import { productDigester } from './rules/product-digest.ts'

/** What the check of products needs to know before it sees one. */
export interface ProductCheckInput {
  readonly config: Config
  readonly now: Date | undefined
  /** Skus and variant codes of price tests. */
  readonly tested: readonly string[]
  /** True to hold all of every product, false to hold what rules across products look at. */
  readonly keepsAll: boolean
}

/** Products as they are made, some at a time. */
export interface ProductCheck {
  /** Checks some products by themselves. `roots` has them, and all groups and categories; first, these are seen alone. */
  see(products: readonly DesiredRecord[], roots: Desired['roots'], rawGrids: ReadonlySet<string>): SeenProducts
  /** What was found so far. */
  problems(): Problem[]
}

interface SeenProducts {
  /** What is to be held of each product. */
  readonly held: readonly DesiredRecord[]
  /** Without those of groups and categories. */
  readonly problems: readonly Problem[]
}

/** Starts a check of products one after the other, so that memory follows what is held of them. */
export function startProductCheck({ config, now, tested, keepsAll }: ProductCheckInput): ProductCheck {
  const found: Problem[] = []
  /** Of groups and categories. */
  const standing = new Set<string>()
  const digest = productDigester(new Set(tested))
  const frame = { pictures: new Map(), attributes: attributesOf(config.store), ...nowOf(now, config) }
  return {
    see: (products, roots, rawGrids) => {
      const all = checkEachProduct({ ...frame, rawGrids, desired: { roots, files: [] } })
      const problems = all.filter((problem) => !standing.has(identityOf(problem)))
      if (products.length === 0) for (const problem of problems) standing.add(identityOf(problem))
      found.push(...problems)
      return { held: keepsAll ? products : products.map(digest), problems }
    },
    problems: () => refold(found),
  }
}

function identityOf({ rule, at, message }: Problem): string {
  return JSON.stringify([rule, at.file, at.start, message])
}
