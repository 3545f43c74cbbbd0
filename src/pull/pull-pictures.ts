import { readFileSync, statSync } from 'node:fs'
import { realFile } from '../files/catalogue-path.ts'
import { isRemembered } from '../live/present-files.ts'
import { storeNameInState } from '../live/store-names.ts'
import type { WantedFile } from '../records/desired.ts'
import { pictureContent } from '../records/rendition-mark.ts'
import { childNames } from '../records/child-names.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import type { State } from '../state/state.ts'
import type { PresentFile, StoreClient } from '../store/store-client.ts'
import type { FileGuard } from './file-guard.ts'

/** The pictures of a store, and their paths in the catalogue. */
export interface PulledPictures {
  /** Number of pictures that records name and the Files API has. */
  readonly found: number
  readonly downloaded: number
  /** Number of pictures of the catalogue that are new or changed. */
  readonly written: number
  /** Paths of the store that records name and that its Files API does not have. */
  readonly missing: readonly string[]
  /** Paths of the store for which the catalogue has other content that was not replaced. */
  readonly differing: readonly string[]
  /** The path in the catalogue of a picture of the store; `undefined` where the catalogue does not have it. */
  readonly pictureAt: (folder: string, name: string) => string | undefined
  /** `pictureContent` of each picture in the catalogue, by its path in the store. */
  readonly contentAt: ReadonlyMap<string, string>
}

interface Input {
  readonly root: string
  readonly store: StoreClient
  readonly state: State
  /** Of several resources. */
  readonly records: readonly Iterable<RecordTree>[]
  /** The pictures that the catalogue names. */
  readonly known: readonly WantedFile[]
  readonly guard: FileGuard
  /** False: no picture is written, and only pictures that are equal in catalogue and store are named. */
  readonly download: boolean
  onProgress(done: number, all: number): void
}

/** Pictures that are downloaded at the same time. */
const concurrency = 4

/**
 * Finds the pictures that records name in the catalogue, and with `download` writes those that are missing or differ: to `images/<name>`, or
 * to `images/thumb/<name>` and the like where another folder of the store has a different picture with that name. A picture is downloaded
 * at most once, and not at all if it is remembered with the same size and time.
 */
export async function pullPictures(input: Input): Promise<PulledPictures> {
  // Renditions are skipped: they must never overwrite their source.
  const renditions = new Set(input.known.flatMap(({ path, size }) => (size === null ? [path] : [])))
  const wanted = namedPictures(input.records).filter(({ path }) => !renditions.has(path))
  const places = new Map<string, string>()
  const { files } = input.store
  const sources = Map.groupBy(input.known, ({ path }) => path)
  if (!files) {
    for (const { path, candidates } of wanted) {
      const found = candidatesOf(sources, path, candidates).find((each) => fileAt(input.root, each) !== undefined)
      if (found !== undefined) places.set(path, found)
    }
    return {
      found: 0,
      downloaded: 0,
      written: 0,
      missing: [],
      differing: [],
      contentAt: new Map(),
      pictureAt: (folder, name) => places.get(`${folder}/${name}`),
    }
  }
  const folders = [...new Set(wanted.map(({ folder }) => folder))]
  const listed = new Map((await Promise.all(folders.map((folder) => files.list(folder)))).flat().map((file) => [file.path, file]))
  const downloads = await openDownloads(input, { places, sources })
  const present = wanted.flatMap((picture) => {
    const file = listed.get(picture.path)
    return file ? [{ picture, file }] : []
  })
  // Folder by folder: the place of a picture depends on pictures with the same name in earlier folders.
  let done = 0
  for (const folder of folders) {
    const some = present.filter(({ picture }) => picture.folder === folder)
    for (let at = 0; at < some.length; at += concurrency) {
      const found = await Promise.all(some.slice(at, at + concurrency).map(({ picture, file }) => downloads.find(picture, file)))
      // One after another, so that the result does not depend on the speed of the network.
      for (const picture of found) await downloads.place(picture)
      input.onProgress(Math.min(done + at + concurrency, done + some.length), present.length)
    }
    done += some.length
  }
  return {
    found: present.length,
    ...downloads.counts(),
    missing: wanted.filter(({ path }) => !listed.has(path)).map(({ path }) => path),
    differing: present.map(({ picture }) => picture.path).filter((path) => sources.has(path) && !places.has(path)),
    pictureAt: (folder, name) => places.get(`${folder}/${name}`),
    contentAt: downloads.contentAt,
  }
}

interface NamedPicture {
  /** Path in the store. */
  readonly path: string
  readonly folder: string
  readonly name: string
  /** Possible paths in the catalogue, the best first. */
  readonly candidates: readonly string[]
}

/** Names that are valid file names on every system and not hidden. */
const fileName = /^(?!\.)[^\\/\0:]+$/

