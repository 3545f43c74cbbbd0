import type { KnownFile } from '../records/known-file.ts'
import type { WantedFile } from '../records/desired.ts'
import type { State } from '../state/state.ts'
import type { PresentFile, StoreClient, StoreFiles } from '../store/store-client.ts'
import { storeNameInState } from './store-names.ts'

/** The store and the state that `presentFiles` reads. */
export interface FileContext {
  readonly store: StoreClient
  readonly files: StoreFiles
  readonly state: State
}

/**
 * The wanted files that the store has, by path. Each folder is listed once. A hash that is remembered with the same size and time is
 * trusted; a file of the wanted size without one is downloaded once and remembered (design.md section 5). A rendition can have any
 * size: its content identifies it (docs/decisions/008-renditions.md).
 */
export async function presentFiles(
  wanted: readonly WantedFile[],
  { store, files, state }: FileContext,
): Promise<ReadonlyMap<string, KnownFile>> {
  const folders = [...new Set(wanted.map(({ path }) => folderOf(path)))]
  const listed = (await Promise.all(folders.map((folder) => files.list(folder)))).flat()
  const byPath = new Map(listed.map((file) => [file.path, file]))
  const name = storeNameInState(store)
  const remembered = state.rememberedFiles(name)

  async function known(want: WantedFile, file: PresentFile): Promise<KnownFile> {
    const { path, size, modified } = file
    if (want.size !== null && size !== want.size) return { path, size, sha256: null }
    const memory = remembered.get(path)
    if (memory && memory.size === size && memory.modified === modified) return { path, size, sha256: memory.sha256 }
    const sha256 = await files.hash(path)
    state.rememberFile(name, { path, sha256, size, modified })
    return { path, size, sha256 }
  }

  const found = wanted.flatMap((want) => {
    const file = byPath.get(want.path)
    return file ? [{ want, file }] : []
  })
  const result = new Map<string, KnownFile>()
  // A few at a time: the files can be large, and the connection limit of the store is unknown.
  for (let at = 0; at < found.length; at += concurrency) {
    const some = await Promise.all(found.slice(at, at + concurrency).map(({ want, file }) => known(want, file)))
    for (const file of some) result.set(file.path, file)
  }
  return result
}

/** Downloads at the same time. */
const concurrency = 4

/** The folder of a path of the Files API; empty for the top level. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
