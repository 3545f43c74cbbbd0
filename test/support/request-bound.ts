import type { Change, GridChange, RecordChange } from '../../src/diff/change.ts'
import { keyOf } from '../../src/records/named-fields.ts'
import { longestTarget, parameterBytes } from '../../src/records/target-bytes.ts'
import { resourceOf, type ResourceName } from '../../src/resources/registry.ts'

/** Requests by kind. */
export interface RequestBound {
  readonly reads: number
  readonly writes: number
  readonly uploads: number
}

/** What a body, and a DELETE of price entries, may hold. */
export interface BoundLimits {
  readonly recordsPerRequest: number
  readonly skusPerDelete: number
}

/** Roots that are read back together at their end. */
const readAtEnd = 500

/**
 * The fewest requests with which an apply can make these changes, as docs/apply.md defines it. Writes: records of one resource and action
 * share bodies; a new product takes one write to create and one to show it; a bridge turns off, deletes, inserts and turns on,
 * for as many skus as one DELETE takes; a grid that is re-cut on sale is in one body as a whole; a row that is removed is a request. Reads: each root record before its first write, as many as
 * that write has, and at its end, 500 together; each new product before it is shown, each bridge before its DELETE and before it is turned on, each
 * re-cut grid after its body, each grid that loses single entries after the first and after the last of them, each folder of files
 * before and after, and for each key that is created whether another product has it, or, of many records, the number of rows that could have it. It does not depend on the steps of the plan.
 */
export function requestBound(changes: readonly Change[], { recordsPerRequest, skusPerDelete }: BoundLimits): RequestBound {
  const bodies = (records: number): number => Math.ceil(records / recordsPerRequest)
  const doable = changes.filter(({ action }) => action !== 'cannot')
  const records = doable.filter((change) => change.kind === 'record')
  const grids = doable.filter((change) => change.kind === 'grid')
  const files = doable.filter((change) => change.kind === 'file')
  const created = new Set(records.filter(isCreatedRoot).map(({ address }) => address))
  const roots = records.filter(isCreatedRoot)
  const products = roots.filter(({ resource }) => resource === 'Product')
  const rows = records.filter(({ root, action }) => !created.has(root.address) && action !== 'remove')
  const removed = records.filter(({ action }) => action === 'remove')
  const later = grids.filter(({ root }) => !created.has(root.address))
  const bridges = later.filter(({ grid }) => grid.way === 'bridge')
  const lanes = Math.ceil(bridges.length / skusPerDelete)
  const inPlace = later.filter(({ grid }) => grid.way === 'in-place' || grid.way === 'single-rows')
  const cut = later.filter(({ grid }) => grid.way === 're-cut')
  const leaving = [...cut, ...inPlace].map(leavingEntries).filter((count) => count > 0)
  const cutBodies = bodiesOfWhole(cut.map(writtenEntries), recordsPerRequest)
  const bridged = new Set(bridges.map(({ root }) => root.address))
  const written = new Map([...records, ...inPlace].map(({ root }) => [root.address, root.resource]))
  const onlyCut = new Set(cut.map(({ root }) => root.address).filter((root) => !written.has(root)))
  const onlyBridged = [...bridged].filter((root) => !written.has(root)).length
  const reads = sum([...Map.groupBy(written.values(), (resource) => resource).values()], ({ length }) => bodies(length))
  const isNew = new Set(products.map(({ address }) => address))
  const others = [...grids, ...records].filter(({ root }) => !isNew.has(root.address) && !onlyCut.has(root.address))
  const ended = new Map(others.map(({ root }) => [root.address, root.resource]))
  const atEnd = sum([...Map.groupBy(ended.values(), (resource) => resource).values()], ({ length }) => Math.ceil(length / readAtEnd))
  const folders = new Set(files.map(({ file }) => file.path.slice(0, file.path.lastIndexOf('/'))))
  return {
    writes:
      sumOfGroups(roots, bodies) +
      bodies(products.filter(isShown).length) +
      sumOfGroups(rows, bodies) +
      removed.length +
      bodies(sum(inPlace, updatedEntries)) +
      bodies(sum(inPlace, addedEntries)) +
      cutBodies +
      sum(leaving, (count) => count) +
      3 * lanes +
      bodies(sum(bridges, ({ grid }) => grid.after.length)),
    reads:
      reads +
      Math.ceil(onlyBridged / skusPerDelete) +
      bodies(products.length) +
      2 * lanes +
      (onlyCut.size > 0 ? cutBodies : 0) +
      Math.ceil(cut.length / readAtEnd) +
      Math.ceil(leaving.length / readAtEnd) +
      Math.ceil(leaving.filter((count) => count > 1).length / readAtEnd) +
      atEnd +
      keyReads(records, recordsPerRequest) +
      2 * folders.size,
    uploads: files.length,
  }
}

