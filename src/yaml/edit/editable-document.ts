import { isAlias, isMap } from 'yaml'
import type { DocumentValue } from '../document-value.ts'
import { type References, referencesOf } from './anchors.ts'
import { editEntry } from './edit-entry.ts'
import { mapAt, openDocument, pairOf, pairsOf } from './open-document.ts'
import { endOf } from './set-pair.ts'
import { afterComments, columnOf } from './text-lines.ts'

/** An entry of a section. */
export interface EntryName {
  readonly section: string
  readonly key: string
}

/** Values of an entry by key; `undefined` removes the key, and `null` as the key is the entry as a whole. */
export type EntryValues = readonly (readonly [field: string | null, value: DocumentValue | undefined])[]

/** An edit that is prepared and not made yet. */
export interface PreparedEdit {
  /** False where the text already has all values. */
  readonly isChange: boolean
  commit(): void
}

/** A document for many edits: the cost of an edit follows the length of its entry, not of the document. */
export interface EditableDocument {
  /** The text with all committed edits. */
  text(): string
  /**
   * Prepares an edit of one entry, all values or none. `later`: the entry has an alias of an anchor that was edited since the document
   * was opened, so that it may have the right value already. `null`: the edit is not possible, see `editEntry`.
   */
  edit(entry: EntryName, values: EntryValues): PreparedEdit | 'later' | null
  /** True where the whole entry is an alias. */
  isAlias(entry: EntryName): boolean
}

/** Opens a document that was read without errors. */
export function editableDocument(original: string): EditableDocument {
  let cut = cutDocument(original)
  const editedAnchors = new Set<string>()
  /** A small document that contains the entry. */
  const documentOf = (entry: EntryName): string => {
    const place = cut.places.get(idOf(entry))
    return place === undefined ? cut.pieces.join('') : `${entry.section}:${cut.lineBreak}${cut.pieces[place] ?? ''}`
  }
  return {
    text: () => cut.pieces.join(''),
    isAlias: (entry) => {
      const text = documentOf(entry)
      const document = text.includes('*') ? openDocument(text) : null
      const section = document && mapAt(document, entry.section)
      return isAlias(section && pairOf(section, entry.key)?.value)
    },
    edit: (entry, values) => {
      const place = cut.places.get(idOf(entry))
      const whole = documentOf(entry)
      const references = referencesIn(whole, entry, values)
      if (references.aliases.some((name) => editedAnchors.has(name))) return 'later'
      const after = editedText(whole, entry, values)
      if (after === null) return null
      return {
        isChange: after !== whole,
        commit: () => {
          if (after === whole) return
          if (place === undefined) cut = cutDocument(after)
          else cut.pieces[place] = after.slice(entry.section.length + 1 + cut.lineBreak.length)
          for (const name of references.anchors) editedAnchors.add(name)
        },
      }
    },
  }
}

function editedText(text: string, entry: EntryName, values: EntryValues): string | null {
  let current: string | null = text
  for (const [field, value] of values) {
    current = current === null ? null : editEntry(current, field === null ? entry : { ...entry, field }, value)
  }
  return current
}

interface CutDocument {
  /** The entries and the text between them; joined they are the whole text. */
  readonly pieces: string[]
  /** Index of the piece of each entry that has lines of its own. */
  readonly places: ReadonlyMap<string, number>
  readonly lineBreak: string
}

function cutDocument(text: string): CutDocument {
  const pieces: string[] = []
  const places = new Map<string, number>()
  let from = 0
  for (const { entry, start, end } of entriesWithLines(text)) {
    if (start < from) continue
    places.set(idOf(entry), pieces.push(text.slice(from, start), text.slice(start, end)) - 1)
    from = end
  }
  pieces.push(text.slice(from))
  return { pieces, places, lineBreak: text.includes('\r\n') ? '\r\n' : '\n' }
}

function* entriesWithLines(text: string): Generator<{ readonly entry: EntryName; readonly start: number; readonly end: number }> {
  const root = openDocument(text)?.root
  for (const section of root ? pairsOf(root) : []) {
    if (!isMap(section.value) || section.value.flow === true) continue
    for (const pair of pairsOf(section.value)) {
      const start = pair.keyStart - columnOf(text, pair.keyStart)
      const isIndented = pair.keyStart > start && text.slice(start, pair.keyStart).trim() === ''
      // Comments after the entry belong to its piece: a text of several lines before them could take them in.
      if (isIndented) yield { entry: { section: section.key, key: pair.key }, start, end: afterComments(text, endOf(text, pair)) }
    }
  }
}

const none: References = { anchors: [], aliases: [] }

function referencesIn(text: string, { section, key }: EntryName, values: EntryValues): References {
  if (!/[&*]/.test(text)) return none
  const document = openDocument(text)
  const found = values.map(([field]) => {
    const map = document && mapAt(document, ...(field === null ? [section] : [section, key]))
    const value = map && pairOf(map, field ?? key)?.value
    return value ? referencesOf(value) : none
  })
  return { anchors: found.flatMap(({ anchors }) => anchors), aliases: found.flatMap(({ aliases }) => aliases) }
}

function idOf({ section, key }: EntryName): string {
  return JSON.stringify([section, key])
}
