/** A value of a document to be reformatted, with its comments and blank lines. */
export type Form = ScalarForm | CollectionForm

interface Prefixed {
  /** The anchor, the tag, or both; empty for most values. */
  readonly before: string
}

/** A text, number, flag, date or alias. */
export interface ScalarForm extends Prefixed {
  readonly kind: 'scalar'
  /** `block`: a literal or folded text of several lines, `alias`: `*name`, `nothing`: no value. */
  readonly style: 'plain' | 'quoted' | 'block' | 'alias' | 'nothing'
  readonly text: string
  /** The header of a block text and its lines without indentation; empty for other styles. */
  readonly lines: readonly string[]
  readonly start: number
  /** True where the field is not free text, so that quotes have no meaning. */
  isBare?: boolean
}

/** A map, or a list. */
export interface CollectionForm extends Prefixed {
  readonly kind: 'map' | 'list'
  /** True where it is written in braces or brackets. */
  readonly isFlow: boolean
  readonly start: number
  readonly end: number
  /** Column of its first entry; decides to which collection a comment after it belongs. */
  readonly column: number
  readonly owner: FormEntry | null
  entries: FormEntry[]
  /** Comments and blank lines after the last entry. */
  tail: Leading[]
  /** How it is printed; `fitting`: on one line where it is short enough. */
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
  /** True where a blank line is before the entry and its comments. */
  isApart: boolean
}

/** A comment on a line of its own. */
export interface Leading {
  readonly text: string
  /** Counted from 0. */
  readonly line: number
  /** True where a blank line is before it. */
  readonly isApart: boolean
}

/** A whole document to be reformatted. */
export interface DocumentForm {
  /** `null` for a document of comments alone. */
  readonly root: CollectionForm | null
  /** Comments at the top that belong to no entry. */
  head: Leading[]
}

/** A comment with its offset. */
export interface Comment {
  readonly offset: number
  readonly text: string
}

/** A value and all values below it, without keys, in the order of the text. */
export function visitForms(form: Form): Form[] {
  return form.kind === 'scalar' ? [form] : [form, ...form.entries.flatMap(({ value }) => visitForms(value))]
}
