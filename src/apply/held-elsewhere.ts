import { readHeldKeys, type WantedKeys } from '../live/holders.ts'
import { type NewKey, newKeysOf } from '../plan/new-keys.ts'
import type { LaneParts, RootRef } from '../plan/operation.ts'
import { type HeldKey, placeOfKey } from '../records/held-key.ts'
import { resourceOf } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'

/** By the address of a root: who has keys that it creates, one sentence for each. Roots of which nobody else has a key are absent. */
export type HeldElsewhere = ReadonlyMap<string, readonly string[]>

/**
 * Reads whether other products have a key that some roots create: the platform would move the row, without its prices and stock
 * (docs/decisions/100-keys-that-are-held.md). The plan refuses what it sees; this is what somebody has written since.
 */
export async function heldElsewhere(
  all: readonly Pick<LaneParts, 'root' | 'changes' | 'packed'>[],
  store: StoreClient,
): Promise<HeldElsewhere> {
  const created = all.flatMap((parts) => newKeysOf(parts).map((own) => ({ root: parts.root, own })))
  const holders = Map.groupBy(await readHeldKeys(keysOf(created), store), placeOfKey)
  const held = created.flatMap(({ root, own }) =>
    (holders.get(placeOfKey(own)) ?? [])
      .filter(({ sku }) => sku !== root.key && sku !== own.from)
      .map((holder) => [root.address, heldText(own, holder)] as const),
  )
  return new Map([...Map.groupBy(held, ([address]) => address)].map(([address, own]) => [address, own.map(([, text]) => text)]))
}

interface Created {
  readonly root: RootRef
  readonly own: NewKey
}

function keysOf(created: readonly Created[]): WantedKeys {
  const byResource = Map.groupBy(created, ({ own }) => own.resource)
  return Object.fromEntries([...byResource].map(([resource, keys]) => [resource, keys.map(({ own }) => own.key)]))
}

function heldText(own: NewKey, holder: HeldKey): string {
  const { one } = resourceOf(holder.resource).noun
  if (own.resource === holder.resource) return `${one} ${own.key} is at ${holder.sku} now`
  return holder.resource === 'Product' ? `${own.key} is a ${one} now` : `${own.key} is a ${one} of ${holder.sku} now`
}
