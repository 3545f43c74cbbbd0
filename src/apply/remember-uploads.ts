import { OperationalError } from '../errors.ts'
import type { Step } from '../plan/step.ts'
import type { RememberedFile, State } from '../state/state.ts'
import type { StepContext } from './perform-step.ts'
import { folderOf } from '../live/present-files.ts'
import { storeNameInState } from '../live/store-names.ts'

/**
 * Remembers uploaded files with the size and time that the store lists, so that the next plan need not download them.
 * One list per folder; a folder that cannot be listed is left out, which only costs that download.
 */
export async function rememberUploads(
  uploaded: readonly Step[],
  { store, state, readPicture }: Pick<StepContext, 'store' | 'readPicture'> & { readonly state: State },
): Promise<void> {
  const files = uploaded.flatMap((step) => (step.kind === 'put-file' ? [step] : []))
  const area = store.files
  if (!area || files.length === 0) return
  const name = storeNameInState(store)
  const folders = [...new Set(files.map(({ path }) => folderOf(path)))]
  const lists = await Promise.all(folders.map((folder) => area.list(folder).catch(nothing)))
  const listed = new Map(lists.flatMap((list) => list ?? []).map((file) => [file.path, file]))
  const known: RememberedFile[] = []
  for (const { path, from, size, sha256 } of files) {
    const file = listed.get(path)
    const sent = size ?? (file && (await readPicture(from, sha256).catch(nothing))?.length)
    if (file && file.size === sent) known.push({ path, sha256, size: sent, modified: file.modified })
  }
  await Promise.all(known.map((file) => state.rememberFile(name, file)))
}

/** An error of the store or of a picture counts as no answer; a bug is thrown. */
function nothing(error: unknown): undefined {
  if (!(error instanceof OperationalError)) throw error
}
