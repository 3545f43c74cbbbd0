import type { RecordChange, RootedChange } from './change.ts'
import type { RootPlace } from './diff-context.ts'
import { doubledRowChange } from './doubled-row.ts'
import { gridChange } from './grid-change.ts'
import { numbered } from './numbered-addresses.ts'
import { ownChanges } from './own-changes.ts'
import type { PreparedCollection, PreparedPair } from './prepare-pair.ts'
import { filesRefusal, repeatRefusal } from './refusals.ts'
import { foreignChanges } from './removed-rows.ts'

/**
 * All differences of one record of the catalogue and what belongs to it: its own fields, its grid as one value, then its
 * owned collections row by row.
 */
export function recordChanges(pair: PreparedPair, place: RootPlace): RootedChange[] {
  const grid = gridChange(pair, place)
  // Most rows have neither price entries nor rows of their own.
  if (!grid && pair.collections.length === 0) return ownChanges(pair, noFields, place)
  const gridFields = grid ? new Set(grid.fields.map(({ field }) => field)) : noFields
  return [
    ...ownChanges(pair, gridFields, place),
    ...(grid ? [grid] : []),
    ...pair.collections.flatMap((collection) => collectionChanges(collection, place)),
  ]
}

const noFields: ReadonlySet<string> = new Set()

/** The rows of an owned collection that differ: new and changed ones in the order of the catalogue, then those to remove. */
function collectionChanges(collection: PreparedCollection, place: RootPlace): RootedChange[] {
  const access = accessOf(collection)
  const rows = collection.rows.flatMap((row) => rowChanges(row, place))
  const marked = access ? rows.map((change) => (change.action === 'create' ? { ...change, ...access } : change)) : rows
  return numbered([...marked, ...foreignChanges(collection, place)])
}

/** What the creation of access rows does to those who see the product so far. */
function accessOf({ resource, rows, foreign }: PreparedCollection): Pick<RecordChange, 'closesAccess' | 'replacesAccess'> | undefined {
  if (resource !== 'ProdAccessGroup' || rows.some(({ state }) => state !== 'new')) return undefined
  return foreign.length === 0 ? { closesAccess: true } : { replacesAccess: true }
}

function rowChanges(row: PreparedPair, place: RootPlace): RootedChange[] {
  const { capabilities } = place.context
  const { resource } = row.desired
  const doubled = doubledRowChange(row, resource, place)
  if (doubled) return [doubled]
  const changes = recordChanges(row, place)
  if (row.isRepeated) return refusedRow(changes, repeatRefusal(resource, capabilities))
  return row.state === 'new' && resource === 'ExtraImages' && !capabilities.files ? refusedRow(changes, filesRefusal) : changes
}

/** A new row that cannot be written, as one change. */
function refusedRow(changes: readonly RootedChange[], reason: string): RootedChange[] {
  return changes.slice(0, 1).map((change) => ({ ...change, action: 'cannot', reason }))
}
