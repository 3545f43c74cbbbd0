import { certifyRead } from '../live/certify-read.ts'
import { checkVariantOptions } from '../live/check-variant-options.ts'
import { orphanNotices } from '../live/orphan-names.ts'
import { openTally } from '../live/read-tally.ts'
import { openRowOwners } from '../live/row-owners.ts'
import { tapRecords } from '../live/tap-records.ts'
import { wholeScopes } from '../live/whole-scopes.ts'
import { OperationalError } from '../errors.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
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
  const { scopes, notes } = await wholeScopes(store)
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
    notes: [...notes, ...orphanNotices(orphans).map((notice) => `${notice} They are not pulled.`)],
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
