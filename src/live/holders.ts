import type { DesiredRecord } from '../records/desired.ts'
import { foldedCode } from '../records/folded-code.ts'
import { keyOf, slugOf } from '../records/named-fields.ts'
import { plannedRoots, resourceOf, type ResourceName } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'

/** A root record of the store, by resource and key. */
export interface HolderKey {
  readonly resource: ResourceName
  readonly key: string
}

/**
 * The root records of the store that have what some records of the catalogue want: a slug of them, as it is written or in lower case, or a row with a code of
 * them; products and variants share their codes. A whole read finds them by itself.
 */
export async function holdersOf(records: readonly DesiredRecord[], store: Pick<StoreClient, 'readWhere'>): Promise<readonly HolderKey[]> {
  const found = await Promise.all([holdersOfSlugs(records, store), holdersOfRows(records, store)])
  return found.flat()
}

async function holdersOfSlugs(records: readonly DesiredRecord[], store: Pick<StoreClient, 'readWhere'>): Promise<readonly HolderKey[]> {
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

async function holdersOfRows(records: readonly DesiredRecord[], store: Pick<StoreClient, 'readWhere'>): Promise<readonly HolderKey[]> {
  const products = records.filter(({ resource }) => resource === 'Product')
  const codesOf = (name: ResourceName): readonly string[] => products.flatMap(({ children }) => (children[name] ?? []).map(keyOf))
  const variants = codesOf('Variants')
  const found = await Promise.all([
    // A key without access to variants can plan products that have none.
    productsWith('Variants', variants.length === 0 ? [] : [...variants, ...products.map(keyOf)], store),
    productsWith('Product', variants, store),
    productsWith('Options', codesOf('Options'), store),
    productsWith('ExtraImages', codesOf('ExtraImages'), store),
  ])
  return found.flat()
}

/** The products that have, or are, one of these records. */
async function productsWith(
  resource: ResourceName,
  keys: readonly string[],
  store: Pick<StoreClient, 'readWhere'>,
): Promise<readonly HolderKey[]> {
  const { key } = resourceOf(resource)
  if (key === null || keys.length === 0) return []
  const holders: HolderKey[] = []
  const scope = { resource, fields: [...new Set([key, 'sku'])], children: [] }
  for await (const { fields } of store.readWhere(scope, key, keys)) holders.push({ resource: 'Product', key: fields['sku'] ?? '' })
  return holders
}
