import { OperationalError } from '../errors.ts'
import type { Action } from '../plan/operation.ts'
import { pictureContent } from '../records/rendition-mark.ts'
import type { State } from '../state/state.ts'
import type { StoreFiles } from '../store/store-client.ts'
import { type RunClock, later } from './clock.ts'
import type { HeldLease } from './hold-lease.ts'

/** The files that one run has overwritten, as they were before. */
export interface KeptPreImages {
  /** Downloads a file that is about to be overwritten and keeps it in the state, once for each file of a run. */
  keep(area: StoreFiles, upload: Pick<Extract<Action, { kind: 'put-file' }>, 'path' | 'sha256'>): Promise<void>
}

/** The pre-images of a run that has been started in the state. */
export function openKeptPreImages(input: {
  readonly state: State
  readonly runId: string
  readonly lease: HeldLease
  readonly clock: RunClock
}): KeptPreImages {
  const { state, runId, lease, clock } = input
  let before: Promise<Set<string>> | null = null
  return {
    async keep(area, { path, sha256: next }) {
      // What an earlier part of the run has kept is older than what the store has now.
      const kept = await (before ??= state.preImagesOf(runId).then((files) => new Set(files.keys())))
      if (kept.has(path)) return
      const bytes = await area.read(path).catch(absent)
      if (bytes === undefined) return
      const sha256 = pictureContent(bytes)
      if (sha256 === next) return
      await lease.ensure()
      await state.keepPreImage(runId, lease.fence, { at: later(clock, 0), path, sha256, bytes })
      kept.add(path)
    },
  }
}

/** A file can leave after it was listed. */
function absent(error: unknown): undefined {
  if (error instanceof OperationalError && error.context['status'] === 404) return undefined
  throw error
}

/** The pictures of an undo: what runs have overwritten. The content of `from` is in the state only; rejects with `plan-stale` where it is gone. */
export function keptPictures(state: Pick<State, 'keptPicture'>): (from: string, sha256: string) => Promise<Uint8Array> {
  return async (from, sha256) => {
    const bytes = await state.keptPicture(sha256)
    if (bytes) return bytes
    throw new OperationalError('plan-stale', `The earlier content of ${from} is not in the state any more; it was not uploaded.`, {
      fix: 'Apply the plan with the state that it was made with, within the time that `retention` sets.',
    })
  }
}
