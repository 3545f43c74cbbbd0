import { certifyRead } from '../live/certify-read.ts'
import { checkVariantOptions } from '../live/check-variant-options.ts'
import { orphanNotices } from '../live/orphan-names.ts'
import { openTally } from '../live/read-tally.ts'
import { openRowOwners } from '../live/row-owners.ts'
import { tapRecords } from '../live/tap-records.ts'
import { OperationalError } from '../errors.ts'
import type { Scope } from '../records/scope.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { childResources, resourceOf, type ResourceName, rootNames } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'
import type { RecordStore } from '../catalogue/cache/record-store.ts'
import type { LiveSources } from './live-records.ts'

/** The records of a store, and notes for people. */
export interface ReadStore {
  readonly live: LiveSources
  /** Sentences, one per line. */
  readonly notes: readonly string[]
}

/** How a store is read. */
export interface Reading {
  /** Where products are kept; empty. */
  readonly products: RecordStore<RecordTree>
  readonly onProgress: (resource: ResourceName, records: number) => void
}

const reportEvery = 100

/** Reads all records that a catalogue can contain, with all fields, and proves that none is missing (design.md section 5). */
export async function readStore(store: StoreClient, { products, onProgress }: Reading): Promise<ReadStore> {
  const [product, cat] = await Promise.all([otherFields(store, 'Product'), otherFields(store, 'Cat')])
  const others: Partial<Record<ResourceName, readonly string[]>> = { Product: product.fields, Cat: cat.fields }
  const scopes = rootNames.map((resource) => wholeScope(resource, others))
  const tally = openTally()
  const read = new Map<ResourceName, RecordTree[]>()
  try {
    for (const scope of scopes) {
      const records = reporting(tapRecords(store.readAll(scope), tally.add), (count) => onProgress(scope.resource, count))
      if (scope.resource === 'Product') await addAll(products, records)
      else read.set(scope.resource, await collect(records))
    }
  } catch (error) {
    if (error instanceof OperationalError && error.context['status'] === 406) await checkVariantOptions(store)
    throw error
  }
  const { orphans } = await certifyRead(store, scopes, { tally, owners: openRowOwners(store, scopes, tally) })
  return {
    live: {
      groups: read.get('UserGroups') ?? [],
      categories: read.get('Cat') ?? [],
      products,
      webhooks: (read.get('Webhooks') ?? []).map(({ fields }) => ({ name: fields['name'] ?? '', url: fields['url'] ?? '' })),
    },
    notes: [...product.notes, ...cat.notes, ...orphanNotices(orphans).map((notice) => `${notice} They are not pulled.`)],
  }
}

async function addAll(store: RecordStore<RecordTree>, records: AsyncIterable<RecordTree>): Promise<void> {
  for await (const record of records) store.add(record)
}

async function collect(records: AsyncIterable<RecordTree>): Promise<RecordTree[]> {
  const all: RecordTree[] = []
  for await (const record of records) all.push(record)
  return all
}

async function* reporting(records: AsyncIterable<RecordTree>, onCount: (count: number) => void): AsyncGenerator<RecordTree> {
  let count = 0
  for await (const record of records) {
    yield record
    count += 1
    if (count % reportEvery === 0) onCount(count)
  }
  if (count === 0 || count % reportEvery !== 0) onCount(count)
}

function wholeScope(resource: ResourceName, others: Partial<Record<ResourceName, readonly string[]>>): Scope {
  return {
    resource,
    fields: [...Object.keys(resourceOf(resource).fields), ...(others[resource] ?? [])],
    children: childResources(resource).map((child) => wholeScope(child, others)),
  }
}

interface OtherFields {
  readonly fields: readonly string[]
  readonly notes: readonly string[]
}

/** Fields that are not in platform.md: those of the config, and the `meta_*` fields in the schema of the store. */
async function otherFields(store: StoreClient, resource: 'Product' | 'Cat'): Promise<OtherFields> {
  const { fields } = resourceOf(resource)
  const names = store.fieldNames[resource] ?? {}
  const named = Object.keys(names).filter((name) => !Object.hasOwn(fields, name))
  const storeNames = await store.schemaFields(resource)
  if (storeNames === null) {
    return { fields: named, notes: [`The store has no schema of ${resource}, so that its meta_* fields are unknown and not pulled.`] }
  }
  const all = storeNames.map((storeName) => Object.keys(names).find((name) => names[name] === storeName) ?? storeName)
  const unknown = all.filter((name) => !Object.hasOwn(fields, name) && !named.includes(name) && !name.startsWith('meta_'))
  const notes =
    unknown.length === 0
      ? []
      : [
          `${resource} has fields in this store that are not pulled: ${unknown.join(', ')}. To pull them, add them in planogram.yaml, under stores.${store.name}.fields.${resource} (name in YAML: name in the store).`,
        ]
  return { fields: [...new Set([...named, ...all.filter((name) => /^meta_./.test(name))])], notes }
}
