import { keyedResources, readHeldKeys, type WantedKeys } from '../live/holders.ts'
import { isRefusedRead } from '../live/refused-read.ts'
import { type NewKey, newKeysOf } from '../plan/new-keys.ts'
import type { LaneParts, RootRef } from '../plan/operation.ts'
import type { OperationIndex } from '../plan/operations.ts'
import type { CertificateLine } from '../records/certificate.ts'
import { type HeldKey, placeOfKey } from '../records/held-key.ts'
import { resourceOf } from '../resources/registry.ts'
import { onFirstUse } from '../source/on-first-use.ts'
import type { StoreClient } from '../store/store-client.ts'

/** By the address of a root: who has keys that it creates, one sentence for each. Roots of which nobody else has a key are absent. */
export type HeldElsewhere = ReadonlyMap<string, readonly string[]>

type OwnParts = Pick<LaneParts, 'root' | 'changes' | 'packed'>

/** Reads whether other products have a key that some roots create. */
export type ReadHeld = (all: readonly OwnParts[]) => Promise<HeldElsewhere>

/** The most records of a plan whose new keys are read in any case: as many as one body of usual size has. */
const mostAlwaysRead = 100

/**
 * Opens the reads of a run that show whether other products have a key which it creates: the platform would move the row, without its prices and stock
 * (docs/decisions/100-keys-that-are-held.md). The plan refuses what it sees; this is what somebody has written since. For a plan of many records the rows are
 * counted instead, before the first write: where the store has as many as the plan has counted, no key is read. Thousands of keys take more requests than all else.
 */
export function openHeldElsewhere({ roots, certificate }: Pick<OperationIndex, 'roots' | 'certificate'>, store: StoreClient): ReadHeld {
  const isAsPlanned = onFirstUse(async () => {
    const records = [...roots.values()].filter(({ root }) => root.resource !== null).length
    return records > mostAlwaysRead && (await hasAsManyRows(certificate, store))
  })
  return async (all) => {
    const creating = all.filter(createsKeys)
    return creating.length === 0 || (await isAsPlanned()) ? new Map() : heldElsewhere(creating, store)
  }
}

/** False for the roots that only change what is there, or create rows without such a key. */
function createsKeys(parts: OwnParts): boolean {
  return parts.packed !== undefined || newKeysOf(parts).length > 0
}

/**
 * True where a plan has read all records, and the store has as many rows with such keys now. Of a resource that the plan has not read it creates no row;
 * a variant has the sku of a new product in none of a store without variants.
 */
async function hasAsManyRows(certificate: readonly CertificateLine[], store: StoreClient): Promise<boolean> {
  if (certificate.length === 0 || certificate.some(({ unread = 0 }) => unread > 0)) return false
  const totals = new Map(certificate.map(({ resource, total }) => [resource, total]))
  const counted = keyedResources.filter((resource) => totals.has(resource) || resource === 'Variants')
  // Where rows cannot be counted, the keys are read, and that read reports what is wrong; of a refused resource it would find none.
  const found = await Promise.all(
    counted.map((resource) => store.count(resource).then((count) => count === (totals.get(resource) ?? 0), isRefusedRead)),
  )
  return found.every(Boolean)
}

async function heldElsewhere(all: readonly OwnParts[], store: StoreClient): Promise<HeldElsewhere> {
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
