import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { storeNameInState } from '../live/store-names.ts'
import type { WantedFile } from '../records/desired.ts'
import { pictureContent } from '../records/rendition-mark.ts'
import { childNames } from '../records/child-names.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import type { State } from '../state/state.ts'
import type { PresentFile, StoreClient } from '../store/store-client.ts'
import type { FileGuard } from './file-guard.ts'

/** Where the pictures of a store stand in the catalogue. */
export interface PulledPictures {
  readonly downloaded: number
  /** Pictures of the catalogue that are new or other than before. */
  readonly written: number
  /** Paths of the store that records name and that its Files API does not have. */
  readonly missing: readonly string[]
  /** Paths of the store under which the catalogue has other bytes that were not replaced. */
  readonly differing: readonly string[]
  readonly pictureAt: (folder: string, name: string) => string | undefined
  /** `pictureContent` of each picture that has a place, by its path in the store. */
  readonly contentAt: ReadonlyMap<string, string>
}

interface Input {
  readonly root: string
  readonly store: StoreClient
  readonly state: State
  readonly records: readonly RecordTree[]
  /** The pictures of the catalogue so far. */
  readonly known: readonly WantedFile[]
  readonly guard: FileGuard
  /** False: nothing is downloaded to be kept, and only pictures of the catalogue that equal the store's are named. */
  readonly download: boolean
  onProgress(done: number, all: number): void
}

const atOnce = 4

/**
 * Finds each picture that records name in the catalogue, and with `download` gets those that are not there or differ:
 * `images/<name>`, or `images/thumb/<name>` and the like where another folder of the store has other bytes under that name.
 * Each is downloaded once; what is known from before (same size, time and hash) not at all.
 */
