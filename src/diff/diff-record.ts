import { invariant } from '../errors.ts'
import { addressOf } from '../records/address.ts'
import { childNames } from '../records/child-names.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { linked, rowIdentity } from '../records/row-identity.ts'
import type { Children, RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { RootedChange } from './change.ts'
import { foreignChanges, numbered, withCodes, type Collection } from './collection-rows.ts'
import type { RootPlace } from './diff-context.ts'
import type { Pair } from './field-changes.ts'
import { fieldsOfGrid, gridChange } from './grid-change.ts'
import { matchRows } from './match-rows.ts'
import { ownChanges, type RowPair } from './own-changes.ts'
import { filesRefusal, repeatRefusal } from './refusals.ts'
import { keptOrderField } from './relative-order.ts'

/** A new row that cannot be written, as one change. */
function refusedRow(changes: readonly RootedChange[], reason: string): RootedChange[] {
  return changes.slice(0, 1).map((change) => ({ ...change, action: 'cannot', reason }))
}

function rowChanges(pair: RowPair, repeated: boolean, place: RootPlace): RootedChange[] {
  const { capabilities } = place.context
  const { resource } = pair.desired
  const changes = diffRecord(pair, place)
  if (repeated) return refusedRow(changes, repeatRefusal(resource, capabilities))
  return !pair.live && resource === 'ExtraImages' && !capabilities.files ? refusedRow(changes, filesRefusal) : changes
}

/** The rows of an owned collection that differ: new and changed ones in the order of the catalogue, then those to remove. */
function diffCollection(collection: Collection, place: RootPlace): RootedChange[] {
  const { resource, desired, live, base } = collection
  const { capabilities } = place.context
  const { pairs, foreign } = matchRows(desired, live, capabilities)
  const kept = keptOrderField(resource, pairs)
  const bases = new Map(base.map((row) => [rowIdentity(row, capabilities), row]))
  const seen = new Set<string>()
  const rows = withCodes(
    pairs.map((pair) => ({ ...pair, base: bases.get(rowIdentity(pair.desired, capabilities)), kept })),
    collection,
  )
  const changed = rows.flatMap((pair) => {
    const id = rowIdentity(pair.desired, capabilities)
    const repeated = !pair.live && seen.has(id)
    seen.add(id)
    return rowChanges(pair, repeated, place)
  })
  return numbered([...changed, ...foreignChanges(collection, foreign, place)])
}

function rowsOf(record: RecordTree | undefined, resource: ResourceName): readonly RecordTree[] {
  if (!record) return []
  const rows = record.children[resource]
  invariant(rows !== undefined, `${resource} of ${addressOf(record.resource, record.fields)} was not read`)
  return rows.map((row) => linked(row, record))
}

function childrenOf({ desired, live }: Pair): Children<DesiredRecord> {
  return live || !desired.onCreate ? desired.children : { ...desired.children, ...desired.onCreate.children }
}

/**
 * All differences of one record of the catalogue and what belongs to it: its own fields, its grid as one value, then its
 * owned collections row by row.
 */
export function diffRecord(pair: RowPair, place: RootPlace): RootedChange[] {
  const children = childrenOf(pair)
  const grid = gridChange(pair, place)
  const collections = childNames(children).filter((name) => name !== 'PricingAdvanced')
  return [
    ...ownChanges(pair, fieldsOfGrid(grid), place),
    ...(grid ? [grid] : []),
    ...collections.flatMap((name) =>
      diffCollection(
        {
          resource: name,
          desired: (children[name] ?? []).map((row) => linked(row, pair.desired)),
          live: rowsOf(pair.live, name),
          base: pair.base?.children[name] ?? [],
          owner: pair.desired,
        },
        place,
      ),
    ),
  ]
}
