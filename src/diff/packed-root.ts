import { invariant } from '../errors.ts'
import {
  type ChangeFrame,
  type ChangeRoot,
  type FieldChange,
  type GridChange,
  type GridDiff,
  isOwnChange,
  type RecordChange,
  type RootedChange,
} from './change.ts'
import type { GridRow } from '../pricing/grid-row.ts'
import { skuOf } from '../records/named-fields.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { rememberLast } from '../source/remember-last.ts'
import type { SourcePlace } from '../source/source.ts'
import { type GridLayout, type Layout, openLayouts, type RecordLayout } from './change-layout.ts'
import { openPackedReader, openPackedWriter, type PackedReader, type PackedValues, type PackedWriter } from './packed-values.ts'

/** The changes of a record that the store does not have, with all that belongs to it, as text: a quarter of the memory of the objects. */
export interface PackedRoot {
  readonly root: ChangeRoot
  /** The number of its changes. */
  readonly count: number
  /** Their addresses, a line each. */
  readonly addresses: string
  readonly values: PackedValues
  /** What its values refer to; roots that were packed together have the same list. */
  readonly layouts: readonly Layout[]
}

/**
 * Packs all changes of a root, its own first. `null` where one of them is more than a plain creation: what other parts of a plan look for among all
 * changes, such as updates, refusals, moves and hazards, is never packed.
 */
export type PackRoot = (changes: readonly RootedChange[]) => PackedRoot | null

/** Opens a packing for many roots. */
export function openRootPacking(): PackRoot {
  const { layouts, placeOf } = openLayouts()
  return (changes) => {
    const [own] = changes
    if (!own || !isOwnChange(own) || !changes.every((change) => change.root === own.root && isPackable(change))) return null
    const values = openPackedWriter()
    for (const change of changes) {
      values.number(placeOf(change))
      writeChange(change, values)
    }
    const addresses = changes.map(({ address }) => address).join('\n')
    return { root: own.root, count: changes.length, addresses, values: values.end(), layouts }
  }
}

/** Changes that are equal to those of a packed root; those that were asked for last are remembered. */
export const unpackRoot: (packed: PackedRoot) => readonly RootedChange[] = rememberLast((packed) => {
  const { root, layouts } = packed
  const values = openPackedReader(packed.values)
  return addressesOf(packed).map((address) => {
    const layout = readLayout(layouts, values)
    return layout.kind === 'record' ? readRecord({ address, root, layout }, values) : readGrid({ address, root, layout }, values)
  })
})

function readLayout(layouts: readonly Layout[], values: PackedReader): Layout {
  const layout = layouts[values.number()]
  invariant(layout, 'a packed change has a layout')
  return layout
}

/** A record that is created, without what belongs to it. */
export interface CreatedRecord {
  readonly kind: 'record'
  readonly sku: string
  readonly resource: ResourceName
  readonly fields: Fields
}

/** The price entries of a record that is created, and the fields that turn them on. */
export interface CreatedGrid {
  readonly kind: 'grid'
  readonly sku: string
  readonly fields: Fields
  readonly entries: readonly GridRow[]
}

/** A part of what the changes of a new root create. */
export type CreatedRow = CreatedRecord | CreatedGrid

/** What the changes of a packed root create, in their order: the root itself first. It takes half the time of making the changes. */
export function createdRowsOf(packed: PackedRoot): readonly CreatedRow[] {
  const values = openPackedReader(packed.values)
  const rows: CreatedRow[] = []
  while (rows.length < packed.count) {
    const layout = readLayout(packed.layouts, values)
    rows.push(layout.kind === 'record' ? readCreatedRecord(layout, values) : readCreatedGrid(layout, values))
    skipPlaces(layout.lines, values)
  }
  return rows
}

function readCreatedRecord({ resource, keys, fields: names }: RecordLayout, values: PackedReader): CreatedRecord {
  const fields = readFields(keys, values)
  const sku = skuOf({ resource, fields })
  return { kind: 'record', sku, resource, fields: readFields(names, values, fields) }
}

function readCreatedGrid({ fields: names }: GridLayout, values: PackedReader): CreatedGrid {
  const { sku, entries } = readEntries(values)
  return { kind: 'grid', sku, fields: readFields(names, values), entries }
}

/** Reads a value for each name, into an object that may have others. */
function readFields(names: readonly string[], values: PackedReader, fields: Record<string, string> = {}): Record<string, string> {
  for (const name of names) fields[name] = values.text()
  return fields
}

/** The addresses of the changes of a packed root. */
export function addressesOf({ addresses }: PackedRoot): readonly string[] {
  return addresses.split('\n')
}

const frameNames = ['kind', 'address', 'action', 'root', 'fields', 'origin', 'source', 'priceLines', 'definitions']
const recordNames = new Set([...frameNames, 'resource', 'key', 'closesAccess'])
const gridNames = new Set([...frameNames, 'sku', 'grid'])
const diffNames = new Set(['owner', 'ownerBefore', 'way', 'after', 'before', 'bridgePrice', 'onSale'])

