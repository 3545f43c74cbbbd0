import { invariant, OperationalError } from '../errors.ts'
import type { LaneOperation } from '../plan/operation.ts'
import type { Step } from '../plan/step.ts'
import { type Answer, isAboutRequest } from './answer.ts'
import { type ApplyContext, reportFailedRequest, waitWithoutSlot } from './apply-context.ts'
import type { LaneState } from './lane-state.ts'
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
  /** True where it was not sent, since the run was stopped. */
  readonly isUnsent?: true
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
  /** The last request with these operations whose answer was lost and of which it is not known whether the store has applied it. */
  readonly lost?: LostRequest | undefined
}

interface LostRequest {
  readonly error: OperationalError
  /** When it cannot take effect any more, in milliseconds of `RunClock.elapsedMs`. */
  readonly settlesAt: number
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
  const { step, context } = batch
  let rest = batch
  let [busy, lost] = [0, 0]
  while (rest.operations.length > 0) {
    const answer = await request(rest, context)
    if (answer.kind === 'confirmed') return endAll(rest, done)
    if (answer.kind === 'refused') return settleRefusal(rest, answer.error)
    if (answer.kind === 'unsent') return endAll(rest, rest.lost ? { ...unknown(rest.lost.error), isUnsent: true } : unsentBy(answer.error))
    if (answer.kind === 'busy') {
      if (!(await waitForStore(rest, answer, busyPausesMs[busy]))) return endRefused(rest, answer.error)
      busy += 1
    } else {
      lost += 1
      const settlesAt = context.clock.elapsedMs() + context.settleMs
      rest = await settleLost({ ...rest, lost: { error: answer.error, settlesAt } }, lost > mostLost)
    }
    if (rest.operations.length > 0) context.onEvent({ type: 'retrying', step, reason: answer.kind })
  }
}

/** Ends operations that were refused for good. What an earlier request with them did, whose answer was lost, is read first. */
async function endRefused(batch: Batch, error: OperationalError): Promise<void> {
  const rest = batch.lost ? await settle(batch, batch.lost) : batch
  const refused = { outcome: 'failed', message: faultText(error), refusal: refusalOf(error, rest.operations) } as const
  for (const operation of rest.operations) rest.end(operation, { ...refused, seen: isTorn(operation, rest.context) ? 'part' : null })
}

/** True where the store has a part of what an operation writes. */
function isTorn(operation: LaneOperation, { lanes }: ApplyContext): boolean {
  return !lanes.progressOf(operation.root.address).isUntouched(operation)
}

const done: Sent = { outcome: 'done', seen: null, message: null }

/** How an operation ends whose request was not sent, since the run was stopped. */
export function unsentBy({ message }: OperationalError): Sent {
  return { outcome: 'blocked', seen: null, message, isUnsent: true }
}

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
  const isShared = isAboutRequest(error)
  // A row that is gone is refused in its turn (404, docs/assumptions.md W7): those before it can be written.
  const isWhole = batch.context.index.capabilities.batches === 'atomic' || (isShared && error.context['status'] !== 404)
  const left = isWhole ? batch.operations : await settleSeen(batch)
  if (left === null) return endAll(batch, unknown(error))
  if (left.length === 0) return
  if (isShared || batch.operations.length === 1) return endRefused({ ...batch, operations: left }, error)
  const middle = Math.ceil(left.length / 2)
  for (const operations of [left.slice(0, middle), left.slice(middle)]) {
    const stop = batch.context.refusals.stopOf(batch.step)
    if (stop === null) await sendOperations({ ...batch, operations })
    else endAll({ ...batch, operations }, { outcome: 'blocked', seen: null, message: stop })
  }
}

/** After a lost answer: resolves to what can be sent again, since it has the same effect twice, or since the store has not done it and cannot do so any more. */
async function settleLost(batch: Batch & { readonly lost: LostRequest }, isLast: boolean): Promise<Batch> {
  const { step, context, lost } = batch
  const open = { ...batch, operations: (await settleSeen(batch)) ?? batch.operations }
  const { operations } = open
  if (operations.length === 0) return open
  const message = faultText(lost.error)
  if (!isLast && operations.every((operation) => isRepeatable(operation, context))) {
    context.late.add(operations)
    reportFailedRequest(context, { step, operations }, { reason: 'lost', message, next: 'repeat' })
    return open
  }
  reportFailedRequest(context, { step, operations }, { reason: 'lost', message, next: 'read' })
  const rest = await settle(open, lost)
  if (!isLast) return rest
  for (const operation of rest.operations) {
    const [seen, extent] = isTorn(operation, context) ? ['part', 'all of the request'] : ['before', 'the request']
    rest.end(operation, { outcome: 'failed', seen, message: `${message} The store did not apply ${extent}.` })
  }
  return { ...rest, operations: [] }
}

/**
 * Waits until a lost request cannot take effect any more, and reads what the store has. Resolves to what it has not done; where that cannot be
 * read, or the run is stopped, everything ends as unknown.
 */
async function settle(batch: Batch, { error, settlesAt }: LostRequest): Promise<Batch> {
  const { step, operations, context } = batch
  const milliseconds = Math.max(0, settlesAt - context.clock.elapsedMs())
  const isSettled = milliseconds > 0 ? await waitWithoutSlot(context, { step, reason: 'settle', milliseconds }) : !context.stop.aborted
  if (!isSettled) context.late.add(operations)
  const left = isSettled ? await settleSeen(batch) : null
  if (left === null) endAll(batch, unknown(error))
  return { ...batch, operations: left ?? [], lost: undefined }
}

function unknown(error: OperationalError): Sent {
  return { outcome: 'unknown', seen: null, message: `${error.message} ${unknownText}` }
}

const unknownText = 'It is unknown whether the store applied the request. Run `planogram apply --resume` to find out.'

/** True where the request may be sent again while the first may still arrive: it has the same effect twice, and nothing later overwrites it. */
function isRepeatable({ idempotency, moves, root }: LaneOperation, { lanes }: ApplyContext): boolean {
  const { lane } = lanes.stateOf(root.address)
  return idempotency !== 'insert' && moves.every(({ track, to }) => to === (lane.tracks.get(track)?.images.length ?? 0) - 1)
}

/**
 * Reads what a request was to write. Operations that the store shows as done end so, those that it shows twice or otherwise
 * fail; resolves to the others, with what is left of them, and to `null` where the store cannot be read.
 */
async function settleSeen({ operations, context: { lanes }, end }: Batch): Promise<readonly LaneOperation[] | null> {
  const readings = await lanes.look(operations).catch((error: unknown) => {
    if (!(error instanceof OperationalError)) throw error
    return null
  })
  if (readings === null) return null
  return operations.filter((operation) => {
    const reading = readings.get(operation)
    invariant(reading, `${operation.address} was read`)
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
