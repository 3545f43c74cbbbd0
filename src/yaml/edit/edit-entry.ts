import type { DocumentValue } from '../document-value.ts'
import { mapAt, openDocument } from './open-document.ts'
import { setPair } from './set-pair.ts'
import { applyEdits } from './text-edit.ts'

/** Where a value stands in a document. */
export interface EntryPath {
  readonly section: string
  readonly key: string
  /** Left out: the entry as a whole. */
  readonly field?: string
}

/**
 * The text of a document with another value under one key of an entry (`undefined`: without the key), or without a `field`
 * for the entry itself. Comments, anchors and everything that says the same already stay as they are; `null` where that
 * cannot be done.
 */
export function editEntry(text: string, { section, key, field }: EntryPath, value: DocumentValue | undefined): string | null {
  const document = openDocument(text)
  const map = document && mapAt(document, ...(field === undefined ? [section] : [section, key]))
  const edits = map ? setPair(text, map, [field ?? key, value]) : null
  return edits && applyEdits(text, edits)
}
