import type { RowContext } from '../rows/row-context.ts'

/** What every part of the Data API needs. */
export interface DataContext extends RowContext {
  /** The store's base address, for absolute addresses in answers. */
  readonly baseUrl: string
  /** Bytes of the largest request body. */
  readonly maxBody: number
  /** Rows by which the pages of a list have moved since the previous request: the fault shift-pages. Default: none. */
  readonly shift?: number
  /** Selects the order of the answer, with `order: random` (assumptions.md R1). Default 0. */
  readonly shuffle?: number
}
