import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../catalogue/config/config.ts'
import { type EditableDocument, editableDocument, type EntryName, type EntryValues } from '../yaml/edit/editable-document.ts'
import { type WrittenDocument, writtenDocument } from '../yaml/edit/written-entries.ts'
import { findDocuments } from '../documents/find-documents.ts'
import type { Plain } from '../yaml/source-node.ts'

/** Texts by path from the catalogue root; the documents of the overlay of the store come last. */
export type Texts = ReadonlyMap<string, string>

/** Reads the documents of a catalogue from the disk, those of the overlay of the store included. */
export function readTexts(root: string, { config, configFile }: { readonly config: Config; readonly configFile: string }): Texts {
  const overlays = Object.values(config.stores).flatMap(({ overlay }) => overlay ?? [])
  const base = findDocuments({ root, configFile, overlays }).documents
  const { overlay } = config.store
  const over = overlay === null ? [] : findDocuments({ root, configFile, overlays: [], folder: overlay }).documents
  return new Map([...base, ...over].map((path) => [path, readText(join(root, path))]))
}

/** The text of a file, without a byte order mark. */
export function readText(file: string): string {
  return new TextDecoder().decode(readFileSync(file))
}

/** The edits of one entry: values by document, and the texts of whole files. */
export interface Edits {
  readonly entry: EntryName
  readonly values: ReadonlyMap<string, EntryValues>
  readonly texts: ReadonlyMap<string, TextEdit>
}

/** The new text of a file, and the one that it replaces, as the catalogue was loaded with it. */
export interface TextEdit {
  readonly text: string
  readonly before: string
}

/** `later`: an alias may be right already, because its anchor was edited. `cannot`: the edit would change something else. */
export type EditOutcome = 'changed' | 'same' | 'later' | 'cannot'

/** The documents of a catalogue, to read and to edit; each is parsed when it is first read. Reads do not see edits. */
export interface Written {
  document(path: string): WrittenDocument
  /** The paths of the documents with an entry. */
  filesOf(section: string, key: string): readonly string[]
  /** The value at a path of an entry; the overlay overrides the catalogue. */
  valueOf(path: readonly [section: string, key: string, ...rest: readonly string[]]): Plain | undefined
  /** The keys of a section in all documents. */
  keysOf(section: string): ReadonlySet<string>
  /** An upper bound of how often documents name a file: other words with the same ending count too. */
  usesOf(fileName: string): number
  /** True where the whole entry is an alias. */
  isAlias(entry: EntryName): boolean
  /** Makes all edits of an entry or none. */
  edit(edits: Edits): EditOutcome
  /** All texts, with the edits. */
  texts(): Texts
  /** The texts that the edits of whole files replace. */
  replaced(): Texts
}

/** Opens the documents with these texts. */
export function openWritten(texts: Texts): Written {
  const read = new Map<string, WrittenDocument>()
  const document = (path: string): WrittenDocument => {
    const found = read.get(path) ?? writtenDocument(texts.get(path) ?? '')
    read.set(path, found)
    return found
  }
  let entries: ReadonlyMap<string, readonly string[]> | undefined
  const filesOf = (section: string, key: string): readonly string[] =>
    (entries ??= indexOf(texts.keys(), document)).get(idOf(section, key)) ?? []
  let words: ReadonlyMap<string, number> | undefined
  const edited = openEdited(texts)
  return {
    document,
    filesOf,
    valueOf: (path) =>
      filesOf(path[0], path[1])
        .map((file) => document(file).valueAt(...path))
        .findLast((value) => value !== undefined),
    keysOf: (section) => {
      const holders = [...texts].filter(([, text]) => text.includes(section))
      return new Set(holders.flatMap(([path]) => document(path).keysAt(section)))
    },
    usesOf: (fileName) => (words ??= wordsOf(texts.values())).get(lastWord(fileName)) ?? 0,
    isAlias: (entry) => filesOf(entry.section, entry.key).some((path) => edited.opened(path).isAlias(entry)),
    ...edited,
  }
}

/** Edited documents are kept apart from the texts, split at their entries, so that one edit among thousands is cheap. */
function openEdited(texts: Texts): Pick<Written, 'edit' | 'texts' | 'replaced'> & { opened(path: string): EditableDocument } {
  const editable = new Map<string, EditableDocument>()
  const whole = new Map<string, TextEdit>()
  const wholeTexts = (which: keyof TextEdit): Texts => new Map([...whole].map(([path, edit]) => [path, edit[which]]))
  const opened = (path: string): EditableDocument => {
    const found = editable.get(path) ?? editableDocument(texts.get(path) ?? '')
    editable.set(path, found)
    return found
  }
  return {
    opened,
    edit: ({ entry, values, texts: files }) => {
      const ready = [...values].map(([path, given]) => opened(path).edit(entry, given))
      if (ready.includes(null)) return 'cannot'
      if (ready.includes('later')) return 'later'
      const edits = ready.filter((edit) => edit !== null && edit !== 'later')
      for (const edit of edits) edit.commit()
      for (const [path, text] of files) whole.set(path, text)
      return files.size > 0 || edits.some(({ isChange }) => isChange) ? 'changed' : 'same'
    },
    texts: () => new Map([...texts, ...[...editable].map(([path, one]) => [path, one.text()] as const), ...wholeTexts('text')]),
    replaced: () => wholeTexts('before'),
  }
}

/** Separators of words in documents and paths. */
const betweenWords = /[\s/\\'"{}[\],:]+/

function lastWord(fileName: string): string {
  return fileName.split(betweenWords).findLast((word) => word !== '') ?? ''
}

function wordsOf(texts: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) for (const word of text.split(betweenWords)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The documents of each entry. Edits do not change the keys of sections. */
function indexOf(paths: Iterable<string>, document: (path: string) => WrittenDocument): ReadonlyMap<string, readonly string[]> {
  const entries = [...paths]
    .filter((path) => /\.ya?ml$/i.test(path))
    .flatMap((path) =>
      document(path)
        .keysAt()
        .flatMap((section) =>
          document(path)
            .keysAt(section)
            .map((key) => ({ id: idOf(section, key), path })),
        ),
    )
  return new Map([...Map.groupBy(entries, ({ id }) => id)].map(([id, same]) => [id, same.map(({ path }) => path)]))
}

function idOf(section: string, key: string): string {
  return JSON.stringify([section, key])
}
