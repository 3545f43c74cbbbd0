import type { Problem } from '../../problems/problem.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import type { Findings } from '../expand/expansion.ts'

/** A product as it was read, and what is known of it. */
export interface ReadProduct extends Findings {
  readonly key: string
  /** The document of its entry. */
  readonly file: string
  readonly record: DesiredRecord
  /** True where `record` is only a digest (`packDigest`), remembered from an earlier run that found no problem in the product. */
  readonly isDigest: boolean
  /** True where a run with the same documents and config would read the same: then it can be remembered. */
  readonly isRepeatable: boolean
}

/** The entry of a product of which nothing is correct. */
export interface BrokenProduct {
  readonly record: null
  readonly problems: readonly Problem[]
}
