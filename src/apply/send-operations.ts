import { invariant, OperationalError } from '../errors.ts'
import type { Action, LaneOperation } from '../plan/operation.ts'
import { specOf } from '../plan/spec-of.ts'
import type { Step } from '../plan/step.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { StoreClient } from '../store/store-client.ts'
import { type Answer, isAboutRequest } from './answer.ts'
import { type ApplyContext, waitWithoutSlot } from './apply-context.ts'
import { groupRows } from './compare-rows.ts'
import { type LaneState, type OperationReading, trackOf } from './lanes.ts'
import { type Pending, remainderOf } from './remainder.ts'

/** How an operation that was sent ended. */
export interface Sent {
  readonly outcome: 'done' | 'failed' | 'unknown'
  /** What the store showed, where it was read. */
  readonly seen: string | null
  readonly message: string | null
}

/** The operations of one step that are sent together, each with what is left of it to be written. */
export interface Batch {
  readonly step: Step
  readonly operations: readonly LaneOperation[]
}

/** The pauses before a request that was refused for now is sent again, in milliseconds: about two minutes in all. */
const busyPausesMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000] as const
const longestPauseMs = 60_000
/** How often one request is sent again after its answer was lost. */
const mostLost = 3

/**
 * Sends operations in one request, and brings each to an end. A refusal for now is repeated; a body that is refused is halved
 * until the records at fault are alone; after a lost answer the store is read, and nothing is sent again on a guess
 * (docs/decisions/020-exactly-once.md). `end` is called once for each operation.
 */
export async function sendOperations(
  batch: Batch,
  context: ApplyContext,
  end: (operation: LaneOperation, sent: Sent) => void,
): Promise<void> {
  let { operations } = batch
  let lost = 0
  for (let busy = 0; operations.length > 0;) {
    const answer = await request({ ...batch, operations }, context)
    if (answer.kind === 'confirmed') {
      for (const operation of operations) end(operation, done)
      return
    }
    if (answer.kind === 'refused') return settleRefusal({ ...batch, operations }, answer.error, context, end)
    if (answer.kind === 'busy') {
      const pause = busyPausesMs[busy]
      busy += 1
      const milliseconds = answer.pauseMs ?? pause ?? longestPauseMs
      if (
        pause === undefined ||
        milliseconds > longestPauseMs ||
        !(await waitWithoutSlot(context, { step: batch.step, reason: 'busy', milliseconds }))
      ) {
        return endAll(operations, { outcome: 'failed', seen: null, message: messageOf(answer.error) }, end)
      }
      continue
    }
    lost += 1
    operations = await settleLost({ ...batch, operations }, { error: answer.error, isLast: lost > mostLost }, context, end)
  }
}

const done: Sent = { outcome: 'done', seen: null, message: null }

function endAll(operations: readonly LaneOperation[], sent: Sent, end: (operation: LaneOperation, sent: Sent) => void): void {
  for (const operation of operations) end(operation, sent)
}

function messageOf({ message, fix }: OperationalError): string {
  return `${message} ${fix}`
}

/** One request with what is left of these operations. */
async function request({ step, operations }: Batch, { journal, store, lanes, index }: ApplyContext): Promise<Answer> {
  const actions = operations.map(({ root, action, moves }) => {
    const state = lanes.stateOf(root.address)
    const isWhole = moves.every(({ track, to }) => !state.pending.has(track) && (state.positions.get(track) ?? 0) < to)
    return isWhole ? action : remainderOf(action, pendingOf(moves, state, index.capabilities), index.capabilities)
  })
  return journal.attempt(step, operations, () => send(actions, store))
}

/** What is left of an operation: of a torn track the rows that are missing, of a track that is not reached yet everything. */
function pendingOf(moves: LaneOperation['moves'], { positions, pending, lane }: LaneState, capabilities: Capabilities): Pending {
  const left = new Map<string, ReadonlySet<string>>()
  for (const move of moves) {
    const rows = pending.get(move.track)
    const { target, images } = trackOf(lane, move)
    if (rows) left.set(move.track, rows)
    else if ((positions.get(move.track) ?? 0) < move.to)
      left.set(move.track, new Set(groupRows(target, images[move.to]?.rows ?? [], capabilities).keys()))
  }
  return left
}

