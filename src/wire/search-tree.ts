/** An interval added to a date: `by` is signed; a day that the resulting month does not have becomes its last day. */
export interface SearchShift {
  readonly by: number
  readonly unit: 'DAY' | 'MONTH' | 'YEAR'
}

/** One side of a comparison; a number keeps its text, to be exact. */
export type SearchOperand =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'field'; readonly name: string; readonly shifts: readonly SearchShift[] }
  | { readonly kind: 'now'; readonly shifts: readonly SearchShift[] }
  /** DAY, MONTH or YEAR of a field as a number; only with the option `functions` (assumptions.md R24). */
  | { readonly kind: 'part'; readonly unit: SearchShift['unit']; readonly name: string }

/** The operators of a comparison (platform.md, "_search expression"). */
export type SearchSign = '=' | '!=' | '>' | '>=' | '<' | '<='

/** A `_search` expression as a tree; field names are not checked. At least one side of a comparison is a field. */
export type Search =
  | { readonly op: 'and' | 'or'; readonly of: readonly Search[] }
  | { readonly op: 'not'; readonly of: Search }
  | { readonly op: 'isnull'; readonly field: string }
  | { readonly op: 'compare'; readonly left: SearchOperand; readonly sign: SearchSign; readonly right: SearchOperand }

/** The field that an operand names, or `undefined`. */
export function searchFieldOf(operand: SearchOperand): string | undefined {
  return operand.kind === 'field' || operand.kind === 'part' ? operand.name : undefined
}

function renamed(operand: SearchOperand, rename: (name: string) => string): SearchOperand {
  return operand.kind === 'field' || operand.kind === 'part' ? { ...operand, name: rename(operand.name) } : operand
}

/** The same expression with other field names. */
export function renameSearchFields(search: Search, rename: (name: string) => string): Search {
  switch (search.op) {
    case 'and':
    case 'or':
      return { op: search.op, of: search.of.map((part) => renameSearchFields(part, rename)) }
    case 'not':
      return { op: 'not', of: renameSearchFields(search.of, rename) }
    case 'isnull':
      return { op: 'isnull', field: rename(search.field) }
    case 'compare':
      return { ...search, left: renamed(search.left, rename), right: renamed(search.right, rename) }
    default:
      return search satisfies never
  }
}

/** The field names of an expression in the order of the text, with repetitions. */
export function searchFields(search: Search): readonly string[] {
  switch (search.op) {
    case 'and':
    case 'or':
      return search.of.flatMap(searchFields)
    case 'not':
      return searchFields(search.of)
    case 'isnull':
      return [search.field]
    case 'compare':
      return [search.left, search.right].map(searchFieldOf).filter((name) => name !== undefined)
    default:
      return search satisfies never
  }
}
