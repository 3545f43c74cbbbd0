import type { SourceSpan } from '../source/source.ts'

/** Something wrong in the catalogue: collected, never thrown. */
export interface Problem {
  /** Stable kebab-case id of the rule, such as `grid-coverage`. */
  readonly rule: string
  readonly severity: 'error' | 'warning'
  /** What is wrong, with the thing's name: "TEE-CLASSIC has no price for group dealer from quantity 12". */
  readonly message: string
  /** What to do, one sentence; `null` where the message says it. */
  readonly fix: string | null
  readonly at: SourceSpan
  /** Another place that belongs to it, such as the first definition. */
  readonly related: { readonly message: string; readonly at: SourceSpan } | null
  /** The section in which something is missing that is named here: an edit there may be the cause. */
  readonly lacks?: 'groups' | 'categories' | 'price_lists' | 'products'
}