/** The pictures that records name, each once, by path. */
export function namedPictures(records: Input['records']): readonly NamedPicture[] {
  const found = new Map<string, NamedPicture>()
  const visit = (record: RecordTree): void => {
    for (const [field, declared] of Object.entries(resourceOf(record.resource).fields)) {
      const name = (record.fields[field] ?? '').trim()
      if (declared.kind !== 'file' || !fileName.test(name)) continue
      const { folder } = declared
      const path = `${folder}/${name}`
      const plain = `images/${name}`
      const own = `images/${folder.split('/').at(-1) ?? ''}/${name}`
      found.set(path, { path, folder, name, candidates: folder === 'images/items' ? [plain, own] : [own, plain] })
    }
    for (const child of childNames(record.children)) for (const row of record.children[child] ?? []) visit(row)
  }
  for (const some of records) for (const record of some) visit(record)
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** The pictures that the catalogue names, by path in the store. */
type Sources = ReadonlyMap<string, readonly WantedFile[]>

function candidatesOf(sources: Sources, path: string, candidates: readonly string[]): readonly string[] {
  return [...(sources.get(path) ?? []).map(({ from }) => from), ...candidates]
}

/** A picture of the store with known content, and the paths in the catalogue that can be the same picture. */
interface FoundPicture {
  readonly picture: NamedPicture
  readonly file: PresentFile
  readonly local: readonly string[]
  readonly sha256: string
  /** `undefined` where the hash is remembered. */
  readonly bytes: Uint8Array | undefined
}

interface Downloads {
  /** Reads the content of a picture; `null` where it can have no place in the catalogue. */
  find(picture: NamedPicture, file: PresentFile): Promise<FoundPicture | null>
  /** Finds the path of a picture in the catalogue, and writes it there if necessary. */
  place(found: FoundPicture | null): Promise<void>
  readonly contentAt: ReadonlyMap<string, string>
  counts(): Pick<PulledPictures, 'downloaded' | 'written'>
}

async function openDownloads(
  input: Input,
  { places, sources }: { readonly places: Map<string, string>; readonly sources: Sources },
): Promise<Downloads> {
  const { root, store, state, guard, download } = input
  const storeName = storeNameInState(store)
  const remembered = await state.rememberedFiles(storeName)
  const taken = new Map<string, string>()
  const contentAt = new Map<string, string>()
  let downloaded = 0
  let written = 0

  async function contentOf(file: PresentFile): Promise<{ sha256: string; bytes: Uint8Array | undefined }> {
    const memory = remembered.get(file.path)
    if (isRemembered(memory, file)) return { sha256: memory.sha256, bytes: undefined }
    const bytes = await store.files?.read(file.path)
    downloaded += 1
    const sha256 = pictureContent(bytes ?? new Uint8Array())
    await state.rememberFiles(storeName, [{ path: file.path, sha256, size: file.size, modified: file.modified }])
    return { sha256, bytes }
  }

  /** Uses a picture of the catalogue with the same content, or else writes the picture. */
  async function place({ picture, file, local, sha256, bytes }: FoundPicture): Promise<void> {
    const same = local.find((path) => sizeOf(root, path) === file.size && contentOfFile(root, path) === sha256)
    const chosen = same ?? (download ? freePlace(input, { picture, sources, taken }) : undefined)
    // Names that differ only in case are one file on some machines.
    if (chosen === undefined || (taken.get(chosen.toLowerCase()) ?? chosen) !== chosen) return
    taken.set(chosen.toLowerCase(), chosen)
    if (same === undefined) {
      await guard.check([chosen])
      guard.write(chosen, bytes ?? (await bytesOf(file)))
      written += 1
    }
    places.set(picture.path, chosen)
    contentAt.set(picture.path, sha256)
  }

  async function bytesOf(file: PresentFile): Promise<Uint8Array> {
    downloaded += 1
    return (await store.files?.read(file.path)) ?? new Uint8Array()
  }

  return {
    find: async (picture, file) => {
      const local = candidatesOf(sources, picture.path, picture.candidates).filter((path) => sizeOf(root, path) === file.size)
      return local.length === 0 && !download ? null : { picture, file, local, ...(await contentOf(file)) }
    },
    place: async (found) => (found ? place(found) : undefined),
    contentAt,
    counts: () => ({ downloaded, written }),
  }
}

interface Placing {
  readonly picture: NamedPicture
  readonly sources: Sources
  readonly taken: ReadonlyMap<string, string>
}

/** The path to write a picture to: the one that the catalogue names for it, else a free one. */
function freePlace({ root }: Input, { picture, sources, taken }: Placing): string | undefined {
  const isOpen = (place: string): boolean => !taken.has(place.toLowerCase())
  // The file can be in use already by another picture of the store.
  const own = sources.get(picture.path)?.find(({ from }) => isOpen(from))?.from
  const shortFirst = picture.candidates.toSorted((a, b) => a.length - b.length).filter(isOpen)
  return own ?? shortFirst.find((place) => fileAt(root, place) === undefined) ?? shortFirst[0]
}

/** A file of the catalogue, whatever Unicode form its name has on the disk. */
function fileAt(root: string, path: string): string | undefined {
  const found = realFile(root, path)
  return found && 'file' in found ? found.file : undefined
}

function sizeOf(root: string, path: string): number | undefined {
  const file = fileAt(root, path)
  return file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.size
}

function contentOfFile(root: string, path: string): string | undefined {
  const file = fileAt(root, path)
  return file === undefined ? undefined : pictureContent(readFileSync(file))
}
