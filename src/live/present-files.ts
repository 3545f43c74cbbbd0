import { OperationalError } from '../errors.ts'
import type { KnownFile } from '../records/known-file.ts'
import type { WantedFile } from '../records/desired.ts'
import type { RememberedFile } from '../state/kept-file.ts'
import type { State } from '../state/state.ts'
import type { PresentFile, StoreClient, StoreFiles } from '../store/store-client.ts'
import { storeNameInState } from './store-names.ts'

/** What `presentFiles` reads. */
export interface FileContext {
  readonly store: StoreClient
  readonly files: StoreFiles
  readonly state: State
  /** Contents by path that are recognised besides the wanted ones; default: none. */
  readonly own?: ReadonlyMap<string, Pick<WantedFile, 'size'>>
}

/**
 * The wanted files that the store has, by path; each folder is listed once. A hash remembered with the same size and time is
 * trusted; a file of the wanted size, or of that of `own`, without one is downloaded once and remembered (design.md section 5). A rendition may have
 * any size: its bytes identify it (docs/decisions/008-renditions.md).
 */
export async function presentFiles(
  wanted: readonly WantedFile[],
  { store, files, state, own }: FileContext,
): Promise<readonly KnownFile[]> {
  const folders = [...new Set(wanted.map(({ path }) => folderOf(path)))]
  const listed = (await Promise.all(folders.map((folder) => files.list(folder)))).flat()
  const byPath = new Map(listed.map((file) => [file.path, file]))
  const name = storeNameInState(store)
  const remembered = await state.rememberedFiles(name)

  async function known(want: WantedFile, file: PresentFile): Promise<KnownFile | undefined> {
    const { path, size, modified } = file
    if (![want, own?.get(path)].some((known) => known && (known.size === null || known.size === size))) return { path, size, sha256: null }
    const memory = remembered.get(path)
    if (isRemembered(memory, file)) return { path, size, sha256: memory.sha256 }
    const sha256 = await files.hash(path).catch(absent)
    if (sha256 === undefined) return undefined
    await state.rememberFiles(name, [{ path, sha256, size, modified }])
    return { path, size, sha256 }
  }

  const found = wanted.flatMap((want) => {
    const file = byPath.get(want.path)
    return file ? [{ want, file }] : []
  })
  const result: KnownFile[] = []
  // A few at a time: the files may be large, and the store's own limit of connections is not known here.
  for (let at = 0; at < found.length; at += atOnce) {
    const present = await Promise.all(found.slice(at, at + atOnce).map(({ want, file }) => known(want, file)))
    result.push(...present.flatMap((file) => file ?? []))
  }
  return result
}

/** True where a file is the remembered one. A listing without a time does not distinguish two files of one size. */
export function isRemembered(memory: RememberedFile | undefined, { size, modified }: PresentFile): memory is RememberedFile {
  return memory !== undefined && memory.size === size && memory.modified === modified && modified !== ''
}

const atOnce = 4

/** A file can be listed under a name in another Unicode form, or leave after it was listed: it is not there. */
function absent(error: unknown): undefined {
  if (error instanceof OperationalError && error.context['status'] === 404) return undefined
  throw error
}

/** The folder of a path in the Files area; empty for the top. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
