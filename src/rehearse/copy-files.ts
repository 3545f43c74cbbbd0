import type { CatalogueSources } from '../catalogue/catalogue.ts'
import type { RunningEmulator } from '../emulator/emulator-options.ts'
import { OperationalError } from '../errors.ts'
import { presentFiles } from '../live/present-files.ts'
import { storeNameInState } from '../live/store-names.ts'
import type { WantedFile } from '../records/desired.ts'
import type { State } from '../state/state.ts'
import type { StoreClient, StoreFiles } from '../store/store-client.ts'
import type { OnProgress } from '../workspace/progress.ts'

/** What is copied from where. */
interface Copying {
  readonly store: StoreClient
  readonly state: State
  readonly catalogue: { readonly files: readonly WantedFile[]; readonly readPicture: CatalogueSources['readPicture'] }
  readonly to: Pick<RunningEmulator, 'seed'>
  /** Paths of other files to copy. */
  readonly others: Iterable<string>
  readonly onProgress: OnProgress
}

/** Files that are copied at the same time. */
const together = 8

/**
 * Copies the files that a plan can be about: those that the catalogue names and those that were applied. What the catalogue has with the same
 * content is read there, the others are downloaded. A file that the store does not have is left out.
 */
export async function copyFiles({ store, state, catalogue, to, others, onProgress }: Copying): Promise<void> {
  const { files } = store
  if (!files) return
  const own = await state.ownFiles(storeNameInState(store))
  const present = await presentFiles(catalogue.files, { store, files, state, own })
  const contents = new Map(present.map(({ path, sha256 }) => [path, sha256]))
  const wanted = new Map(catalogue.files.map((file) => [file.path, file]))
  const isMissing = (path: string): boolean => wanted.has(path) && !contents.has(path)
  const paths = [...new Set([...contents.keys(), ...own.keys(), ...others])].filter((path) => !isMissing(path))
  for (let at = 0; at < paths.length; at += together) {
    onProgress({ kind: 'downloading', done: at, all: paths.length })
    const copied = await Promise.all(
      paths.slice(at, at + together).map(async (path) => {
        const same = wanted.get(path)
        const isSame = same !== undefined && same.sha256 === contents.get(path)
        const bytes = isSame ? await catalogue.readPicture(same.from, same.sha256) : await downloaded(path, files)
        return bytes === undefined ? [] : [{ path, bytes }]
      }),
    )
    to.seed({ files: copied.flat() })
  }
}

/** `undefined` where the store does not have the file. */
async function downloaded(path: string, files: StoreFiles): Promise<Uint8Array | undefined> {
  try {
    return await files.read(path)
  } catch (error) {
    if (error instanceof OperationalError && error.context['status'] === 404) return undefined
    throw error
  }
}
