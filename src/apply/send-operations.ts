import { OperationalError } from '../errors.ts'
import type { LaneOperation } from '../plan/operation.ts'
import type { Step } from '../plan/step.ts'
import { type Answer, isAboutRequest } from './answer.ts'
import { type ApplyContext, reportFailedRequest, waitWithoutSlot } from './apply-context.ts'
import type { LaneState } from './lane-state.ts'
import type { OperationReading } from './lanes.ts'
import { type Refusal, refusalOf } from './refusal.ts'
import type { Pending } from './remainder.ts'
import { request } from './request.ts'
import { faultText } from './verify-roots.ts'

/** How an operation that was sent ended. */
export interface Sent {
  readonly outcome: 'done' | 'failed' | 'unknown' | 'blocked'
  /** What the store showed, where it was read. */
  readonly seen: string | null
  readonly message: string | null
  /** True where it was refused and nothing was sent: the store has changed since the plan was created. */
  readonly hasMoved?: true
  /** What the store answered, where it refused it for good. */
  readonly refusal?: Refusal
}

/** The operations of one step that are sent together. */
export interface Batch {
  readonly step: Step
  readonly operations: readonly LaneOperation[]
  readonly context: ApplyContext
  /** Called once for each operation, when it has come to an end. */
  readonly end: (operation: LaneOperation, sent: Sent) => void
}

/** The pauses before a request that was refused for now is sent again, in milliseconds: about two minutes in all. */
const busyPausesMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000] as const
const longestPauseMs = 60_000
/** How often one request is sent again after its answer was lost. */
const mostLost = 3

/**
 * Sends operations in one request, and brings each to an end. A refusal for now is repeated; a body that is refused is halved
 * until the records at fault are alone; after a lost answer the store is read, and nothing is sent again on a guess
 * (docs/decisions/020-exactly-once.md).
 */
export async function sendOperations(batch: Batch): Promise<void> {
  let { operations } = batch
  let [busy, lost] = [0, 0]
  while (operations.length > 0) {
    const rest = { ...batch, operations }
    const answer = await request(rest, batch.context)
    if (answer.kind === 'confirmed') return endAll(rest, done)
    if (answer.kind === 'refused') return settleRefusal(rest, answer.error)
    if (answer.kind === 'busy') {
      if (!(await waitForStore(rest, answer, busyPausesMs[busy]))) return endAll(rest, refusedBy(rest, answer.error))
      busy += 1
    } else {
      lost += 1
      operations = await settleLost(rest, { error: answer.error, isLast: lost > mostLost })
    }
    if (operations.length > 0) batch.context.onEvent({ type: 'retrying', step: batch.step, reason: answer.kind })
  }
}

function refusedBy({ operations }: Batch, error: OperationalError): Sent {
  return { outcome: 'failed', seen: null, message: faultText(error), refusal: refusalOf(error, operations) }
}

const done: Sent = { outcome: 'done', seen: null, message: null }

function endAll({ operations, end }: Batch, sent: Sent): void {
  for (const operation of operations) end(operation, sent)
}

/** Waits as a busy store asks; false where it asks for too long, or was asked often enough. */
async function waitForStore(
  batch: Batch,
  { error, pauseMs }: Extract<Answer, { kind: 'busy' }>,
  pause: number | undefined,
): Promise<boolean> {
  const milliseconds = pauseMs ?? pause ?? longestPauseMs
  if (pause === undefined || milliseconds > longestPauseMs) return false
  const { step, context } = batch
  reportFailedRequest(context, batch, { reason: 'busy', message: faultText(error), next: 'repeat' })
  return waitWithoutSlot(context, { step, reason: 'busy', milliseconds })
}

