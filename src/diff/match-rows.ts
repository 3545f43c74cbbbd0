import type { BaseRow } from '../records/base-record.ts'
import { childNames } from '../records/child-names.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { identityFields, rowContent, rowIdentity } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { Children, RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { relationOf } from '../resources/relations.ts'
import type { Fields } from '../resources/resource.ts'
import { byCode } from '../source/by-code.ts'
import { codeAssigner } from './code-assigner.ts'
import type { Origin } from './change.ts'
import type { Pair } from './compare-fields.ts'
import { keptOrderField } from './relative-order.ts'

/** An owned collection of one record: the rows of the catalogue, of the store and as last applied, linked to their parent. */
export interface Collection {
  readonly resource: ResourceName
  readonly desired: readonly DesiredRecord[]
  readonly live: readonly RecordTree[]
  /** `undefined`: the collection was not managed then, or nothing was applied. */
  readonly base: readonly BaseRow[] | undefined
}

/** A row of the catalogue with its row in the store, and what its collection decides about it. */
export interface MatchedRow extends Pair {
  /** The order field where the value of the store is kept (semantics.md 6). */
  readonly keptOrder?: string | undefined
  /** The primary key that the row gets where it is not the one that the catalogue chose. */
  readonly code?: string | undefined
  /** True for a new row with the identity of an earlier one. */
  readonly isRepeated?: boolean
  /** All rows of the store that are this one, where it has a row without a key more than once; `live` is the first. */
  readonly copies?: readonly RecordTree[] | undefined
}

/** A row of the store that the catalogue does not have. */
export interface ForeignRow {
  readonly row: RecordTree
  /** True where the catalogue repeats a row that the store does not distinguish from it: removing one would remove all. */
  readonly isDuplicate: boolean
  readonly origin: Origin
}

/** The rows of a collection: those of the catalogue in its order, and those that only the store has. */
export interface MatchedRows {
  readonly rows: readonly MatchedRow[]
  readonly foreign: readonly ForeignRow[]
}

/** A row and the text that identifies it. */
interface Identified<R extends RecordTree> {
  readonly row: R
  readonly id: string
}

/**
 * Pairs the rows of an owned collection: first by identity, then the rows that are left by a primary key that the
 * catalogue chose (the picture of an extra image changed, its code did not).
 */
export function matchRows(collection: Collection, capabilities: Capabilities): MatchedRows {
  if (collection.live.length === 0 && !collection.base?.length) return { rows: newRows(collection, capabilities), foreign: [] }
  const identified = <R extends RecordTree>(rows: readonly R[]): Identified<R>[] =>
    rows.map((row) => ({ row, id: rowIdentity(row, capabilities) }))
  const desired = identified(collection.desired)
  const live = identified(inFixedOrder(collection.live, capabilities))
  const base = new Map(identified(collection.base ?? []).map(({ row, id }) => [id, row]))
  const found = foundRows(desired, live)
  const pairs = desired.map(({ row }, index) => ({ desired: row, live: found[index] }))
  const codes = newCodes(collection, found)
  const copies = copiesById(collection.resource, desired, live)
  // A row that is inserted again has the number of the catalogue, and so have the others.
  const keptOrder = copies.size === 0 ? keptOrderField(collection.resource, pairs) : undefined
  const seen = new Set<string>()
  const rows = desired.map(({ row, id }, index): MatchedRow => {
    const isRepeated = !found[index] && seen.has(id)
    seen.add(id)
    const own = found[index]
    const desired = spelledAs(own, row, capabilities)
    return { desired, live: own, base: base.get(id), keptOrder, code: codes[index], isRepeated, copies: copies.get(id) }
  })
  const others = live.filter(({ id }) => !copies.has(id))
  const originOf = (id: string): Origin => (collection.base === undefined ? 'adopt' : base.has(id) ? 'git' : 'store')
  return { rows, foreign: foreignRows(collection.resource, others, { taken: new Set(found), ids: seen, originOf, capabilities }) }
}

/**
 * A row of the catalogue that names its row of the store exactly: with other blanks, a request could insert a second one. A row with a key of
 * its own is written by that key.
 */
function spelledAs(live: RecordTree | undefined, desired: DesiredRecord, capabilities: Capabilities): DesiredRecord {
  const { resource } = desired
  const { key, identity } = resourceOf(resource)
  let fields: Record<string, string> | undefined
  for (const name of identityFields(resource, capabilities)) {
    const actual = live?.fields[name] ?? ''
    const wanted = desired.fields[name] ?? ''
    const isSent = identity === 'none' || name === key
    if (isSent && actual !== '' && wanted !== '' && actual !== wanted) (fields ??= { ...desired.fields })[name] = actual
  }
  return fields ? { ...desired, fields, children: relinked(desired, fields) } : desired
}

/** The rows below a row that is spelled so now: those that name it do it in the same way. */
function relinked({ resource, fields, children }: DesiredRecord, spelled: Fields): Children<DesiredRecord> {
  const below = childNames(children).map((name) => {
    const relation = relationOf(resource, name)
    const rows = children[name] ?? []
    if (!relation) return [name, rows]
    const { parentField, childField } = relation
    const after = { [childField]: spelled[parentField] ?? '' }
    return [
      name,
      rows.map((row) => (row.fields[childField] === fields[parentField] ? { ...row, fields: { ...row.fields, ...after } } : row)),
    ]
  })
  return Object.fromEntries(below)
}