/** True for a change that creates something because the catalogue declares it, and has nothing but what is packed. */
function isPackable(change: RootedChange): boolean {
  const { action, origin, address, priceLines, fields } = change
  if (action !== 'create' || origin !== 'git' || address.includes('\n') || priceLines?.length === 0) return false
  if (!fields.every(({ before, after, base }) => before === null && base === null && after !== null)) return false
  // An apply looks for each webhook among the changes: the address that it sends is not in them.
  if (change.kind === 'record') return change.resource !== 'Webhooks' && hasOnly(change, recordNames)
  return hasOnly(change, gridNames) && hasOnly(change.grid, diffNames) && isNewGrid(change.grid)
}

/** True for the entries of a record that the store does not have. */
function isNewGrid({ before, after, bridgePrice, onSale, ownerBefore: { price, on } }: GridDiff): boolean {
  return before.length === 0 && bridgePrice === null && !onSale && price === null && !on && after.every(({ uid }) => uid === undefined)
}

function hasOnly(object: object, names: ReadonlySet<string>): boolean {
  for (const name in object) if (!names.has(name)) return false
  return true
}

/** Writes what is not in the layout, nor in the frame: the address and the root. */
function writeChange(change: RootedChange, values: PackedWriter): void {
  if (change.kind === 'grid') writeGrid(change, values)
  else for (const name in change.key) values.text(change.key[name] ?? '')
  for (const { after } of change.fields) values.text(after ?? '')
  writePlace(change.source, values)
  for (const line of change.priceLines ?? []) values.number(line)
}

interface Frame<L extends Layout> {
  readonly address: string
  readonly root: ChangeRoot
  readonly layout: L
}

function readRecord({ address, root, layout }: Frame<RecordLayout>, values: PackedReader): RecordChange {
  const { kind, resource, definitions, lines, closesAccess } = layout
  const key = readFields(layout.keys, values)
  const fields = readChanges(layout.fields, values)
  const source = readPlace(values)
  const change: RecordChange = { kind, address, action: 'create', resource, root, key, fields, origin: 'git', source }
  if (lines === 0 && !definitions && !closesAccess) return change
  return { ...change, ...readLines(lines, values), ...(definitions && { definitions }), ...(closesAccess && { closesAccess }) }
}

function writeGrid({ sku, grid: { after } }: GridChange, values: PackedWriter): void {
  values.text(sku)
  values.number(after.length)
  for (const { group_code, currency_code, start, end, price } of after) {
    for (const value of [group_code, currency_code, start, end, price]) values.text(value)
  }
}

function readGrid({ address, root, layout }: Frame<GridLayout>, values: PackedReader): GridChange {
  const { kind, owner, way, definitions, lines } = layout
  const { sku, entries: after } = readEntries(values)
  const grid: GridDiff = { owner, ownerBefore: { price: null, on: false }, way, after, before: [], bridgePrice: null, onSale: false }
  const fields = readChanges(layout.fields, values)
  const source = readPlace(values)
  const more = { ...(definitions && { definitions }), source, ...readLines(lines, values) }
  return { kind, address, action: 'create', sku, root, grid, fields, origin: 'git', ...more }
}

function readEntries(values: PackedReader): { readonly sku: string; readonly entries: readonly GridRow[] } {
  const sku = values.text()
  const entries: GridRow[] = []
  for (let left = values.number(); left > 0; left -= 1) entries.push(readRow(values))
  return { sku, entries }
}

function readRow(values: PackedReader): GridRow {
  const [group_code, currency_code, start] = [values.text(), values.text(), values.text()]
  return { group_code, currency_code, start, end: values.text(), price: values.text() }
}

function readChanges(fields: readonly string[], values: PackedReader): readonly FieldChange[] {
  return fields.map((field) => ({ field, before: null, after: values.text(), base: null }))
}

/** What is written of a place that is not there: lines are counted from 1. */
const nowhere = 0

function writePlace(source: SourcePlace | null, values: PackedWriter): void {
  values.number(source?.line ?? nowhere)
  if (!source) return
  values.number(source.column)
  values.text(source.file)
}

function readPlace(values: PackedReader): SourcePlace | null {
  const line = values.number()
  if (line === nowhere) return null
  const column = values.number()
  return { file: values.text(), line, column }
}

function readLines(count: number, values: PackedReader): Pick<ChangeFrame, 'priceLines'> {
  return count === 0 ? {} : { priceLines: Array.from({ length: count }, () => values.number()) }
}

/** Passes over a place, and so many lines after it. */
function skipPlaces(lines: number, values: PackedReader): void {
  if (values.number() !== nowhere) {
    values.number()
    values.text()
  }
  for (let left = lines; left > 0; left -= 1) values.number()
}