/**
 * The fewest bodies that hold groups of rows of which none is divided: as many as the rows need; and since a body holds at most `most / size` groups
 * of a size or larger ones, rounded down, as many as these need, for each size. A group over the limit is a body of its own.
 */
export function bodiesOfWhole(sizes: readonly number[], most: number): number {
  const fitting = sizes.filter((size) => size <= most)
  const bySize = [...new Set(fitting)].map((size) => Math.ceil(fitting.filter((other) => other >= size).length / Math.floor(most / size)))
  return Math.max(0, Math.ceil(sum(fitting, (size) => size) / most), ...bySize) + sizes.length - fitting.length
}

/** Records with a key that another product can have. */
const ownKeys: readonly ResourceName[] = ['Product', 'Variants', 'Options', 'ExtraImages']
/** Of a plan of more records, products and variants are counted, and options and extra images where the plan has read them. */
const mostWithKeyReads = 100

/**
 * The reads that show whether another product has a key which is created: for the roots of each body, those of one resource together; of a plan of many records
 * the counts of these resources.
 */
function keyReads(records: readonly RecordChange[], most: number): number {
  const created = records.filter(({ action, resource }) => action === 'create' && ownKeys.includes(resource))
  if (created.length === 0) return 0
  if (new Set(records.map(({ root }) => root.address)).size > mostWithKeyReads) return 2
  const of = (...names: readonly ResourceName[]): readonly RecordChange[] => created.filter(({ resource }) => names.includes(resource))
  return sum([of('Variants', 'Product'), of('Variants'), of('Options'), of('ExtraImages')], (own) => {
    const places = new Map([...new Set(own.map(({ root }) => root.address))].map((root, place) => [root, Math.floor(place / most)]))
    const byBody = [...Map.groupBy(own, ({ root }) => places.get(root.address)).values()]
    return sum(byBody, (group) => Math.ceil(sum(group, keyBytes) / longestTarget))
  })
}

function keyBytes({ resource, key }: RecordChange): number {
  return parameterBytes(resourceOf(resource).key ?? '', keyOf({ resource, fields: key }))
}

function isCreatedRoot({ address, root, action }: RecordChange): boolean {
  return action === 'create' && address === root.address
}

function isShown({ fields }: RecordChange): boolean {
  return fields.every(({ field, after }) => field !== 'inactive' || after !== 'true')
}

function sumOfGroups(changes: readonly RecordChange[], bodies: (records: number) => number): number {
  const groups = Map.groupBy(changes, ({ resource, action }) => `${resourceOf(resource).name} ${action}`)
  return sum([...groups.values()], ({ length }) => bodies(length))
}

/** The entries that the body of a re-cut grid holds. */
function writtenEntries({ grid: { before, after, aside = [] } }: GridChange): number {
  const old = new Map(before.map((row) => [row.uid, JSON.stringify(row)]))
  return [...after, ...aside].filter((row) => row.uid === undefined || old.get(row.uid) !== JSON.stringify(row)).length
}

/** The entries of a grid on sale that are deleted one by one. */
function leavingEntries({ grid: { before, after } }: GridChange): number {
  const kept = new Set(after.map(({ uid }) => uid))
  return before.filter(({ uid }) => !kept.has(uid)).length
}

function updatedEntries({ grid }: GridChange): number {
  const before = new Map(grid.before.map(({ uid, price }) => [uid, price]))
  return grid.after.filter(({ uid, price }) => uid !== undefined && before.get(uid) !== price).length
}

function addedEntries({ grid }: GridChange): number {
  return grid.after.filter(({ uid }) => uid === undefined).length
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((all, value) => all + of(value), 0)
}
