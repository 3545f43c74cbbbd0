import { OperationalError } from '../errors.ts'
import { pictureContent } from '../records/rendition-mark.ts'
import type { State } from '../state/state.ts'
import type { StoreFiles } from '../store/store-client.ts'
import { type RunClock, later } from './clock.ts'
import type { HeldLease } from './hold-lease.ts'

/** The files that one run has overwritten or deleted, as they were before. */
export interface KeptPreImages {
  /**
   * Downloads a file that is about to be overwritten or deleted and keeps it in the state, once for each file of a run, unless `next` is its
   * content. Resolves to what identifies its content (`pictureContent`); `null` where it is not there, `undefined` where it was kept before and
   * is not read again.
   */
  keep(area: StoreFiles, path: string, next: string | null): Promise<string | null | undefined>
  /** What identifies the content that the run has kept of a file; `undefined` where it has kept none. */
  contentOf(path: string): Promise<string | undefined>
}

/** The pre-images of a run that has been started in the state. */
export function openKeptPreImages(input: {
  readonly state: State
  readonly runId: string
  readonly lease: HeldLease
  readonly clock: RunClock
}): KeptPreImages {
  const { state, runId, lease, clock } = input
  let before: Promise<Map<string, string>> | null = null
  const keptFiles = (): Promise<Map<string, string>> =>
    (before ??= state.preImagesOf(runId).then((files) => new Map([...files].map(([path, { sha256 }]) => [path, sha256]))))
  return {
    async keep(area, path, next) {
      // What an earlier part of the run has kept is older than what the store has now.
      const kept = await keptFiles()
      if (kept.has(path)) return undefined
      const bytes = await area.read(path).catch(absent)
      if (bytes === undefined) return null
      const sha256 = pictureContent(bytes)
      if (sha256 === next) return sha256
      await lease.ensure()
      await state.keepPreImage(runId, lease.fence, { at: later(clock, 0), path, sha256, bytes })
      kept.set(path, sha256)
      return sha256
    },
    contentOf: async (path) => (await keptFiles()).get(path),
  }
}

/** A file can leave after it was listed. */
export function absent(error: unknown): undefined {
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
