import { invariant } from '../errors.ts'
import type { Action, LaneOperation } from '../plan/operation.ts'
import { specOf } from '../plan/spec-of.ts'
import { actionAt } from '../plan/step-actions.ts'
import type { Step } from '../plan/step.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { StoreClient } from '../store/store-client.ts'
import type { ApplyContext } from './apply-context.ts'
import { groupRows } from './compare-rows.ts'
import type { Attempted } from './journal.ts'
import { type LaneState, trackOf } from './lane-state.ts'
import { type Pending, remainderOf } from './remainder.ts'

/** Sends one request with what is left of these operations; resolves to what came back. */
export async function request(
  { step, operations }: { readonly step: Step; readonly operations: readonly LaneOperation[] },
  { journal, store, lanes, index }: ApplyContext,
): Promise<Attempted> {
  // A body can be a hundred products with all their rows: actions that are sent whole are made at that moment, and not kept while the store answers.
  const actions = operations.map((operation): (() => Action) => {
    const { root, place } = operation
    if (lanes.progressOf(root.address).isUntouched(operation)) return () => actionAt(place)
    const left = lanes.use(root.address, (state) =>
      remainderOf(actionAt(place), pendingOf(operation.moves, state, index.capabilities), index.capabilities),
    )
    return () => left
  })
  // Nobody needs the lanes before the store has answered.
  lanes.release(operations.map(({ root }) => root.address))
  return journal.attempt(step, operations, {
    send: () =>
      send(
        actions.map((make) => make()),
        store,
      ),
  })
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
    case 'delete-entry':
      return store.deleteRow('PricingAdvanced', { uid: first.uid })
    case 'delete-row':
      return store.deleteRow(first.resource, first.where)
    case 'put-file':
    case 'delete-file':
      throw new Error('files are not sent to the Data API')
    default:
      return first satisfies never
  }
}
