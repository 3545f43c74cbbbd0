import { certifyRead } from '../live/certify-read.ts'
import { checkVariantOptions } from '../live/check-variant-options.ts'
import { openTally } from '../live/read-tally.ts'
import { OperationalError } from '../errors.ts'
import type { Scope } from '../records/scope.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'
import type { LiveRecords } from './live-records.ts'

/** A store as it was read, and what people should know of it. */
export interface ReadStore {
  readonly live: LiveRecords
  /** One line each. */
  readonly notes: readonly string[]
}

/** How a store is read. */
export interface Reading {
  /** What is held of a product in its place. */
  readonly kept: (product: RecordTree) => RecordTree
  readonly onProgress: (resource: ResourceName, records: number) => void
}

const reportEvery = 2_000

const childrenOf: Readonly<Partial<Record<ResourceName, readonly ResourceName[]>>> = {
  Cat: ['CatParent'],
  Product: [
    ...(['ExtraImages', 'Inventory', 'Merchandising', 'PricingAdvanced', 'ProdAccessGroup', 'ProductAttributes'] as const),
    ...(['Options', 'Variants', 'ProdCat'] as const),
  ],
  Variants: ['Inventory', 'PricingAdvanced', 'VariantOptions'],
}

/** Reads everything that a catalogue can hold, every field of it, and proves that nothing was left out (design.md section 5). */
export async function readStore(store: StoreClient, { kept, onProgress }: Reading): Promise<ReadStore> {
  const [product, cat] = await Promise.all([otherFields(store, 'Product'), otherFields(store, 'Cat')])
  const others: Partial<Record<ResourceName, readonly string[]>> = { Product: product.fields, Cat: cat.fields }
  const scopes = (['UserGroups', 'Cat', 'Product', 'Webhooks'] as const).map((resource) => wholeScope(resource, others))
  const tally = openTally()
  const read: RecordTree[][] = []
  try {
    for (const scope of scopes) {
      const hold = scope.resource === 'Product' ? kept : (record: RecordTree): RecordTree => record
      read.push(await gathered(tally.tap(store.readAll(scope)), hold, (count) => onProgress(scope.resource, count)))
    }
  } catch (error) {
    if (error instanceof OperationalError && error.context['status'] === 406) await checkVariantOptions(store)
    throw error
  }
  const certificate = await certifyRead(store, scopes, tally)
  const orphans = certificate.flatMap(({ resource, orphans: rows }) =>
    rows.map((row) => `${resource} ${row} hangs on nothing and is not pulled.`),
  )
  const [groups = [], categories = [], products = [], webhooks = []] = read
  return {
    live: {
      groups,
      categories,
      products,
      webhooks: webhooks.map(({ fields }) => ({ name: fields['name'] ?? '', url: fields['url'] ?? '' })),
    },
    notes: [...product.notes, ...cat.notes, ...orphans],
  }
}

async function gathered(
  records: AsyncIterable<RecordTree>,
  kept: (record: RecordTree) => RecordTree,
  onCount: (count: number) => void,
): Promise<RecordTree[]> {
  const read: RecordTree[] = []
  for await (const record of records) {
    read.push(kept(record))
    if (read.length % reportEvery === 0) onCount(read.length)
  }
  if (read.length === 0 || read.length % reportEvery !== 0) onCount(read.length)
  return read
}

function wholeScope(resource: ResourceName, others: Partial<Record<ResourceName, readonly string[]>>): Scope {
  return {
    resource,
    fields: [...Object.keys(resourceOf(resource).fields), ...(others[resource] ?? [])],
    children: (childrenOf[resource] ?? []).map((child) => wholeScope(child, others)),
  }
}

interface OtherFields {
  readonly fields: readonly string[]
  readonly notes: readonly string[]
}

/** Fields that platform.md does not name: those of the config, and `meta_*` as the store's schema has them. */
async function otherFields(store: StoreClient, resource: 'Product' | 'Cat'): Promise<OtherFields> {
  const { fields } = resourceOf(resource)
  const names = store.fieldNames[resource] ?? {}
  const named = Object.keys(names).filter((name) => !Object.hasOwn(fields, name))
  const theirs = await store.schemaFields(resource)
  if (theirs === null) {
    return { fields: named, notes: [`The store shows no schema of ${resource}, so its meta_* fields are not known and not pulled.`] }
  }
  const ours = theirs.map((their) => Object.keys(names).find((name) => names[name] === their) ?? their)
  const unknown = ours.filter((name) => !Object.hasOwn(fields, name) && !named.includes(name) && !name.startsWith('meta_'))
  const notes =
    unknown.length === 0
      ? []
      : [
          `${resource} has fields in this store that are not pulled: ${unknown.join(', ')}. Name them in planogram.yaml, under stores.${store.name}.fields.${resource} (our name: the store's name).`,
        ]
  return { fields: [...new Set([...named, ...ours.filter((name) => /^meta_./.test(name))])], notes }
}
