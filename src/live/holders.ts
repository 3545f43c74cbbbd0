import type { DesiredRecord } from '../records/desired.ts'
import { foldedCode } from '../records/folded-code.ts'
import { slugOf } from '../records/named-fields.ts'
import { plannedRoots, resourceOf, type ResourceName } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'

/** A root record of the store, by resource and key. */
export interface HolderKey {
  readonly resource: ResourceName
  readonly key: string
}

/**
 * The root records of the store that have what some records of the catalogue want: a slug of them, as it is written or in lower case, or a
 * variant with a code of them. A whole read finds them by itself.
 */
export async function holdersOf(records: readonly DesiredRecord[], store: Pick<StoreClient, 'readWhere'>): Promise<readonly HolderKey[]> {
  const found = await Promise.all([holdersOfSlugs(records, store), holdersOfVariants(records, store)])
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

async function holdersOfVariants(records: readonly DesiredRecord[], store: Pick<StoreClient, 'readWhere'>): Promise<readonly HolderKey[]> {
  const codes = records.flatMap(({ children }) => (children.Variants ?? []).map(({ fields }) => fields['code'] ?? ''))
  if (codes.length === 0) return []
  const holders: HolderKey[] = []
  const scope = { resource: 'Variants' as const, fields: ['code', 'sku'], children: [] }
  for await (const { fields } of store.readWhere(scope, 'code', codes)) holders.push({ resource: 'Product', key: fields['sku'] ?? '' })
  return holders
}
