import { invariant } from '../errors.ts'
import { compareRows, type GridRow, gridRowOf } from '../pricing/grid-row.ts'
import { addressOf } from '../records/address.ts'
import { childNames } from '../records/child-names.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { orderedFields } from '../records/field-order.ts'
import { identifyingFields, identifyingNames, linked } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { Children, RecordTree } from '../resources/record-tree.ts'
import { fieldOf, resourceOf, type ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { isOn, shortestDecimal, storedValue } from '../resources/scalar.ts'
import type { InsertedAgain, OwnerPricing } from './change.ts'
import { compareFields, type FieldDifference, type Pair } from './compare-fields.ts'
import { isSameCollection } from './same-record.ts'
import { type ForeignRow, inFixedOrder, type MatchedRow, matchRows } from './match-rows.ts'

/** A record of the catalogue beside that of the store: identified, its fields compared, its rows matched. Only changes are left to be made of it. */
export interface PreparedPair {
  readonly desired: DesiredRecord
  /** `new`: the store does not have it; `known`: it was applied before; `adopted`: the store has it, and nothing was applied. */
  readonly state: 'new' | 'known' | 'adopted'
  /** True where it was applied before. */
  readonly isApplied: boolean
  /** The fields that identify the record in the store. */
  readonly key: Fields
  readonly differences: readonly FieldDifference[]
  /** What decides its price in the store now; for a resource with prices. */
  readonly ownerBefore: OwnerPricing
  /** `null`: the catalogue does not manage it. */
  readonly grid: GridPair | null
  /** The price entries of the store where the catalogue turns them on or off; empty otherwise. */
  readonly turnedRows: readonly GridRow[]
  /** Without those whose rows are the same on both sides. */
  readonly collections: readonly PreparedCollection[]
  /** True for a new row with the identity of an earlier one of its collection. */
  readonly isRepeated: boolean
  /** Where the store has a row without a key more than once: how often, and the row that it should have once. */
  readonly again: InsertedAgain | null
}

/** The price entries of one sku on both sides, sorted; the desired ones have no `uid`. */
export interface GridPair {
  readonly wanted: readonly GridRow[]
  readonly live: readonly GridRow[]
  /** As last applied; `null` where they were not managed then. */
  readonly base: readonly GridRow[] | null
  /** The wanted simple price, or else that of the store; empty where there is none. */
  readonly simplePrice: string
}

/** An owned collection of a record. */
export interface PreparedCollection {
  readonly resource: ResourceName
  /** The record of the catalogue that declares it. */
  readonly owner: DesiredRecord
  readonly rows: readonly PreparedPair[]
  readonly foreign: readonly PreparedForeign[]
}

/** A row that only the store has, with the rows that belong to it alone. */
export interface PreparedForeign extends ForeignRow {
  readonly key: Fields
  readonly below: readonly PreparedForeign[]
  readonly ownerBefore: OwnerPricing
  readonly grid: GridPair
}

/** What holds for a root record and everything below it. */
export interface PreparedRoot {
  readonly capabilities: Capabilities
  /** True where the store hides a record that the catalogue shows: it may come from a run that did not finish creating it. */
  readonly isUnconfirmed: boolean
}

/** Brings a record of the catalogue and that of the store together, all rows below included: values and identities are calculated here, once. */
export function preparePair(pair: MatchedRow, root: PreparedRoot): PreparedPair {
  const { capabilities } = root
  const { desired, live, base, keptOrder, isRepeated = false, copies } = pair
  const primary = resourceOf(desired.resource).key
  const key = identifyingFields(desired.resource, keyValues(pair, primary), capabilities)
  const own = live ? [primary ?? '', keptOrder ?? ''] : identifyingNames(desired.resource, capabilities)
  const wanted = wantedParts(pair, root)
  const differences = compareFields(wanted.fields, pair, own)
  return {
    desired,
    state: live ? (base ? 'known' : 'adopted') : 'new',
    isApplied: base !== undefined,
    key,
    differences,
    ownerBefore: pricingOf(live),
    grid: desired.children.PricingAdvanced ? gridPair(pair, wanted.fields) : null,
    turnedRows: live && differences.some(({ change }) => change.field === 'advanced_pricing') ? gridOf(live) : noRows,
    collections: childNames(wanted.children).flatMap((name) =>
      name === 'PricingAdvanced' || isUnchanged(name, pair, root)
        ? []
        : [prepareCollection(name, { pair, rows: wanted.children[name] ?? [] }, root)],
    ),
    isRepeated,
    again: live && copies !== undefined ? { copies: copies.map(inOrder), row: inOrder(withValues(live, differences, key)) } : null,
  }
}

function inOrder({ resource, fields }: Pick<RecordTree, 'resource' | 'fields'>): Fields {
  return orderedFields(resource, fields)
}

/** A row of the store as it will be. */
function withValues(
  { resource, fields }: RecordTree,
  differences: readonly FieldDifference[],
  key: Fields,
): Pick<RecordTree, 'resource' | 'fields'> {
  const after = differences.map(({ change }) => [change.field, change.after])
  return { resource, fields: { ...fields, ...Object.fromEntries(after), ...key } }
}

/** What the catalogue declares; for a record whose creation is not confirmed, also what is written only on create. */
function wantedParts(
  { desired, live }: MatchedRow,
  { isUnconfirmed }: PreparedRoot,
): { readonly fields: Fields; readonly children: Children<DesiredRecord> } {
  const { onCreate } = desired
  if (!onCreate || (live && !isUnconfirmed)) return desired
  const isWhole = !live || isUntouched(live)
  return {
    fields: isWhole ? { ...desired.fields, ...onCreate.fields } : desired.fields,
    children: isWhole || hasNone(live, onCreate.children) ? { ...desired.children, ...onCreate.children } : desired.children,
  }
}

/** True only where no row of a collection differs: its rows need not be matched. */
function isUnchanged(name: ResourceName, { desired, live }: MatchedRow, { capabilities, isUnconfirmed }: PreparedRoot): boolean {
  return live !== undefined && !isUnconfirmed && isSameCollection(name, { desired, live }, capabilities)
}

/** True where the store was asked for these children of a record and has none: a part of the body that created it can be missing. */
function hasNone(live: RecordTree, children: Children<DesiredRecord>): boolean {
  return childNames(children).every((name) => live.children[name]?.length === 0)
}

/** True for a row that the store may have made by itself: other programs write such rows too, and none has written this one. */
function isUntouched({ resource, fields }: RecordTree): boolean {
  const { external, key } = resourceOf(resource)
  return (
    external === true &&
    Object.entries(fields).every(([name, value]) => name === key || ['', '0'].includes(storedValue(fieldOf(resource, name), value)))
  )
}

/** The fields with the primary key that the record has in the store, or will have. */
function keyValues({ desired, live, code }: MatchedRow, primary: string | null): Fields {
  const { identity } = resourceOf(desired.resource)
  const value = code ?? (primary !== null && identity !== 'none' ? live?.fields[primary] : undefined)
  return primary === null || value === undefined ? desired.fields : { ...desired.fields, [primary]: value }
}

function gridPair({ desired, live, base }: Pair, wanted: Fields): GridPair {
  return {
    wanted: cellsOf(desired),
    live: gridOf(live),
    base: base?.children.PricingAdvanced ? cellsOf(base) : null,
    simplePrice: wanted['price'] ?? live?.fields['price'] ?? '',
  }
}

const noRows: readonly GridRow[] = []

function pricingOf(live: RecordTree | undefined): OwnerPricing {
  const price = live?.fields['price'] ?? ''
  return { price: price === '' ? null : (shortestDecimal(price.trim()) ?? price), on: isOn(live?.fields['advanced_pricing']) }
}

function gridOf(record: RecordTree | undefined): readonly GridRow[] {
  return (record?.children.PricingAdvanced ?? []).map(gridRowOf).toSorted(compareRows)
}

/** The entries of a record without the keys that the store assigns. */
function cellsOf(record: RecordTree): readonly GridRow[] {
  return gridOf(record).map(({ group_code, currency_code, start, end, price }) => ({ group_code, currency_code, start, end, price }))
}

function prepareCollection(
  resource: ResourceName,
  { pair, rows }: { readonly pair: MatchedRow; readonly rows: readonly DesiredRecord[] },
  root: PreparedRoot,
): PreparedCollection {
  const { capabilities } = root
  const { desired, live, base } = pair
  const matched = matchRows(
    {
      resource,
      desired: rows.map((row) => linked(row, desired)),
      live: live ? liveRows(live, resource) : [],
      base: base?.children[resource]?.map((row) => linked(row, base)),
    },
    capabilities,
  )
  return {
    resource,
    owner: desired,
    rows: matched.rows.map((row) => preparePair(row, root)),
    foreign: matched.foreign.map((each) => prepareForeign(each, capabilities)),
  }
}

function liveRows(record: RecordTree, resource: ResourceName): readonly RecordTree[] {
  const rows = record.children[resource]
  invariant(rows !== undefined, `${resource} of ${addressOf(record.resource, record.fields)} was not read`)
  return rows.map((row) => linked(row, record))
}

/** A row that the catalogue does not have: identified, with its prices and the rows that belong to it alone. */
export function prepareForeign({ row, isDuplicate, origin }: ForeignRow, capabilities: Capabilities): PreparedForeign {
  const options = (row.children.VariantOptions ?? []).map((child) => linked(child, row))
  const below = inFixedOrder(options, capabilities).map((child) => ({ row: child, isDuplicate: false, origin }))
  return {
    row,
    isDuplicate,
    origin,
    key: identifyingFields(row.resource, row.fields, capabilities),
    below: below.map((each) => prepareForeign(each, capabilities)),
    ownerBefore: pricingOf(row),
    grid: { wanted: [], live: gridOf(row), base: null, simplePrice: row.fields['price'] ?? '' },
  }
}
