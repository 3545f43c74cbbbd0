import type { SourceSpan } from '../../source/source.ts'

/** One price of a grid, without the sku that it is for. */
export interface GridCell {
  readonly fields: Readonly<Record<'group_code' | 'currency_code' | 'start' | 'end' | 'price', string>>
  readonly source: SourceSpan
  readonly spans: Readonly<Record<string, SourceSpan>>
}

/** The rows of a grid; `raw`: written as `entries`. No rows = the grid is declared to be empty. */
export interface GridCells {
  readonly cells: readonly GridCell[]
  readonly raw: boolean
  /** True where no price could be read: problems that follow from it are not reported. */
  readonly broken?: true
}
