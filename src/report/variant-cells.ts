/** A cell of a matrix of variants: the variant, and the sign of what is done to it. */
export interface MatrixCell {
  readonly code: string
  readonly sign: string
}

/** The variants of a product by the values of their options; a product with one option has one column without a name. */
export interface VariantMatrix {
  readonly across: string
  readonly down: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly name: string; readonly cells: readonly (MatrixCell | null)[] }[]
  /** Variants whose options the plan does not contain. */
  readonly others: readonly MatrixCell[]
}
