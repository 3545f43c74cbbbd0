import { isMap, isSeq } from 'yaml'
import type { DocumentMap, DocumentValue } from '../document-value.ts'
import { openDocument, pairOf, pairsOf } from './open-document.ts'
import { endOf } from './set-pair.ts'
import { applyEdits, type TextEdit } from './text-edit.ts'
import { columnOf, insertedLines } from './text-lines.ts'
import { flowText, pairLines } from './value-lines.ts'

/** New entries of one section of a document, in order. */
export type NewEntries =
  | { readonly section: string; readonly entries: DocumentMap }
  | { readonly section: string; readonly items: readonly DocumentValue[] }

/**
 * The text of a document with entries added at the end of their section; a missing section is added. The existing text is not
 * changed. `null` where the document cannot take them: it is broken, or a flow map (`{}`).
 */
export function addEntries(text: string, added: NewEntries): string | null {
  const document = openDocument(text)
  if (!document) return null
  const pair = document.root ? pairOf(document.root, added.section) : undefined
  if (!pair) return `${text === '' || text.endsWith('\n') ? text : `${text}\n`}${text.trim() === '' ? '' : '\n'}${sectionText(added)}`
  const edits = 'entries' in added ? mapEdits(text, pair, added.entries) : listEdits(text, pair, added.items)
  return edits && applyEdits(text, edits)
}

/** The text of a whole new section. */
function sectionText(added: NewEntries): string {
  const lines = 'entries' in added ? entryLines(added.entries, 2) : added.items.map((item) => `  - ${flowText(item)}`)
  return `${added.section}:\n${lines.join('\n')}\n`
}

/** The lines of entries, separated by blank lines. */
function entryLines(entries: DocumentMap, indent: number): string[] {
  return [...entries].flatMap((pair, index) => [...(index === 0 ? [] : ['']), ...pairLines(pair, indent, true)])
}

type Section = Parameters<typeof endOf>[1]

function mapEdits(text: string, section: Section, entries: DocumentMap): TextEdit[] | null {
  const { value } = section
  if (!isMap(value)) return null
  const last = pairsOf(value).at(-1)
  if (value.flow === true) {
    if (!last)
      return [{ start: text.indexOf(':', section.keyEnd) + 1, end: value.range?.[1] ?? 0, text: `\n${entryLines(entries, 2).join('\n')}` }]
    const place = last.value?.range?.[1] ?? last.keyEnd
    return [{ start: place, end: place, text: `, ${flowText(entries).slice(2, -2)}` }]
  }
  if (!last) return null
  return [insertedLines(text, endOf(text, last), ['', ...entryLines(entries, columnOf(text, last.keyStart))])]
}

function listEdits(text: string, section: Section, items: readonly DocumentValue[]): TextEdit[] | null {
  const { value } = section
  if (!isSeq(value) || !value.range) return null
  const [start, end] = value.range
  const flowItems = items.map(flowText).join(', ')
  if (value.flow === true) {
    if (value.items.length === 0) return [{ start, end, text: `[${flowItems}]` }]
    const bracket = text.lastIndexOf(']', end)
    return [{ start: bracket, end: bracket, text: `, ${flowItems}` }]
  }
  const indent = ' '.repeat(columnOf(text, start))
  const lines = items.map((item) => `${indent}- ${flowText(item)}`)
  return [insertedLines(text, endOf(text, section), lines)]
}
