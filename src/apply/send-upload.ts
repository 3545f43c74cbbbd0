import { invariant, OperationalError } from '../errors.ts'
import type { Operation } from '../plan/operation.ts'
import { actionAt } from '../plan/step-actions.ts'
import type { Step } from '../plan/step.ts'
import { type ApplyContext, reportFailedRequest, waitWithoutSlot } from './apply-context.ts'
import { answerOf, isStopped } from './answer.ts'
import type { Attempted } from './journal.ts'
import { refusalOf } from './refusal.ts'
import { type Sent, unsentBy } from './send-operations.ts'
import { faultText } from './verify-roots.ts'

/** How an upload or the deletion of a file ended; `satisfied`: the store was so already. */
export interface FileEnd extends Omit<Sent, 'outcome'> {
  readonly outcome: Sent['outcome'] | 'satisfied'
  /** True where the journal has it already. */
  readonly isRecorded?: true
}

const pausesMs = [500, 2_000, 8_000] as const

/** Uploads one file, unless somebody else has changed it. A PUT has the same effect twice: it is repeated after a lost answer, too. */
export async function sendUpload(step: Step, operation: Operation, context: ApplyContext): Promise<FileEnd> {
  const action = actionAt(operation.place)
  invariant(action.kind === 'put-file', 'an upload carries a file')
  try {
    const picture = context.uploads.picture(action)
    const known = context.uploads.check(action)
    const checked = known instanceof Promise ? await known : known
    if (checked.kind === 'present') return { outcome: 'satisfied', seen: 'after', message: null }
    if (checked.kind === 'refused') return { outcome: 'failed', seen: 'other', message: checked.message, hasMoved: true }
    return await sendFile(step, operation, { context, prepare: () => context.uploads.prepare(action, picture) })
  } catch (error) {
    return failedEnd(error, operation, context)
  }
}

/** Deletes one file, unless somebody else has changed it or a record names it. Deleting it twice has the same effect. */
export async function sendRemoval(step: Step, operation: Operation, context: ApplyContext): Promise<FileEnd> {
  const action = actionAt(operation.place)
  invariant(action.kind === 'delete-file', 'the deletion of a file names one')
  try {
    const checked = await context.removals.check(action)
    if (checked.kind === 'gone') return { outcome: 'satisfied', seen: 'after', message: null }
    const refusal = checked.kind === 'refused' ? checked.message : await context.removals.refusal(action)
    if (refusal !== null) return { outcome: 'failed', seen: 'other', message: refusal, hasMoved: true }
    return await sendFile(step, operation, { context, prepare: () => context.removals.prepare(action) })
  } catch (error) {
    return failedEnd(error, operation, context)
  }
}

function failedEnd(error: unknown, operation: Operation, context: ApplyContext): FileEnd {
  if (error instanceof OperationalError && error.code === 'lease-lost') throw error
  if (isStopped(error)) return ended({ kind: 'unsent', error }, operation, context)
  return ended(answerOf(error), operation, context)
}

const done = { outcome: 'done', seen: null, message: null } as const

const earlierLost =
  'The answer to an earlier request was lost: it is unknown whether the store applied it. Run `planogram apply --resume` to find out.'

function ended(answer: Attempted, operation: Operation, { late }: ApplyContext): FileEnd {
  if (answer.kind === 'confirmed') return done
  const wasLost = late.has(operation)
  if (answer.kind === 'unsent')
    return wasLost ? { outcome: 'unknown', seen: null, message: earlierLost, isUnsent: true } : unsentBy(answer.error)
  const message = faultText(answer.error)
  if (answer.kind === 'lost') return { outcome: 'unknown', seen: null, message }
  const refused = { seen: null, refusal: refusalOf(answer.error, [operation]) }
  // The refusal does not tell what became of the first request.
  return wasLost ? { ...refused, outcome: 'unknown', message: `${message} ${earlierLost}` } : { ...refused, outcome: 'failed', message }
}

interface FileRequest {
  readonly context: ApplyContext
  /** Resolves to the request. */
  readonly prepare: () => Promise<() => Promise<void>>
}

/** Sends a request to the Files API until the store confirms or refuses it, a few times at most. */
async function sendFile(step: Step, operation: Operation, { context, prepare }: FileRequest): Promise<FileEnd> {
  const { journal, late } = context
  for (let attempt = 0; ; attempt += 1) {
    const verdict = { operation, ...done }
    const confirmed = late.isDeferred(verdict) ? [] : [verdict]
    const answer = await journal.attempt(step, [operation], { send: await prepare(), confirmed })
    if (answer.kind === 'confirmed' && confirmed.length > 0) return { ...done, isRecorded: true }
    if (answer.kind === 'lost') late.add([operation])
    const pause = pausesMs[attempt]
    if ((answer.kind !== 'busy' && answer.kind !== 'lost') || pause === undefined) return ended(answer, operation, context)
    const milliseconds = (answer.kind === 'busy' ? answer.pauseMs : null) ?? pause
    const failed = { reason: answer.kind, message: faultText(answer.error), next: 'repeat' } as const
    reportFailedRequest(context, { step, operations: [operation] }, failed)
    if (!(await waitWithoutSlot(context, { step, reason: 'busy', milliseconds }))) return ended(answer, operation, context)
  }
}
