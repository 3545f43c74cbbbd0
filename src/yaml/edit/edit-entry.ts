import type { DocumentValue } from '../document-value.ts'
import { mapAt, openDocument } from './open-document.ts'
import { setPair } from './set-pair.ts'
import { applyEdits } from './text-edit.ts'

/** The path of a value in a document. */
export interface EntryPath {
  readonly section: string
  readonly key: string
  /** A key of the entry; left out: the entry as a whole. */
  readonly field?: string
}

/**
 * The text of a document with another value at a path; `undefined` as the value removes the key. Comments, anchors and equal values
 * keep their text. `null` where the edit is not possible without changing something else, such as an anchor that an alias repeats.
 */
export function editEntry(text: string, { section, key, field }: EntryPath, value: DocumentValue | undefined): string | null {
  const document = openDocument(text)
  const map = document && mapAt(document, ...(field === undefined ? [section] : [section, key]))
  const edits = map ? setPair(text, map, [field ?? key, value]) : null
  return edits && applyEdits(text, edits)
}
