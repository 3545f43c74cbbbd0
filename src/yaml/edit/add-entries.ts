import { isMap, isNode, isSeq } from 'yaml'
import { commentsIn } from '../comments.ts'
import type { DocumentMap, DocumentValue } from '../document-value.ts'
import { addedToFlow } from './flow-items.ts'
import { type Change, textWithOnly } from './text-with-only.ts'
import { openDocument, pairOf, pairsOf } from './open-document.ts'
import { endOf, itemOf } from './set-pair.ts'
import { applyEdits, type TextEdit } from './text-edit.ts'
import { afterComments, columnOf, insertedLines, lineEnd } from './text-lines.ts'
import { flowText, pairLines } from './value-lines.ts'

/** New entries of one section of a document, in order. */
export type NewEntries =
  | { readonly section: string; readonly entries: DocumentMap }
  | { readonly section: string; readonly items: readonly DocumentValue[] }

/**
 * The text of a document with entries added at the end of their section; a missing section is added. The existing text is not
 * changed. `null` where the document cannot take them: it is broken, or a flow map (`{}`), or another value of it would change.
 */
export function addEntries(text: string, added: NewEntries): string | null {
  const document = openDocument(text)
  if (!document) return null
  const pair = document.root ? pairOf(document.root, added.section) : undefined
  const edits = pair
    ? 'entries' in added
      ? mapEdits(text, pair, added.entries)
      : listEdits(text, pair, added.items)
    : [newSection(text, added)]
  if (!edits) return null
  const after = applyEdits(text, edits)
  return document.root === null ? after : textWithOnly(changesOf(pair, added), { before: document, text: after, isWhole: true })
}

function changesOf(section: Section | undefined, added: NewEntries): Change[] {
  if ('entries' in added) return [...added.entries].map(([key, value]) => ({ path: [added.section, key], value }))
  const first = isSeq(section?.value) ? section.value.items.length : 0
  return added.items.map((value, index) => ({ path: [added.section, String(first + index)], value }))
}

/** The insertion of a section at the end of a document, or before the line that marks its end. */
function newSection(text: string, added: NewEntries): TextEdit {
  const place = /^\.\.\.(?=\s|$)/m.exec(text)?.index ?? text.length
  const newLine = place === 0 || text[place - 1] === '\n' ? '' : '\n'
  return { start: place, end: place, text: `${newLine}${text.trim() === '' ? '' : '\n'}${sectionText(added)}` }
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
    const items = [...entries].map((entry) => flowText(new Map([entry])).slice(2, -2))
    return last ? addedToFlow(text, itemOf(last), items) : [filledMap(text, section, entries)]
  }
  if (!last) return null
  const column = columnOf(text, last.keyStart)
  return [insertedLines(text, afterComments(text, endOf(text, last), column), ['', ...entryLines(entries, column)])]
}

/** Replaces `{}` by entries in block style; comments of its line stay on the line of the key. */
function filledMap(text: string, { keyEnd, value }: Section, entries: DocumentMap): TextEdit {
  const start = text.indexOf(':', keyEnd) + 1
  const end = lineEnd(text, value?.range?.[1] ?? keyEnd)
  const comments = commentsIn(text.slice(start, end)).map((comment) => ` ${comment}`)
  return { start, end, text: `${comments.join('')}\n${entryLines(entries, 2).join('\n')}` }
}

function listEdits(text: string, section: Section, items: readonly DocumentValue[]): TextEdit[] | null {
  const { value } = section
  if (!isSeq(value) || !value.range) return null
  const [start, end] = value.range
  const flowItems = items.map(flowText)
  if (value.flow === true) {
    const last = value.items.at(-1)
    if (!isNode(last) || !last.range) return [{ start, end, text: `[${flowItems.join(', ')}]` }]
    return addedToFlow(text, { start: last.range[0], end: last.range[1] }, flowItems)
  }
  const column = columnOf(text, start)
  const lines = flowItems.map((item) => `${' '.repeat(column)}- ${item}`)
  return [insertedLines(text, afterComments(text, endOf(text, section), column + 1), lines)]
}