/** The rows of a collection of which the store has none: those of a new record, which are most rows of many plans. */
function newRows(collection: Collection, capabilities: Capabilities): readonly MatchedRow[] {
  const codes = newCodes(collection, [])
  const seen = new Set<string>()
  return collection.desired.map((desired, index): MatchedRow => {
    const id = rowIdentity(desired, capabilities)
    const isRepeated = seen.has(id)
    seen.add(id)
    return { desired, live: undefined, base: undefined, code: codes[index], isRepeated }
  })
}

/** The rows without a key that the catalogue has once and the store more than once. */
function copiesById(
  resource: ResourceName,
  desired: readonly Identified<DesiredRecord>[],
  live: readonly Identified<RecordTree>[],
): ReadonlyMap<string, readonly RecordTree[]> {
  if (resourceOf(resource).identity !== 'none') return new Map()
  const wanted = Map.groupBy(desired, ({ id }) => id)
  const stored = Map.groupBy(live, ({ id }) => id)
  const doubled = [...stored].filter(([id, { length }]) => length > 1 && wanted.get(id)?.length === 1)
  return new Map(doubled.map(([id, rows]) => [id, rows.map(({ row }) => row)]))
}

/** Live rows in an order of their own: the order in which the store returns them never affects a plan. */
export function inFixedOrder(rows: readonly RecordTree[], capabilities: Capabilities): readonly RecordTree[] {
  const keyed = rows.map((row) => ({ row, key: `${rowIdentity(row, capabilities)} ${rowContent(row)}` }))
  return keyed.toSorted((a, b) => byCode(a.key, b.key)).map(({ row }) => row)
}

/** The live row of each desired row. */
function foundRows(
  desired: readonly Identified<DesiredRecord>[],
  live: readonly Identified<RecordTree>[],
): readonly (RecordTree | undefined)[] {
  // The first row of each key is the last of its stack, where `pop` takes it.
  const byIdentity = Map.groupBy(live.toReversed(), ({ id }) => id)
  const first = desired.map(({ id }) => byIdentity.get(id)?.pop()?.row)
  const taken = new Set(first)
  const left = live.flatMap(({ row }) => (taken.has(row) ? [] : [row]))
  const byKey = Map.groupBy(left.toReversed(), ownKey)
  return desired.map(({ row }, index) => {
    const key = ownKey(row)
    return first[index] ?? (key === undefined ? undefined : byKey.get(key)?.pop())
  })
}

function ownKey({ resource, fields }: RecordTree): string | undefined {
  const { key, identity } = resourceOf(resource)
  const value = key === null || identity !== 'own' ? undefined : fields[key]
  return value === '' ? undefined : value
}

/** The primary keys of new rows, by index: the next free one for a row whose key another row has. Live rows keep theirs. */
function newCodes({ resource, desired, live }: Collection, found: readonly (RecordTree | undefined)[]): readonly (string | undefined)[] {
  const { key, identity, natural, fields } = resourceOf(resource)
  if (key === null || identity !== 'own' || natural.includes(key)) return []
  const limit = fields[key]
  const most = limit?.kind === 'text' ? limit.maxLength : undefined
  const codesOf = (rows: readonly RecordTree[]): string[] => rows.map((row) => row.fields[key] ?? '')
  const assign = codeAssigner({ inUse: codesOf(live), reserved: codesOf(desired) }, most)
  return desired.map((row, index) => {
    const code = row.fields[key]
    return found[index] || code === undefined ? undefined : assign(code)
  })
}

interface Known {
  readonly taken: ReadonlySet<RecordTree | undefined>
  /** The identities of the rows of the catalogue. */
  readonly ids: ReadonlySet<string>
  readonly originOf: (id: string) => Origin
  readonly capabilities: Capabilities
}

/** Rows without a key are removed by their values: a second one with the same identity goes with the first. */
function foreignRows(
  resource: ResourceName,
  live: readonly Identified<RecordTree>[],
  { taken, ids, originOf, capabilities }: Known,
): readonly ForeignRow[] {
  const foreign = live.filter(({ row }) => !taken.has(row))
  if (resourceOf(resource).identity !== 'none') return foreign.map(({ row, id }) => ({ row, isDuplicate: false, origin: originOf(id) }))
  const groups = Map.groupBy(foreign, ({ id }) => id)
  return [...groups].flatMap(([id, found]): ForeignRow[] => {
    const [first, ...others] = found.map(({ row }) => row)
    if (!first) return []
    const origin = originOf(id)
    return ids.has(id)
      ? [first, ...others].map((row) => ({ row, isDuplicate: true, origin }))
      : [{ row: commonRow(first, others, capabilities), isDuplicate: false, origin }]
  })
}

/** One row for several that are removed together: what identifies them, and the values that all of them have. */
export function commonRow(first: RecordTree, others: readonly RecordTree[], capabilities: Capabilities): RecordTree {
  if (others.length === 0) return first
  const own = new Set(identityFields(first.resource, capabilities))
  const fields = Object.entries(first.fields).filter(([name, value]) => own.has(name) || others.every((row) => row.fields[name] === value))
  return { ...first, fields: Object.fromEntries(fields) }
}
