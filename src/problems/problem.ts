import type { SourceSpan } from '../source/source.ts'

/** Something wrong in the catalogue: collected, never thrown. */
export interface Problem {
  /** Stable kebab-case id of the rule, such as `grid-coverage`. */
  readonly rule: string
  readonly severity: 'error' | 'warning'
  /** What is wrong, with the name of the record: "TEE-CLASSIC has no price for group dealer from quantity 12". */
  readonly message: string
  /** What to do, one sentence; `null` where the message is enough. */
  readonly fix: string | null
  readonly at: SourceSpan
  /** Another place that is part of the problem, such as the first definition. */
  readonly related: { readonly message: string; readonly at: SourceSpan } | null
  /** The section in which the named record is missing: an edit there may be the cause. */
  readonly lacks?: 'groups' | 'categories' | 'price_lists' | 'products'
  /**
   * Where records can share a place, such as a price list: the records with this problem, and the message without them. The message
   * is made of the first record and the body.
   */
  readonly folded?: { readonly subjects: readonly string[]; readonly body: string }
}
