import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { storeNameInState } from '../../apply/store-names.ts'
import type { WantedFile } from '../../records/desired.ts'
import { pictureContent } from '../../records/rendition-mark.ts'
import { childNames } from '../../records/child-names.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { resourceOf } from '../../resources/registry.ts'
import type { State } from '../../state/state.ts'
import type { PresentFile, StoreClient } from '../../store/store-client.ts'
import type { FileGuard } from './file-guard.ts'

/** Where the pictures of a store stand in the catalogue. */
export interface PulledPictures {
  readonly downloaded: number
  /** Paths of the store that records name and that its Files API does not have. */
  readonly missing: readonly string[]
  readonly pictureAt: (folder: string, name: string) => string | undefined
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
  if (!files) {
    for (const { path, candidates } of wanted) {
      const found = candidatesOf(input, path, candidates).find((each) => existsSync(join(input.root, each)))
      if (found !== undefined) places.set(path, found)
    }
    return { downloaded: 0, missing: [], pictureAt: (folder, name) => places.get(`${folder}/${name}`) }
  }
  const folders = [...new Set(wanted.map(({ folder }) => folder))]
  const listed = new Map((await Promise.all(folders.map((folder) => files.list(folder)))).flat().map((file) => [file.path, file]))
  const getting = openGetting(input, places)
  const present = wanted.flatMap((picture) => {
    const file = listed.get(picture.path)
    return file ? [{ picture, file }] : []
  })
  // Folder by folder, since the place of a picture depends on what the folder before has under its name.
  for (const folder of folders) {
    const some = present.filter(({ picture }) => picture.folder === folder)
    for (let at = 0; at < some.length; at += atOnce) {
      await Promise.all(some.slice(at, at + atOnce).map(({ picture, file }) => getting.get(picture, file)))
      input.onProgress(places.size, present.length)
    }
  }
  return {
    downloaded: getting.downloaded(),
    missing: wanted.filter(({ path }) => !listed.has(path)).map(({ path }) => path),
    pictureAt: (folder, name) => places.get(`${folder}/${name}`),
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

function candidatesOf({ known }: Pick<Input, 'known'>, path: string, candidates: readonly string[]): readonly string[] {
  return [...known.filter((file) => file.path === path).map(({ from }) => from), ...candidates]
}

interface Getting {
  get(picture: NamedPicture, file: PresentFile): Promise<void>
  downloaded(): number
}

function openGetting(input: Input, places: Map<string, string>): Getting {
  const { root, store, state, guard, download } = input
  const storeName = storeNameInState(store)
  const remembered = state.rememberedFiles(storeName)
  const taken = new Map<string, string>()
  let downloads = 0

  async function fetched(file: PresentFile): Promise<{ sha256: string; bytes: Uint8Array | undefined }> {
    const memory = remembered.get(file.path)
    if (memory && memory.size === file.size && memory.modified === file.modified) return { sha256: memory.sha256, bytes: undefined }
    const bytes = await store.files?.read(file.path)
    downloads += 1
    const sha256 = pictureContent(bytes ?? new Uint8Array())
    state.rememberFile(storeName, { path: file.path, sha256, size: file.size, modified: file.modified })
    return { sha256, bytes }
  }

  /** A picture that the catalogue has with the same bytes, or else the place where it was put. */
  async function placed(picture: NamedPicture, file: PresentFile): Promise<string | undefined> {
    const local = candidatesOf(input, picture.path, picture.candidates).filter((path) => sizeOf(root, path) === file.size)
    if (local.length === 0 && !download) return undefined
    const { sha256, bytes } = await fetched(file)
    const same = local.find((path) => pictureContent(readFileSync(join(root, path))) === sha256)
    const place = same ?? (download ? freePlace(input, picture, taken) : undefined)
    // Two names that differ by case only are one file on some machines.
    if (place === undefined || (taken.get(place.toLowerCase()) ?? place) !== place) return undefined
    taken.set(place.toLowerCase(), place)
    if (same === undefined) await put(place, bytes ?? (await reread(file)))
    return place
  }

  async function put(place: string, bytes: Uint8Array): Promise<void> {
    await guard.check([place])
    guard.write(place, bytes)
  }

  async function reread(file: PresentFile): Promise<Uint8Array> {
    downloads += 1
    return (await store.files?.read(file.path)) ?? new Uint8Array()
  }

  return {
    get: async (picture, file) => {
      const place = await placed(picture, file)
      if (place !== undefined) places.set(picture.path, place)
    },
    downloaded: () => downloads,
  }
}

/** Where a picture is put: over the one that the catalogue has for it, else where nothing stands yet. */
function freePlace({ root, known }: Input, { path, candidates }: NamedPicture, taken: ReadonlyMap<string, string>): string | undefined {
  const own = known.find((file) => file.path === path)?.from
  const shortFirst = candidates.toSorted((a, b) => a.length - b.length)
  const free = shortFirst.find((place) => !taken.has(place.toLowerCase()) && !existsSync(join(root, place)))
  return own ?? free ?? shortFirst.find((place) => !taken.has(place.toLowerCase()))
}

function sizeOf(root: string, path: string): number | undefined {
  return statSync(join(root, path), { throwIfNoEntry: false })?.size
}
