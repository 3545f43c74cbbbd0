import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../catalogue/config/config.ts'
import { type WrittenDocument, writtenDocument } from '../../catalogue/edit/written-entries.ts'
import { findDocuments } from '../../catalogue/files/find-documents.ts'
import type { Plain } from '../../catalogue/yaml/source-node.ts'

/** Texts by path from the catalogue root, the documents of the overlay in force last. */
export type Texts = ReadonlyMap<string, string>

/** Reads the documents of a catalogue as they stand on the disk, with those of the store's overlay. */
export function readTexts(root: string, { config, configFile }: { readonly config: Config; readonly configFile: string }): Texts {
  const overlays = Object.values(config.stores).flatMap(({ overlay }) => overlay ?? [])
  const base = findDocuments({ root, configFile, overlays }).documents
  const { overlay } = config.store
  const over = overlay === null ? [] : findDocuments({ root, configFile, overlays: [], folder: overlay }).documents
  return new Map([...base, ...over].map((path) => [path, new TextDecoder().decode(readFileSync(join(root, path)))]))
}

/** The documents of a catalogue to look things up in; each is read once, when it is first asked for. */
export interface Written {
  /** The text of a file; empty where there is none. */
  textOf(path: string): string
  /** All texts, edited ones as they are by now. */
  texts(): Texts
  document(path: string): WrittenDocument
  /** The documents that hold an entry. */
  filesOf(section: string, key: string): readonly string[]
  /** What an entry says under a key, the overlay before the catalogue. */
  valueOf(path: readonly [section: string, key: string, ...rest: readonly string[]]): Plain | undefined
  /** The same with another text in one file; itself where the text is that already. */
  withText(path: string, text: string): Written
  /** Every key that some document has in a section. */
  keysOf(section: string): ReadonlySet<string>
}

/** Looks into texts. What is edited is kept beside them, so that one edit among thousands of documents costs little. */
export function openWritten(texts: Texts): Written {
  const read = new Map<string, WrittenDocument>()
  const unedited = (path: string): WrittenDocument => {
    const found = read.get(path) ?? writtenDocument(texts.get(path) ?? '')
    read.set(path, found)
    return found
  }
  let entries: ReadonlyMap<string, readonly string[]> | undefined
  const filesOf = (section: string, key: string): readonly string[] =>
    (entries ??= indexOf(texts.keys(), unedited)).get(idOf(section, key)) ?? []
  const view = (edited: ReadonlyMap<string, Edited>): Written => {
    const document = (path: string): WrittenDocument => edited.get(path)?.document ?? unedited(path)
    const textOf = (path: string): string => edited.get(path)?.text ?? texts.get(path) ?? ''
    const written: Written = {
      textOf,
      texts: () => new Map([...texts, ...[...edited].map(([path, { text }]) => [path, text] as const)]),
      document,
      filesOf,
      valueOf: (path) =>
        filesOf(path[0], path[1])
          .map((file) => document(file).valueAt(...path))
          .findLast((value) => value !== undefined),
      keysOf: (section) => new Set([...texts.keys()].flatMap((path) => document(path).keysAt(section))),
      withText: (path, text) =>
        text === textOf(path) ? written : view(new Map([...edited, [path, { text, document: writtenDocument(text) }]])),
    }
    return written
  }
  return view(new Map())
}

interface Edited {
  readonly text: string
  readonly document: WrittenDocument
}

/** The documents that hold each entry. Edits change no keys of sections, so that one index serves them all. */
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
