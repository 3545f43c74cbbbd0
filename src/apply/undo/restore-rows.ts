import type { GridChange, RecordChange, RootedChange } from '../../diff/change.ts'
import { valuesOf } from '../../plan/record-of-change.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import { keyOf } from '../../records/named-fields.ts'
import { identifyingFields, linked, rowIdentity } from '../../records/row-identity.ts'
import type { Capabilities } from '../../resources/capabilities.ts'
import { resourceOf, resources, type ResourceName } from '../../resources/registry.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import type { Fields } from '../../resources/resource.ts'
import { desiredRow } from './desired-row.ts'
import type { DoneChange } from './done-changes.ts'
import { isAsWritten, restoreFields, valuesBefore } from './restore-fields.ts'
import { isGridChanged, restoreGrid, rowsOf } from './restore-grid.ts'
import type { UndoNotes } from './undo-notes.ts'
import { variantOf } from './variant-of.ts'

/** What holds for the undo of one root. */
export interface UndoContext {
  readonly capabilities: Capabilities
  readonly notes: UndoNotes
}

type Done = readonly DoneChange<RootedChange>[]
type DoneRow = DoneChange<RecordChange>

/** The fields and collections of a record that an undo writes; both are empty where nothing is left to undo. */
export interface RestoredParts {
  readonly fields: Fields
  readonly children: Readonly<Partial<Record<ResourceName, readonly DesiredRecord[]>>>
}

/** What a run did to a record, and to its rows. */
interface DoneTo {
  readonly own: DoneRow | undefined
  readonly below: Done
}

/** A record of the store with the inverse of what a run did to it and its rows. */
export function restoreRecord(live: RecordTree, { own, below }: DoneTo, context: UndoContext): RestoredParts {
  const fields = own?.change.action === 'update' ? restoreFields(own, live, context.notes) : {}
  const sku = keyOf(live)
  const grid = below.find((done): done is DoneChange<GridChange> => isGridDone(done) && done.change.sku === sku)
  const restored = grid && live.children.PricingAdvanced ? restoreGrid(grid, live, context.notes) : null
  const children: Partial<Record<ResourceName, readonly DesiredRecord[]>> = restored ? { PricingAdvanced: restored.rows } : {}
  for (const { name } of resources) {
    const rows = below.filter((done): done is DoneRow => isRowOf(done, name, live))
    const deeper = name === 'Variants' && live.resource === 'Product' ? below.filter(({ change }) => variantOf(change) !== null) : []
    if (rows.length + deeper.length === 0) continue
    const wanted = restoreRows({ parent: live, resource: name, rows, deeper }, context)
    if (wanted) children[name] = wanted
  }
  return { fields: { ...restored?.fields, ...fields }, children }
}

function isGridDone(done: DoneChange<RootedChange>): done is DoneChange<GridChange> {
  return done.change.kind === 'grid'
}

function isRowOf({ change }: DoneChange<RootedChange>, name: ResourceName, { resource }: RecordTree): boolean {
  return (
    change.kind === 'record' && change.resource === name && name !== resource && (resource === 'Variants' || variantOf(change) === null)
  )
}

interface Rows {
  readonly parent: RecordTree
  readonly resource: ResourceName
  readonly rows: readonly DoneRow[]
  /** What the run did below these rows. */
  readonly deeper: Done
}

/** The whole collection as an undo wants it; `null` where it stays as it is. */
function restoreRows({ parent, resource, rows, deeper }: Rows, context: UndoContext): readonly DesiredRecord[] | null {
  const left = new Set(rows)
  const stored = (parent.children[resource] ?? []).map((row): StoredRow => {
    const live = linked(row, parent)
    const own = [...left].find((done) => isRow(done, live, context.capabilities))
    if (own) left.delete(own)
    return restoreRow(live, { own, below: deeper.filter(({ change }) => variantOf(change) === keyOf(live)) }, context)
  })
  for (const { change } of left) if (change.action === 'update') context.notes.gone(change.address)
  const removed = [...left].filter(({ change }) => change.action === 'remove').map((done) => recreated(done, deeper))
  if (removed.length === 0 && stored.every(({ isChanged }) => !isChanged)) return null
  return [...stored.flatMap(({ wanted }) => wanted ?? []), ...removed]
}

