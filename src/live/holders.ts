import type { DesiredRecord } from '../records/desired.ts'
import { foldedCode } from '../records/folded-code.ts'
import type { HeldKey } from '../records/held-key.ts'
import { keyOf, slugOf } from '../records/named-fields.ts'
import { plannedRoots, resourceOf, type ResourceName } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'
import { isRefusedRead } from './refused-read.ts'

/** A root record of the store, by resource and key. */
export interface HolderKey {
  readonly resource: ResourceName
  readonly key: string
}

/** Keys of records that are to be created, by resource: products, variants, options and extra images. */
export type WantedKeys = Readonly<Partial<Record<ResourceName, readonly string[]>>>

type Reads = Pick<StoreClient, 'readWhere'>

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
  const held = await readHeldKeys({ ...wantedKeys(records), Product: [] }, store)
  return [...new Set(held.map(({ sku }) => sku))].map((key) => ({ resource: 'Product', key }))
}

/** The keys of these products and of their rows. */
export function wantedKeys(records: readonly DesiredRecord[]): WantedKeys {
  const products = records.filter(({ resource }) => resource === 'Product')
  const codesOf = (name: ResourceName): readonly string[] => products.flatMap(({ children }) => (children[name] ?? []).map(keyOf))
  return { Product: products.map(keyOf), Variants: codesOf('Variants'), Options: codesOf('Options'), ExtraImages: codesOf('ExtraImages') }
}

/**
 * Who has these keys, and the keys that share a space with them: a product with the code of a variant, and a variant with the sku of a product
 * (assumptions.md W33). What a removed product has left belongs to nobody; a resource that the store refuses to read has none of the keys.
 */
export async function readHeldKeys(
  { Product = [], Variants = [], Options = [], ExtraImages = [] }: WantedKeys,
  store: Reads,
): Promise<readonly HeldKey[]> {
  const found = await Promise.all([
    withKeys('Variants', [...Variants, ...Product], store),
    withKeys('Product', Variants, store),
    withKeys('Options', Options, store),
    withKeys('ExtraImages', ExtraImages, store),
  ])
  const held = found.flat()
  const skus = [...new Set(held.flatMap(({ resource, sku }) => (resource === 'Product' ? [] : [sku])))]
  const existing = new Set((await withKeys('Product', skus, store)).map(({ key }) => key))
  return held.filter(({ resource, sku }) => resource === 'Product' || existing.has(sku))
}

async function withKeys(resource: ResourceName, keys: readonly string[], store: Reads): Promise<readonly HeldKey[]> {
  const { key: name } = resourceOf(resource)
  if (name === null || keys.length === 0) return []
  const held: HeldKey[] = []
  const scope = { resource, fields: [...new Set([name, 'sku'])], children: [] }
  try {
    for await (const { fields } of store.readWhere(scope, name, keys))
      held.push({ resource, key: fields[name] ?? '', sku: fields['sku'] ?? '' })
    return held
  } catch (error) {
    if (isRefusedRead(error)) return []
    throw error
  }
}
