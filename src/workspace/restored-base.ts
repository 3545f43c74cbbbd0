import { unpackPlan } from '../apply/packed-plan.ts'
import type { BaseEnd } from '../apply/apply-input.ts'
import { isOwnChange, type RecordChange } from '../diff/change.ts'
import type { RootRef } from '../plan/operation.ts'
import type { Plan } from '../plan/plan.ts'
import { isRootName } from '../resources/registry.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { stateBase } from './state-base.ts'

/**
 * The base of root records that an undo creates again: ours, because the run removed only what was applied (docs/undo.md). `null` for every other
 * record, and where the base has one already: an undo changes nothing else of what was last applied.
 */
export type RestoredBase = (root: RootRef) => Promise<BaseEnd | null>

/**
 * The base that the plan of an undo restores, from the plan of the run that it undoes; `undefined` for another plan, and where the state has
 * no plan of the run any more.
 */
export async function restoredBase(
  plan: Plan,
  { store, state }: { readonly store: StoreClient; readonly state: State },
): Promise<RestoredBase | undefined> {
  const { undoes } = plan.madeFrom
  const bytes = undoes === undefined ? null : await state.planOf(undoes)
  if (bytes === null) return undefined
  const base = await stateBase(state, store)
  const removed = new Map((await unpackPlan(bytes)).changes.filter(isRemoval).map((change) => [change.address, change]))
  const created = new Set(plan.changes.filter((change) => isOwnChange(change) && change.action === 'create').map(({ address }) => address))
  return ({ resource, key, address }) => {
    const change = removed.get(address)
    if (!change || !created.has(address) || resource === null || !isRootName(resource) || base.has(resource, key))
      return Promise.resolve(null)
    const fields = appliedFields(change)
    if (Object.keys(fields).length === 0) return Promise.resolve(null)
    return Promise.resolve({ applied: { resource, key, base: { record: { resource, fields, children: {} }, source: change.source } } })
  }
}

function isRemoval(change: Plan['changes'][number]): change is RecordChange {
  return isOwnChange(change) && change.action === 'remove' && change.leaves === true
}

/** The fields that the catalogue managed, as they were applied; plans of earlier versions do not have them. */
function appliedFields({ fields }: RecordChange): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.flatMap(({ field, base }) => (base === null ? [] : [[field, base]])))
}