async function send(actions: readonly Action[], store: StoreClient): Promise<void> {
  const [first] = actions
  invariant(first, 'a request has at least one operation')
  switch (first.kind) {
    case 'write':
    case 'write-prices': {
      const records = actions.flatMap((action) =>
        action.kind === 'write' ? [action.record] : action.kind === 'write-prices' ? action.rows : [],
      )
      return store.post(specOf(records[0]?.resource ?? 'Product', records), records)
    }
    case 'delete-prices':
      return store.deletePrices(actions.flatMap((action) => (action.kind === 'delete-prices' ? [action.sku] : [])))
    case 'delete-row':
      return store.deleteRow(first.resource, first.where)
    case 'put-file':
      throw new Error('files are not sent to the Data API')
    default:
      return first satisfies never
  }
}

/** After a refusal: what the store wrote nevertheless is done; the rest is sent in halves until the records at fault are alone. */
async function settleRefusal(
  batch: Batch,
  error: OperationalError,
  context: ApplyContext,
  end: (operation: LaneOperation, sent: Sent) => void,
): Promise<void> {
  const { operations } = batch
  const refused: Sent = { outcome: 'failed', seen: null, message: messageOf(error) }
  if (isAboutRequest(error)) return endAll(operations, refused, end)
  const left = context.index.capabilities.batches === 'atomic' ? operations : await settleSeen(batch, context, end)
  if (operations.length === 1) return endAll(left, refused, end)
  const middle = Math.ceil(left.length / 2)
  for (const half of [left.slice(0, middle), left.slice(middle)]) {
    if (half.length > 0) await sendOperations({ ...batch, operations: half }, context, end)
  }
}

/** After a lost answer: resolves to the operations that can be sent again, since the store has not done them and cannot do so any more. */
async function settleLost(
  batch: Batch,
  { error, isLast }: { readonly error: OperationalError; readonly isLast: boolean },
  context: ApplyContext,
  end: (operation: LaneOperation, sent: Sent) => void,
): Promise<readonly LaneOperation[]> {
  const lostAt = context.clock.now().getTime()
  let left = await settleSeen(batch, context, end)
  if (left.length === 0) return []
  const settledAt = lostAt + context.settleMs
  if (!isLast && left.every((operation) => isRepeatable(operation, context))) {
    context.mayActUntil(settledAt)
    return left
  }
  const milliseconds = Math.max(0, settledAt - context.clock.now().getTime())
  if (!(await waitWithoutSlot(context, { step: batch.step, reason: 'settle', milliseconds }))) {
    endAll(
      left,
      {
        outcome: 'unknown',
        seen: null,
        message: `${error.message} It is unknown whether the store applied the request; \`planogram apply --resume\` finds out.`,
      },
      end,
    )
    return []
  }
  left = await settleSeen({ ...batch, operations: left }, context, end)
  if (!isLast) return left
  endAll(left, { outcome: 'failed', seen: 'before', message: `${messageOf(error)} The store did not apply the request.` }, end)
  return []
}

/** True where the request may be sent again while the first may still arrive: it has the same effect twice, and nothing later overwrites it. */
function isRepeatable({ idempotency, moves, root }: LaneOperation, { lanes }: ApplyContext): boolean {
  const { lane } = lanes.stateOf(root.address)
  return idempotency !== 'insert' && moves.every(({ track, to }) => to === (lane.tracks.get(track)?.images.length ?? 0) - 1)
}

/**
 * Reads what a request was to write. Operations that the store shows as done end so, those that it shows twice or otherwise
 * fail; resolves to the others, with what is left of them. A store that cannot be read leaves all of them.
 */
async function settleSeen(
  { operations }: Batch,
  { lanes }: ApplyContext,
  end: (operation: LaneOperation, sent: Sent) => void,
): Promise<readonly LaneOperation[]> {
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
        keepPending(operation, pending, lanes.stateOf(operation.root.address))
        return true
      case 'before':
        return true
      default:
        return verdict satisfies never
    }
  })
}

function keepPending({ moves }: LaneOperation, left: Pending, { pending, positions }: LaneState): void {
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
    : `The store shows something else than was sent: ${first}${more}.`
}
