import type { DesiredRecord } from '../records/desired.ts'
import { foldedCode } from '../records/folded-code.ts'
import type { HeldKey } from '../records/held-key.ts'
import { keyOf, slugOf } from '../records/named-fields.ts'
import { movableRows } from '../resources/movable-rows.ts'
import { plannedRoots, resourceOf, type ResourceName } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'
import { isRefusedRead } from './refused-read.ts'

/** A root record of the store, by resource and key. */
export interface HolderKey {
  readonly resource: ResourceName
  readonly key: string
}

/** Keys of records that are to be created, by resource (`keyedResources`). */
export type WantedKeys = Readonly<Partial<Record<ResourceName, readonly string[]>>>

/** The resources whose keys a product can take from another one. */
export const keyedResources: readonly ResourceName[] = ['Product', ...movableRows]

type Reads = Pick<StoreClient, 'readWhere' | 'count'>

/**
 * The root records of the store that have what some records of the catalogue want: a slug of them, as it is written or in lower case, or a row with a code of
 * them; products and variants share their codes. A whole read finds them by itself.
 */
export async function holdersOf(records: readonly DesiredRecord[], store: Reads): Promise<readonly HolderKey[]> {
  const [slugs, rows] = await Promise.all([holdersOfSlugs(records, store), holdersOfRows(records, store)])
  return [...slugs, ...rows]
}

async function holdersOfSlugs(records: readonly DesiredRecord[], store: Reads): Promise<readonly HolderKey[]> {
  const slugs = [...new Set(records.map(slugOf).filter((slug) => slug !== ''))]
  if (slugs.length === 0) return []
  const wanted = [...new Set([...slugs, ...slugs.map(foldedCode)])]
  const holders: HolderKey[] = []
  for (const resource of plannedRoots) {
    const { key, slugField } = resourceOf(resource)
    if (key === null || slugField === undefined) continue
    const scope = { resource, fields: [key, slugField], children: [] }
    for await (const { fields } of store.readWhere(scope, slugField, wanted)) holders.push({ resource, key: fields[key] ?? '' })
  }
  return holders
}

/** The products of the store that have a row with a code of these products, or are a product with the code of one of their variants. */
async function holdersOfRows(records: readonly DesiredRecord[], store: Reads): Promise<readonly HolderKey[]> {
  // Only a new product must not have the code of a variant, and which ones are new is known after the read.
  const held = await withTheseKeys({ ...wantedKeys(records), Product: [] }, store)
  return [...new Set(held.map(({ sku }) => sku))].map((key) => ({ resource: 'Product', key }))
}

/** The keys of these products and of their rows. */
export function wantedKeys(records: readonly DesiredRecord[]): WantedKeys {
  const products = records.filter(({ resource }) => resource === 'Product')
  const rows = movableRows.map((name) => [name, products.flatMap(({ children }) => (children[name] ?? []).map(keyOf))])
  return { ...Object.fromEntries(rows), Product: products.map(keyOf) }
}

/**
 * Who has these keys, and the keys that share a space with them: a product with the code of a variant, and a variant with the sku of a product
 * (assumptions.md W33). What a removed product has left belongs to nobody; a resource that the store refuses to read has none of the keys.
 */
export async function readHeldKeys(wanted: WantedKeys, store: Reads): Promise<readonly HeldKey[]> {
  const held = await withTheseKeys(wanted, store)
  const skus = [...new Set(held.flatMap(({ resource, sku }) => (resource === 'Product' ? [] : [sku])))]
  const existing = new Set((await withKeys('Product', skus, store)).map(({ key }) => key))
  return held.filter(({ resource, sku }) => resource === 'Product' || existing.has(sku))
}

/** The same, with what removed products have left. */
async function withTheseKeys(wanted: WantedKeys, store: Reads): Promise<readonly HeldKey[]> {
  const { Product = [], Variants = [] } = wanted
  const all: WantedKeys = { ...wanted, Product: Variants, Variants: [...Variants, ...Product] }
  const found = await Promise.all(keyedResources.map((resource) => withKeys(resource, all[resource] ?? [], store)))
  return found.flat()
}

/** The most keys that are read without a count of the rows first: they fit in one request. */
const mostUncounted = 100

async function withKeys(resource: ResourceName, keys: readonly string[], store: Reads): Promise<readonly HeldKey[]> {
  const { key: name } = resourceOf(resource)
  if (name === null || keys.length === 0) return []
  const held: HeldKey[] = []
  const scope = { resource, fields: [...new Set([name, 'sku'])], children: [] }
  try {
    if (keys.length > mostUncounted && (await store.count(resource)) === 0) return held
    for await (const { fields } of store.readWhere(scope, name, keys))
      held.push({ resource, key: fields[name] ?? '', sku: fields['sku'] ?? '' })
    return held
  } catch (error) {
    if (isRefusedRead(error)) return []
    throw error
  }
}