/** After a refusal: what the store wrote nevertheless is done; the rest is sent in halves until the records at fault are alone. */
async function settleRefusal(batch: Batch, error: OperationalError): Promise<void> {
  const refused = refusedBy(batch, error)
  if (isAboutRequest(error)) return endAll(batch, refused)
  const isAtomic = batch.context.index.capabilities.batches === 'atomic'
  const left = isAtomic ? batch.operations : await settleSeen(batch)
  if (batch.operations.length === 1) return endAll({ ...batch, operations: left }, refused)
  const middle = Math.ceil(left.length / 2)
  for (const operations of [left.slice(0, middle), left.slice(middle)]) {
    const stop = batch.context.refusals.stopOf(batch.step)
    if (stop === null) await sendOperations({ ...batch, operations })
    else endAll({ ...batch, operations }, { outcome: 'blocked', seen: null, message: stop })
  }
}

/** After a lost answer: resolves to the operations that can be sent again, since the store has not done them and cannot do so any more. */
async function settleLost(
  batch: Batch,
  { error, isLast }: { readonly error: OperationalError; readonly isLast: boolean },
): Promise<readonly LaneOperation[]> {
  const { step, context } = batch
  const settledAt = context.clock.now().getTime() + context.settleMs
  const open = await settleSeen(batch)
  if (open.length === 0) return []
  if (!isLast && open.every((operation) => isRepeatable(operation, context))) {
    context.late.add(open)
    reportFailedRequest(context, { step, operations: open }, { reason: 'lost', message: faultText(error), next: 'repeat' })
    return open
  }
  reportFailedRequest(context, { step, operations: open }, { reason: 'lost', message: faultText(error), next: 'read' })
  const milliseconds = Math.max(0, settledAt - context.clock.now().getTime())
  if (!(await waitWithoutSlot(context, { step, reason: 'settle', milliseconds }))) {
    context.late.add(open)
    endAll({ ...batch, operations: open }, { outcome: 'unknown', seen: null, message: `${error.message} ${unknownText}` })
    return []
  }
  const left = await settleSeen({ ...batch, operations: open })
  if (!isLast) return left
  endAll(
    { ...batch, operations: left },
    { outcome: 'failed', seen: 'before', message: `${faultText(error)} The store did not apply the request.` },
  )
  return []
}

const unknownText = 'It is unknown whether the store applied the request. Run `planogram apply --resume` to find out.'

/** True where the request may be sent again while the first may still arrive: it has the same effect twice, and nothing later overwrites it. */
function isRepeatable({ idempotency, moves, root }: LaneOperation, { lanes }: ApplyContext): boolean {
  const { lane } = lanes.stateOf(root.address)
  return idempotency !== 'insert' && moves.every(({ track, to }) => to === (lane.tracks.get(track)?.images.length ?? 0) - 1)
}

/**
 * Reads what a request was to write. Operations that the store shows as done end so, those that it shows twice or otherwise
 * fail; resolves to the others, with what is left of them. A store that cannot be read leaves all of them.
 */
async function settleSeen({ operations, context: { lanes }, end }: Batch): Promise<readonly LaneOperation[]> {
  const readings = await lanes.look(operations).catch((error: unknown) => {
    if (!(error instanceof OperationalError)) throw error
    return new Map<LaneOperation, OperationReading>()
  })
  return operations.filter((operation) => {
    const reading = readings.get(operation)
    if (!reading) return true
    const { verdict, pending, differences } = reading
    switch (verdict) {
      case 'after':
        end(operation, { ...done, seen: verdict })
        return false
      case 'twice':
      case 'other':
        end(operation, { outcome: 'failed', seen: verdict, message: seenText(verdict, differences) })
        return false
      case 'part':
        retainPending(operation, pending, lanes.stateOf(operation.root.address))
        return true
      case 'before':
        return true
      default:
        return verdict satisfies never
    }
  })
}

function retainPending({ moves }: LaneOperation, left: Pending, { pending, positions }: LaneState): void {
  for (const { track, to } of moves) {
    const rows = left.get(track)
    if (rows) pending.set(track, rows)
    else positions.set(track, to)
  }
}

function seenText(verdict: 'twice' | 'other', differences: readonly string[]): string {
  const [first = 'it is neither as before nor as it was sent', ...others] = differences
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return verdict === 'twice'
    ? `Rows are in the store twice: ${first}${more}. Run \`planogram plan\`: the next plan removes them.`
    : `The store does not show what was sent: ${first}${more}.`
}
