import { fileNamers } from '../live/file-namers.ts'
import { folderOf, presentFiles } from '../live/present-files.ts'
import { storeNameInState } from '../live/store-names.ts'
import type { LeavingFile } from '../plan/leaving-files.ts'
import type { FileLeft } from '../plan/untouched.ts'
import { addressOf, fileAddress } from '../records/address.ts'
import type { WantedFile } from '../records/desired.ts'
import { foldedCode } from '../records/folded-code.ts'
import type { PruneWay } from '../records/manage-settings.ts'
import { byCode } from '../source/by-code.ts'
import type { State } from '../state/state.ts'
import type { StoreClient, StoreFiles } from '../store/store-client.ts'

/** What decides which files leave a store. */
export interface LeavingInput {
  /** The pictures of the whole catalogue. */
  readonly wanted: readonly WantedFile[]
  readonly store: StoreClient
  /** The files of the store; `null`: it has no Files API. */
  readonly files: StoreFiles | null
  readonly state: State
  /** The pictures of the catalogue that was applied last, where the base is not that of the state. */
  readonly applied: readonly OwnPicture[] | undefined
  readonly way: PruneWay
  /** The addresses to look at; default: all. */
  readonly addresses?: ReadonlySet<string> | undefined
}

/** A file that is ours, as it was applied; `size` is `null` where it is not known. */
export type OwnPicture = Pick<WantedFile, 'path' | 'size' | 'sha256'>

/** Files of the store that are ours and that the catalogue does not name any more. */
export interface LeavingFiles {
  /** Those that a plan may remove, once no record names them. */
  readonly leaving: readonly LeavingFile[]
  readonly stay: readonly FileLeft[]
}

const nothing: LeavingFiles = { leaving: [], stay: [] }

/** Finds the files that have left the catalogue: one PROPFIND for each folder that has any, and for `delete` what names them. */
export async function leavingFiles({ wanted, store, files, state, applied, way, addresses }: LeavingInput): Promise<LeavingFiles> {
  if (files === null) return nothing
  const own = applied ?? [...(await state.ownFiles(storeNameInState(store))).values()]
  // A store that ignores case has one file for both names.
  const kept = new Set(wanted.map(({ path }) => foldedPath(path)))
  const gone = own
    .filter(({ path }) => !kept.has(foldedPath(path)) && (addresses?.has(fileAddress(path)) ?? true))
    .toSorted((a, b) => byCode(a.path, b.path))
  if (gone.length === 0) return nothing
  return way === 'delete' ? removable(gone, { store, files, state }) : { leaving: [], stay: await stillThere(gone, files) }
}

function foldedPath(path: string): string {
  return foldedCode(path.normalize('NFC'))
}

async function stillThere(gone: readonly OwnPicture[], files: StoreFiles): Promise<readonly FileLeft[]> {
  const folders = [...new Set(gone.map(({ path }) => folderOf(path)))]
  const there = new Set((await Promise.all(folders.map((folder) => files.list(folder)))).flat().map(({ path }) => path))
  return gone.flatMap(({ path }): FileLeft[] => (there.has(path) ? [{ path, reason: 'kept' }] : []))
}

async function removable(
  gone: readonly OwnPicture[],
  { store, files, state }: { readonly store: StoreClient; readonly files: StoreFiles; readonly state: State },
): Promise<LeavingFiles> {
  const source = { file: '', start: 0, end: 0 }
  const asWanted = gone.map((file): WantedFile => ({ ...file, from: file.path, source }))
  const contents = new Map(gone.map(({ path, sha256 }) => [path, sha256]))
  const present = await presentFiles(asWanted, { store, files, state })
  const same = present.flatMap(({ path, size, sha256 }) =>
    sha256 !== null && sha256 === contents.get(path) ? [{ path, size, sha256 }] : [],
  )
  const isSame = new Set(same.map(({ path }) => path))
  const changed = present.flatMap(({ path }): FileLeft[] => (isSame.has(path) ? [] : [{ path, reason: 'changed' }]))
  const { namers, unknown } = await fileNamers([...isSame], store)
  const byPath = Map.groupBy(namers, ({ path }) => path)
  const leaving = same.flatMap(({ path, size, sha256 }): LeavingFile[] => {
    const namedBy = (byPath.get(path) ?? []).map(({ row, field }) => ({ row, field, address: addressOf(row.resource, row.fields) }))
    return unknown.has(path) ? [] : [{ path, size, sha256, namedBy }]
  })
  const unsure = same.flatMap(({ path }): FileLeft[] => (unknown.has(path) ? [{ path, reason: 'unknown' }] : []))
  return { leaving, stay: [...changed, ...unsure] }
}
