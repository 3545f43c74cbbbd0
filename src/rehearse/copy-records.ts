import { certifyRead } from '../live/certify-read.ts'
import { openTally } from '../live/read-tally.ts'
import { openRowOwners, type RowOwners } from '../live/row-owners.ts'
import { tapRecords } from '../live/tap-records.ts'
import { wholeScope, wholeScopes } from '../live/whole-scopes.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'
import type { OnProgress } from '../workspace/progress.ts'
import { copiedNames, withCopiedNames } from './copied-fields.ts'
import { type ReadableScopes, readableScopes } from './readable-scopes.ts'
import { type Seeded, seedWhatFits } from './seed-what-fits.ts'

/** Root records that are seeded together. */
const together = 200

/** What is copied, and what is told of it. */
interface Copying {
  readonly to: Seeded
  readonly onProgress: OnProgress
  /** Called with the root records that were read, some at a time. */
  readonly onRecords: (records: readonly RecordTree[]) => void
}

/** What is not in a copy. */
export interface LeftOut extends Pick<ReadableScopes, 'refused'> {
  /** The resources that the store refuses to read, and the values and records that the embedded store refuses, each as a sentence. */
  readonly notes: readonly string[]
}

/**
 * Copies everything that a catalogue can contain, with all fields, rows and ids, and the rows of records that do not exist. What the store refuses to read
 * and what the embedded store refuses is left out. Throws `store-incomplete` where the read cannot be proved complete.
 */
export async function copyRecords(store: StoreClient, { to, onProgress, onRecords }: Copying): Promise<LeftOut> {
  const { scopes, refused, notes: unread } = await readableScopes((await wholeScopes(store)).scopes, store)
  const names = copiedNames(store.fieldNames)
  const tally = openTally()
  const notes = [...unread]
  for (const scope of scopes) {
    let records = 0
    for await (const batch of batchesOf(tapRecords(store.readAll(scope), tally.add))) {
      records += batch.length
      onProgress({ kind: 'reading-store', resource: scope.resource, records })
      onRecords(batch)
      notes.push(
        ...seedWhatFits(
          batch.map((record) => withCopiedNames(record, names)),
          to,
        ),
      )
    }
  }
  const owners = openRowOwners(store, scopes, tally)
  const { lines } = await certifyRead(store, scopes, { tally, owners })
  for (const { resource, orphans } of lines) {
    if (orphans > 0) for await (const batch of batchesOf(orphansOf(resource, { store, owners }))) notes.push(...seedWhatFits(batch, to))
  }
  return { refused, notes }
}

/** The rows of a resource whose parent record does not exist. */
async function* orphansOf(
  resource: ResourceName,
  { store, owners }: { readonly store: StoreClient; readonly owners: RowOwners },
): AsyncGenerator<RecordTree> {
  const all = await owners.of(resource)
  const { fields } = wholeScope(resource)
  for await (const row of store.readAll({ resource, fields, children: [] })) if (!all.some(({ owns }) => owns(row.fields))) yield row
}

/** The records in lists of at most `together`. */
async function* batchesOf(records: AsyncIterable<RecordTree>): AsyncGenerator<readonly RecordTree[]> {
  let batch: RecordTree[] = []
  for await (const record of records) {
    batch.push(record)
    if (batch.length < together) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
