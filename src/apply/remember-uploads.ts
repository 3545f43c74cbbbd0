import { OperationalError } from '../errors.ts'
import type { Step } from '../plan/step.ts'
import type { State } from '../state/state.ts'
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
  const folders = [...new Set(files.map(({ path }) => folderOf(path)))]
  const lists = await Promise.all(folders.map((folder) => area.list(folder).catch(nothing)))
  const listed = new Map(lists.flatMap((list) => list ?? []).map((file) => [file.path, file]))
  for (const { path, from, size, sha256 } of files) {
    const file = listed.get(path)
    const sent = size ?? (file && (await readPicture(from, sha256).catch(nothing))?.length)
    if (file && file.size === sent) state.rememberFile(storeNameInState(store), { path, sha256, size: sent, modified: file.modified })
  }
}

/** Only bugs go on. */
function nothing(error: unknown): undefined {
  if (!(error instanceof OperationalError)) throw error
}
