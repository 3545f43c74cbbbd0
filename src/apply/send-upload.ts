import { invariant, OperationalError } from '../errors.ts'
import type { Action, LaneOperation } from '../plan/operation.ts'
import type { Step } from '../plan/step.ts'
import { type ApplyContext, waitWithoutSlot } from './apply-context.ts'
import { type Answer, answerOf } from './answer.ts'
import { refusalOf } from './refusal.ts'
import type { Sent } from './send-operations.ts'
import { faultText } from './verify-roots.ts'

/** How an upload ended; `satisfied`: the store had the file already. */
export type UploadEnd = Omit<Sent, 'outcome'> & { readonly outcome: Sent['outcome'] | 'satisfied' }

const pausesMs = [500, 2_000, 8_000] as const

/** Uploads one file, unless somebody else has changed it. A PUT has the same effect twice: it is repeated after a lost answer, too. */
export async function sendUpload(step: Step, operation: LaneOperation, context: ApplyContext): Promise<UploadEnd> {
  const { action } = operation
  invariant(action.kind === 'put-file', 'an upload carries a file')
  try {
    const checked = await context.uploads.check(action)
    if (checked.kind === 'present') return { outcome: 'satisfied', seen: 'after', message: null }
    if (checked.kind === 'refused') return { outcome: 'failed', seen: 'other', message: checked.message, hasMoved: true }
    return ended(await sendFile(step, { operation, upload: action }, context), operation)
  } catch (error) {
    if (error instanceof OperationalError && error.code === 'lease-lost') throw error
    return ended(answerOf(error), operation)
  }
}

function ended(answer: Answer, operation: LaneOperation): UploadEnd {
  if (answer.kind === 'confirmed') return { outcome: 'done', seen: null, message: null }
  const message = faultText(answer.error)
  if (answer.kind === 'lost') return { outcome: 'unknown', seen: null, message }
  return { outcome: 'failed', seen: null, message, refusal: refusalOf(answer.error, [operation]) }
}

interface FileOperation {
  readonly operation: LaneOperation
  readonly upload: Extract<Action, { kind: 'put-file' }>
}

/** Sends the file until the store confirms or refuses it, a few times at most. */
async function sendFile(step: Step, { operation, upload }: FileOperation, context: ApplyContext): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await context.journal.attempt(step, [operation], await context.uploads.prepare(upload))
    if (answer.kind === 'lost') context.late.add([operation])
    const pause = pausesMs[attempt]
    if (answer.kind === 'confirmed' || answer.kind === 'refused' || pause === undefined) return answer
    const milliseconds = (answer.kind === 'busy' ? answer.pauseMs : null) ?? pause
    if (!(await waitWithoutSlot(context, { step, reason: 'busy', milliseconds }))) return answer
  }
}
