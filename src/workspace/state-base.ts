import { isOtherEmbedded, storeNameInState } from '../live/store-names.ts'
import type { BaseRecords } from '../records/base-record.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'

/** What the state knows of the last applies to a store: keys and contents now, records when they are asked for. */
export interface StateBase extends BaseRecords {
  /** The content that a root record was saved with; `null` where it is not known, `undefined` where it was not applied. */
  contentOf(...root: Parameters<BaseRecords['has']>): string | null | undefined
  /** `baseDigest` of a root record; `undefined` where it was not applied. */
  digestOf(...root: Parameters<BaseRecords['has']>): Promise<string | undefined>
  /** False where no value of a root record, as last applied, was rewritten by the store (`BaseRow.stored`). */
  mayBeRewritten(...root: Parameters<BaseRecords['has']>): boolean
  /** True where the state has nothing of this store, and something of another embedded one. */
  readonly isForeign: boolean
}

/** Opens the base of a store in the state. */
export async function stateBase(state: State, store: StoreClient): Promise<StateBase> {
  const name = storeNameInState(store)
  const known = await state.baseContents(name)
  const isForeign = known.size === 0 && (await state.stores()).some((other) => isOtherEmbedded(other, store))
  const rewritten = await state.rewrittenBase(name)
  const has: StateBase['has'] = (resource, key) => known.get(resource)?.has(key) ?? false
  return {
    isForeign,
    keys: (resource) => known.get(resource)?.keys() ?? [],
    has,
    get: async (resource, key) => (has(resource, key) ? ((await state.baseOf(name, { resource, key })) ?? undefined) : undefined),
    contentOf: (resource, key) => known.get(resource)?.get(key),
    digestOf: async (resource, key) =>
      has(resource, key) ? ((await state.baseDigestOf(name, { resource, key })) ?? undefined) : undefined,
    mayBeRewritten: (resource, key) => rewritten.get(resource)?.has(key) ?? false,
  }
}

/** The base of the state, and of another one the records of which the state has none. Contents and digests are those of the state. */
export function joinedBase(own: StateBase, other: BaseRecords): StateBase {
  return {
    isForeign: own.isForeign,
    keys: (resource) => new Set([...own.keys(resource), ...other.keys(resource)]),
    has: (resource, key) => own.has(resource, key) || other.has(resource, key),
    get: async (resource, key) => (await own.get(resource, key)) ?? other.get(resource, key),
    contentOf: (resource, key) => own.contentOf(resource, key),
    digestOf: (resource, key) => own.digestOf(resource, key),
    // The records of another base have no such values.
    mayBeRewritten: (resource, key) => own.mayBeRewritten(resource, key),
  }
}
