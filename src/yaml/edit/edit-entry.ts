import type { DocumentValue } from '../document-value.ts'
import { textWithOnly } from './text-with-only.ts'
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
 * keep their text. `null` where the edit is not possible without changing something else, such as an anchor that an alias repeats: the
 * new text is read back, and every other value of it must be as before.
 */
export function editEntry(text: string, { section, key, field }: EntryPath, value: DocumentValue | undefined): string | null {
  const document = openDocument(text)
  const map = document && mapAt(document, ...(field === undefined ? [section] : [section, key]))
  const edits = map ? setPair(text, map, [field ?? key, value]) : null
  const path = field === undefined ? [section, key] : [section, key, field]
  if (!document || !edits || edits.length === 0) return edits && text
  return textWithOnly([{ path, value }], { before: document, text: applyEdits(text, edits), isWhole: false })
}
