import { givenUp } from '../apply/undo/given-up.ts'
import { movedBack } from '../apply/undo/moved-back.ts'
import type { DoneChange } from '../apply/undo/done-changes.ts'
import { readShape } from '../apply/undo/read-shape.ts'
import { restoreRoot, type RunRoot } from '../apply/undo/restore-root.ts'
import { openUndoNotes } from '../apply/undo/undo-notes.ts'
import type { RecordChange, RootedChange } from '../diff/change.ts'
import { createdKeys } from '../diff/created-records.ts'
import type { DiffContext } from '../diff/diff-context.ts'
import { diffStore } from '../diff/diff-store.ts'
import { isUnwantedLeftOver } from '../diff/left-over-row.ts'
import { withLeftOvers } from '../diff/left-overs.ts'
import { removedKeys, withWholeRemovals } from '../diff/whole-removals.ts'
import { readHeldKeys, wantedKeys } from '../live/holders.ts'
import { readLeftOvers } from '../live/read-left-overs.ts'
import { openTally } from '../live/read-tally.ts'
import { readWholeRows } from '../live/read-whole-rows.ts'
import { openRowOwners } from '../live/row-owners.ts'
import { scopeOf } from '../live/scope-of.ts'
import { addressOf } from '../records/address.ts'
import { childNames } from '../records/child-names.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { HeldKey } from '../records/held-key.ts'
import { keyOf } from '../records/named-fields.ts'
import type { Scope } from '../records/scope.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { plannedRoots, resourceOf } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'

/** How the records of the store differ from what they were before a run. */
export async function undoneRecords(
  ofRun: readonly DoneChange<RootedChange>[],
  store: StoreClient,
  remarks: string[],
): Promise<readonly RootedChange[]> {
  const { capabilities } = store
  const done = ofRun.flatMap((each) => [each, ...givenUp(each)])
  const roots = [...Map.groupBy(done, ({ change }) => change.root.address).values()].flatMap((own): RunRoot[] => {
    const [first] = own
    return first ? [{ root: first.change.root, done: own }] : []
  })
  const shapes = Map.groupBy(
    roots.map(({ root, done: own }) => readShape(root, own)),
    ({ resource }) => resource,
  )
  const scopes = scopeOf({ roots: Object.fromEntries(shapes), files: [] }, capabilities)
  const live = await readRoots(scopes, roots, store)
  const context = { capabilities, notes: openUndoNotes(remarks) }
  const cannot: RecordChange[] = []
  const wanted: DesiredRecord[] = []
  for (const each of roots) {
    const restored = restoreRoot(each, live.get(each.root.address), context)
    if (restored && 'record' in restored) wanted.push(restored.record)
    else if (restored) cannot.push(restored.cannot)
  }
  const held = await heldByOthers(wanted, { live, store })
  const diff: DiffContext = { capabilities, locate: () => ({ file: '', line: 1, column: 1 }), readHeld: () => Promise.resolve(held) }
  const desired = { roots: Object.fromEntries(Map.groupBy(wanted, ({ resource }) => resource)), files: [] }
  const liveRoots = Object.fromEntries(
    plannedRoots.map((name) => [name, streamOf([...live.values()].filter(({ resource }) => resource === name))]),
  )
  const { changes: compared } = await diffStore(desired, liveRoots, diff)
  const changes = withWholeRemovals(compared, await readWholeRows(removedKeys(compared), store))
  const keys = createdKeys(changes)
  const { rows } = await readLeftOvers(keys, { store, owners: openRowOwners(store, [], openTally()), certificate: [] })
  // A row that stayed when the run removed its record, a promotion among them, belongs to the restored record again.
  const restored = withLeftOvers(changes, rows, capabilities).filter((change) => change.kind !== 'record' || !isUnwantedLeftOver(change))
  return movedBack([...restored, ...cannot], done)
}

interface Restoring {
  /** By address. */
  readonly live: ReadonlyMap<string, RecordTree>
  readonly store: StoreClient
}

/** The keys of records that are created again which somebody else has now, and does not give up in this undo. */
async function heldByOthers(wanted: readonly DesiredRecord[], { live, store }: Restoring): Promise<readonly HeldKey[]> {
  const byKey = new Map(wanted.filter(({ resource }) => resource === 'Product').map((record) => [keyOf(record), record]))
  const liveOf = ({ resource, fields }: DesiredRecord): RecordTree | undefined => live.get(addressOf(resource, fields))
  const { Product = [] } = wantedKeys(wanted.filter((record) => !liveOf(record)))
  const rows = wantedKeys(wanted.map((record) => withMissingRows(record, liveOf(record))))
  const held = await readHeldKeys({ ...rows, Product }, store)
  return held.filter(({ resource, key, sku }) => {
    const rows = byKey.get(sku)?.children[resource]
    return rows === undefined || rows.some((row) => keyOf(row) === key)
  })
}

/** A record with those of its rows that the store does not have below it. */
function withMissingRows(record: DesiredRecord, live: RecordTree | undefined): DesiredRecord {
  if (!live) return record
  const children = childNames(record.children).map((name) => {
    const there = new Set((live.children[name] ?? []).map(keyOf))
    return [name, (record.children[name] ?? []).filter((row) => !there.has(keyOf(row)))]
  })
  return { ...record, children: Object.fromEntries(children) }
}

/** The root records of a run as the store has them, by address. */
async function readRoots(
  scopes: readonly Scope[],
  roots: readonly RunRoot[],
  store: StoreClient,
): Promise<ReadonlyMap<string, RecordTree>> {
  const byResource = Map.groupBy(roots, ({ root }) => root.resource)
  const found = new Map<string, RecordTree>()
  for (const scope of scopes) {
    const addresses = new Map(
      plannedRoots
        .flatMap((name) => byResource.get(name) ?? [])
        .filter(({ root }) => root.resource === scope.resource)
        .map(({ root }) => [root.key, root.address]),
    )
    const [by = ''] = resourceOf(scope.resource).natural
    for await (const record of store.readWhere(scope, by, [...addresses.keys()])) {
      const address = addresses.get(keyOf(record))
      if (address !== undefined) found.set(address, record)
    }
  }
  return found
}

async function* streamOf(records: readonly RecordTree[]): AsyncIterable<RecordTree> {
  yield* records
}
