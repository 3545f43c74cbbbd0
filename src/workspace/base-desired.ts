import type { BaseRecord, BaseRecords, BaseRow } from '../records/base-record.ts'
import { childNames } from '../records/child-names.ts'
import { counted, type OnRecords } from '../records/counted-records.ts'
import type { DesiredRecord, DesiredSources, RootName } from '../records/desired.ts'
import { addressOf } from '../records/address.ts'
import { openDesiredStore, type RecordStore } from '../catalogue/cache/record-store.ts'
import { plannedRoots } from '../resources/registry.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'

/** What was last applied to a store, as the records of a catalogue. They can be read until the disposal. */
export interface BaseDesired extends Disposable {
  readonly desired: DesiredSources
  /** Where the catalogue declared each root record when it was applied, by address. */
  readonly sources: ReadonlyMap<string, SourcePlace>
}

const nowhere: SourceSpan = { file: '', start: 0, end: 0 }

/** Reads the base as desired records, with the values that the store made of those that were sent. `folder`: where they are packed. */
export async function baseDesired(base: BaseRecords, folder: string | null, onRecords?: OnRecords): Promise<BaseDesired> {
  const open = new DisposableStack()
  const sources = new Map<string, SourcePlace>()
  const roots: Partial<Record<RootName, RecordStore<DesiredRecord>>> = {}
  const add = ({ record, source }: BaseRecord, store: RecordStore<DesiredRecord>): void => {
    store.add(desiredOfRow(record))
    if (source) sources.set(addressOf(record.resource, record.fields), source)
  }
  try {
    for (const resource of plannedRoots) {
      const store = open.use(openDesiredStore(folder))
      for await (const each of recordsOf(base, resource, onRecords)) add(each, store)
      roots[resource] = store
    }
    return { desired: { roots, files: [] }, sources, [Symbol.dispose]: () => open.dispose() }
  } catch (error) {
    open.dispose()
    throw error
  }
}

async function* recordsOf(base: BaseRecords, resource: RootName, onRecords?: OnRecords): AsyncGenerator<BaseRecord, void> {
  for (const key of counted(base.keys(resource), onRecords)) {
    const found = await base.get(resource, key)
    if (found) yield found
  }
}

function desiredOfRow({ resource, fields, stored = {}, children }: BaseRow): DesiredRecord {
  const rows = childNames(children).map((name) => [name, (children[name] ?? []).map(desiredOfRow)] as const)
  return { resource, fields: { ...fields, ...stored }, children: Object.fromEntries(rows), source: nowhere, spans: {} }
}