export async function pullPictures(input: Input): Promise<PulledPictures> {
  // What planogram makes of a picture is left to it: over its source it must never be put.
  const made = new Set(input.known.flatMap(({ path, size }) => (size === null ? [path] : [])))
  const wanted = namedPictures(input.records).filter(({ path }) => !made.has(path))
  const places = new Map<string, string>()
  const { files } = input.store
  const sources = Map.groupBy(input.known, ({ path }) => path)
  if (!files) {
    for (const { path, candidates } of wanted) {
      const found = candidatesOf(sources, path, candidates).find((each) => existsSync(join(input.root, each)))
      if (found !== undefined) places.set(path, found)
    }
    return {
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
  const getting = await openGetting(input, { places, sources })
  const present = wanted.flatMap((picture) => {
    const file = listed.get(picture.path)
    return file ? [{ picture, file }] : []
  })
  // Folder by folder, since the place of a picture depends on what the folder before has under its name.
  let done = 0
  for (const folder of folders) {
    const some = present.filter(({ picture }) => picture.folder === folder)
    for (let at = 0; at < some.length; at += atOnce) {
      const found = await Promise.all(some.slice(at, at + atOnce).map(({ picture, file }) => getting.find(picture, file)))
      // One after another in their order, so that it does not depend on the network which of two names comes first.
      for (const picture of found) await getting.place(picture)
      input.onProgress(Math.min(done + at + atOnce, done + some.length), present.length)
    }
    done += some.length
  }
  return {
    ...getting.counts(),
    missing: wanted.filter(({ path }) => !listed.has(path)).map(({ path }) => path),
    differing: present.map(({ picture }) => picture.path).filter((path) => sources.has(path) && !places.has(path)),
    pictureAt: (folder, name) => places.get(`${folder}/${name}`),
    contentAt: getting.contentAt,
  }
}

interface NamedPicture {
  /** In the store. */
  readonly path: string
  readonly folder: string
  readonly name: string
  /** Places in the catalogue, the best first. */
  readonly candidates: readonly string[]
}

/** Names that are one file name on every system and no hidden one. */
const fileName = /^(?!\.)[^\\/\0:]+$/

function namedPictures(records: readonly RecordTree[]): readonly NamedPicture[] {
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
  for (const record of records) visit(record)
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** What the catalogue has so far, by the path in the store. */
type Sources = ReadonlyMap<string, readonly WantedFile[]>

function candidatesOf(sources: Sources, path: string, candidates: readonly string[]): readonly string[] {
  return [...(sources.get(path) ?? []).map(({ from }) => from), ...candidates]
}

/** A picture of the store whose content is known, and the places in the catalogue that may hold it already. */
interface FoundPicture {
  readonly picture: NamedPicture
  readonly file: PresentFile
  readonly local: readonly string[]
  readonly sha256: string
  /** `undefined` where they are known from before. */
  readonly bytes: Uint8Array | undefined
}

interface Getting {
  /** Learns the content of a picture; `null` where that is not needed, since it will have no place. */
  find(picture: NamedPicture, file: PresentFile): Promise<FoundPicture | null>
  place(found: FoundPicture | null): Promise<void>
  readonly contentAt: ReadonlyMap<string, string>
  counts(): Pick<PulledPictures, 'downloaded' | 'written'>
}

async function openGetting(
  input: Input,
  { places, sources }: { readonly places: Map<string, string>; readonly sources: Sources },
): Promise<Getting> {
  const { root, store, state, guard, download } = input
  const storeName = storeNameInState(store)
  const remembered = await state.rememberedFiles(storeName)
  const taken = new Map<string, string>()
  const contentAt = new Map<string, string>()
  let downloaded = 0
  let written = 0

  async function fetched(file: PresentFile): Promise<{ sha256: string; bytes: Uint8Array | undefined }> {
    const memory = remembered.get(file.path)
    if (memory && memory.size === file.size && memory.modified === file.modified) return { sha256: memory.sha256, bytes: undefined }
    const bytes = await store.files?.read(file.path)
    downloaded += 1
    const sha256 = pictureContent(bytes ?? new Uint8Array())
    await state.rememberFile(storeName, { path: file.path, sha256, size: file.size, modified: file.modified })
    return { sha256, bytes }
  }

  /** A picture that the catalogue has with the same bytes, or else the place where it is put. */
  async function place({ picture, file, local, sha256, bytes }: FoundPicture): Promise<void> {
    const same = local.find((path) => sizeOf(root, path) === file.size && pictureContent(readFileSync(join(root, path))) === sha256)
    const chosen = same ?? (download ? freePlace(input, { picture, sources, taken }) : undefined)
    // Two names that differ by case only are one file on some machines.
    if (chosen === undefined || (taken.get(chosen.toLowerCase()) ?? chosen) !== chosen) return
    taken.set(chosen.toLowerCase(), chosen)
    if (same === undefined) {
      await guard.check([chosen])
      guard.write(chosen, bytes ?? (await reread(file)))
      written += 1
    }
    places.set(picture.path, chosen)
    contentAt.set(picture.path, sha256)
  }

  async function reread(file: PresentFile): Promise<Uint8Array> {
    downloaded += 1
    return (await store.files?.read(file.path)) ?? new Uint8Array()
  }

  return {
    find: async (picture, file) => {
      const local = candidatesOf(sources, picture.path, picture.candidates).filter((path) => sizeOf(root, path) === file.size)
      return local.length === 0 && !download ? null : { picture, file, local, ...(await fetched(file)) }
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

/** Where a picture is put: over the one that the catalogue has for it, else where nothing stands yet. */
function freePlace({ root }: Input, { picture, sources, taken }: Placing): string | undefined {
  const isOpen = (place: string): boolean => !taken.has(place.toLowerCase())
  // Another picture of the store may be the same file of the catalogue, and as it was.
  const own = sources.get(picture.path)?.find(({ from }) => isOpen(from))?.from
  const shortFirst = picture.candidates.toSorted((a, b) => a.length - b.length).filter(isOpen)
  return own ?? shortFirst.find((place) => !existsSync(join(root, place))) ?? shortFirst[0]
}

function sizeOf(root: string, path: string): number | undefined {
  return statSync(join(root, path), { throwIfNoEntry: false })?.size
}
