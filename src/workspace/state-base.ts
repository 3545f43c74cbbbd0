import { storeNameInState } from '../live/store-names.ts'
import type { BaseRecords } from '../records/base-record.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'

/** What the state knows of the last applies to a store: keys and digests now, records when they are asked for. */
export interface StateBase extends BaseRecords {
  /** `baseDigest` of a root record; `undefined` where it was not applied. */
  digestOf(...root: Parameters<BaseRecords['has']>): string | undefined
}

/** Opens the base of a store in the state. */
export async function stateBase(state: State, store: StoreClient): Promise<StateBase> {
  const name = storeNameInState(store)
  const digests = await state.baseDigests(name)
  return {
    keys: (resource) => digests.get(resource)?.keys() ?? [],
    has: (resource, key) => digests.get(resource)?.has(key) ?? false,
    get: async (resource, key) => (await state.baseOf(name, { resource, key })) ?? undefined,
    digestOf: (resource, key) => digests.get(resource)?.get(key),
  }
}

/** The records of the first base, and of the second one where the first has none of the key. */
export function joinedBase(first: BaseRecords, second: BaseRecords): BaseRecords {
  return {
    keys: (resource) => new Set([...first.keys(resource), ...second.keys(resource)]),
    has: (resource, key) => first.has(resource, key) || second.has(resource, key),
    get: async (resource, key) => (await first.get(resource, key)) ?? second.get(resource, key),
  }
}