/** A row of the store as an undo wants it; `null`: it is removed. */
interface StoredRow {
  readonly wanted: DesiredRecord | null
  readonly isChanged: boolean
}

function restoreRow(live: RecordTree, { own, below }: DoneTo, context: UndoContext): StoredRow {
  const { resource } = live
  const isCreated = own?.change.action === 'create'
  const isLeft = own !== undefined && isOfOthers(own, live, { ...context, below })
  if (own && isCreated && !isLeft && isRemovable(own, live, context)) return { wanted: null, isChanged: true }
  const { fields, children } = restoreRecord(live, { own: isCreated ? clearing(own, live) : own, below: isLeft ? [] : below }, context)
  return {
    wanted: desiredRow(resource, { ...identifyingFields(resource, live.fields, context.capabilities), ...fields }, children),
    isChanged: Object.keys(fields).length + Object.keys(children).length > 0,
  }
}

/** True where a row and all below it stay: somebody has made another one of a row that the run removed, or has changed the price entries of one that it created. */
function isOfOthers(own: DoneRow, live: RecordTree, { below, notes }: UndoContext & Pick<DoneTo, 'below'>): boolean {
  const { action, fields, address } = own.change
  const isPriced = action === 'create' && below.some((done) => isGridDone(done) && isGridChanged(done, live))
  const isAnother = action === 'remove' && !isAsWritten(live.resource, valuesBefore(fields), live.fields)
  if (isPriced || isAnother) notes.changed(address)
  return isPriced || (isAnother && own.isComplete)
}

/** True for the row of the store that a change is about: by the key that the client chose, else by its natural key. */
function isRow({ change: { resource, key } }: DoneRow, live: RecordTree, capabilities: Capabilities): boolean {
  const { key: primary, identity } = resourceOf(resource)
  const code = primary === null || identity !== 'own' ? undefined : key[primary]
  if (code !== undefined) return live.fields[primary ?? ''] === code
  return rowIdentity({ resource, fields: key }, capabilities) === rowIdentity(live, capabilities)
}

/** True where a row that the run created is removed; what somebody has changed since stays, and so does what no request removes. */
function isRemovable({ change }: DoneRow, live: RecordTree, { notes }: UndoContext): boolean {
  const { removal, external } = resourceOf(change.resource)
  if (external === true) {
    notes.remark(change.address, 'created by the run; the store keeps its own stock, left as it is')
    return false
  }
  if (removal === 'never') return false
  if (isAsWritten(change.resource, valuesOf(change), live.fields)) return true
  notes.changed(change.address)
  return false
}

/** A row that the run created and no request removes, with its fields empty as before. */
function clearing(done: DoneRow, live: RecordTree): DoneRow | undefined {
  const { removal, external } = resourceOf(live.resource)
  const change: RecordChange = { ...done.change, action: 'update' }
  return removal === 'never' && external !== true ? { ...done, change } : undefined
}

/** A row that the run removed, with the rows below it. */
export function recreated({ change }: DoneRow, all: Done): DesiredRecord {
  const { resource, root } = change
  const fields = { ...productOf(resource, root.key), ...change.key, ...valuesBefore(change.fields) }
  const key = keyOf({ resource, fields })
  const isBelow = (each: RootedChange): boolean =>
    each !== change &&
    (resource === 'Variants' ? variantOf(each) === key : change.address === change.root.address && variantOf(each) === null)
  const below = all.filter(({ change: each }) => isBelow(each))
  const rows = below.filter((done): done is DoneRow => done.change.kind === 'record' && done.change.action === 'remove')
  const grids = below.flatMap(({ change: each }) => (each.kind === 'grid' ? rowsOf(each, each.grid.before) : []))
  const children = Object.fromEntries(
    [...Map.groupBy(rows, (done) => done.change.resource)].map(([name, group]) => [name, group.map((done) => recreated(done, all))]),
  )
  return desiredRow(resource, fields, { ...children, ...(grids.length > 0 && { PricingAdvanced: grids }) })
}

/** The field that names the product of a row below a variant: it is no part of what identifies the row, and may not have been read. */
function productOf(resource: ResourceName, key: string): Fields {
  const { skuField, fields } = resourceOf(resource)
  const names = Object.keys(fields).filter((name) => name !== skuField && fields[name]?.refersTo?.join() === 'Product')
  return Object.fromEntries(names.map((name) => [name, key]))
}
