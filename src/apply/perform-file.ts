import type { Step } from '../plan/step.ts'
import type { ApplyContext } from './apply-context.ts'
import { blockedRoot, causeOf, type Ended, type Failed } from './perform-step.ts'
import { type FileEnd, sendRemoval, sendUpload } from './send-upload.ts'

/**
 * Carries out the upload or the deletion of a file, as `performStep` carries out a step with records: what depends on something that failed
 * is skipped. A file has no images, so that it needs no lane: what the store has is checked when it is sent.
 */
export async function performFile(step: Step, failed: Failed, context: ApplyContext): Promise<readonly Ended[]> {
  const { index, files, refusals, late } = context
  const operation = files.of(step)
  const { root, address } = operation
  const blocked = failed.roots.size === 0 ? [] : blockedRoot(root.address, causeOf(root.address, step, { failed, index }), failed)
  if (blocked.length > 0) {
    files.forget(step)
    return blocked
  }
  const stop = refusals.stopOf(step)
  const send = step.kind === 'put-file' ? sendUpload : sendRemoval
  const ended: FileEnd = stop === null ? await send(step, operation, context) : { outcome: 'blocked', seen: null, message: stop }
  if (stop === null) refusals.count(step, { ...ended, operations: 1, items: 1 })
  const { outcome, seen, message, isRecorded } = ended
  // A resume looks at each file again, recorded or not.
  if (isRecorded !== true) await late.conclude([{ operation, outcome, seen, message }], 'soon')
  files.forget(step)
  return [{ ...ended, root: root.address, address, operation }]
}
