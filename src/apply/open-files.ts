import { storeNameInState } from '../live/store-names.ts'
import type { OperationIndex } from '../plan/operations.ts'
import type { BaseWrite } from '../state/base-write.ts'
import type { ApplyContext } from './apply-context.ts'
import type { ApplyInput } from './apply-input.ts'
import { later } from './clock.ts'
import { openFileRemovals } from './file-removals.ts'
import type { HeldLease } from './hold-lease.ts'
import type { Journal } from './journal.ts'
import type { ListedFiles } from './listed-files.ts'
import { keptPictures, openKeptPreImages } from './kept-pre-images.ts'
import { openUploads } from './uploads.ts'

/** Opens the uploads of a run, and its deletions of files. */
export function openFiles(
  { plan, store, state, runId, clock, readPicture }: ApplyInput,
  {
    index,
    lease,
    journal,
    listed,
  }: {
    readonly index: OperationIndex
    readonly lease: HeldLease
    readonly journal: Pick<Journal, 'follow'>
    /** The files of the store, for the uploads. */
    readonly listed: ListedFiles
  },
): Pick<ApplyContext, 'uploads' | 'removals'> {
  const { undoes, catalogue } = plan.madeFrom
  const isUndo = undoes !== undefined
  const preImages = openKeptPreImages({ state, runId, lease, clock })
  const save = (write: Pick<BaseWrite, 'files' | 'forgottenFiles'>): Promise<void> =>
    state.saveBase(storeNameInState(store), lease.fence, { at: later(clock, 0), applied: [], forgotten: [], catalogue, ...write })
  return {
    uploads: openUploads({
      index,
      store,
      state,
      readPicture: isUndo ? keptPictures(state) : readPicture,
      preImages,
      // What an undo puts back in place of another file may have been somebody else's; what it creates again was ours.
      own(files) {
        const ours = isUndo ? files.filter(({ path }) => index.files.get(path)?.before === null) : files
        if (ours.length > 0) journal.follow(save({ files: ours }))
      },
      follow: journal.follow,
      listed,
    }),
    removals: openFileRemovals({ index, store, state, preImages, forget: (paths) => save({ forgottenFiles: paths }) }),
  }
}
