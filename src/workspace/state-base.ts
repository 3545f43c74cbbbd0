import { isOtherEmbedded, storeNameInState } from '../live/store-names.ts'
import type { BaseRecords } from '../records/base-record.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'

/** What the state knows of the last applies to a store: keys and digests now, records when they are asked for. */
export interface StateBase extends BaseRecords {
  /** `baseDigest` of a root record; `undefined` where it was not applied. */
  digestOf(...root: Parameters<BaseRecords['has']>): string | undefined
  /** True where the state has nothing of this store, and something of another embedded one. */
  readonly isForeign: boolean
}

/** Opens the base of a store in the state. */
export async function stateBase(state: State, store: StoreClient): Promise<StateBase> {
  const name = storeNameInState(store)
  const digests = await state.baseDigests(name)
  const isForeign = digests.size === 0 && (await state.stores()).some((other) => isOtherEmbedded(other, store))
  const has: StateBase['has'] = (resource, key) => digests.get(resource)?.has(key) ?? false
  return {
    isForeign,
    keys: (resource) => digests.get(resource)?.keys() ?? [],
    has,
    get: async (resource, key) => (has(resource, key) ? ((await state.baseOf(name, { resource, key })) ?? undefined) : undefined),
    digestOf: (resource, key) => digests.get(resource)?.get(key),
  }
}

/** The base of the state, and of another one the records of which the state has none. Digests are those of the state. */
export function joinedBase(own: StateBase, other: BaseRecords): StateBase {
  return {
    isForeign: own.isForeign,
    keys: (resource) => new Set([...own.keys(resource), ...other.keys(resource)]),
    has: (resource, key) => own.has(resource, key) || other.has(resource, key),
    get: async (resource, key) => (await own.get(resource, key)) ?? other.get(resource, key),
    digestOf: (resource, key) => own.digestOf(resource, key),
  }
}
