/** A document as it is laid out anew: values with their comments and blank lines, places forgotten where they no longer matter. */
export type Form = ScalarForm | CollectionForm

/** What a value carries before it: an anchor, a tag, or both; empty for most. */
interface Carrying {
  readonly before: string
}

/** A text, number, flag, date or alias. */
export interface ScalarForm extends Carrying {
  readonly kind: 'scalar'
  /** `block`: a literal or folded text of several lines, `alias`: `*name`, `nothing`: no value at all. */
  readonly style: 'plain' | 'quoted' | 'block' | 'alias' | 'nothing'
  readonly text: string
  /** Of a block text: its header, and its lines cut to what is indented less. */
  readonly lines: readonly string[]
  readonly start: number
  /** True where the field holds no free text, so that quotes say nothing. */
  isBare?: boolean
}

/** A map, or a list. */
export interface CollectionForm extends Carrying {
  readonly kind: 'map' | 'list'
  /** True where it was written inside braces or brackets. */
  readonly isFlow: boolean
  readonly start: number
  readonly end: number
  /** Of its first entry; where comments behind it belong. */
  readonly column: number
  readonly owner: FormEntry | null
  entries: FormEntry[]
  /** Comments and blank lines behind the last entry. */
  tail: Leading[]
  /** How it is printed; `fitting`: on one line where that is short. */
  layout: 'block' | 'as-written' | 'fitting'
}

/** A pair of a map, or an item of a list. */
export interface FormEntry {
  /** `null` for items. */
  readonly key: ScalarForm | null
  value: Form
  readonly start: number
  readonly holder: CollectionForm
  leading: Leading[]
  /** The comment on its line, or `''`. */
  trailing: string
  /** True where a blank line stands before it and its comments. */
  isApart: boolean
}

/** A comment on a line of its own. */
export interface Leading {
  readonly text: string
  /** Counted from 0. */
  readonly line: number
  /** True where a blank line stands before it. */
  readonly isApart: boolean
}

/** A whole document. */
export interface DocumentForm {
  /** `null` for a document of comments alone. */
  readonly root: CollectionForm | null
  /** Comments at the top that belong to no entry. */
  head: Leading[]
}

/** A comment of a text with its offset. */
export interface Comment {
  readonly offset: number
  readonly text: string
}
