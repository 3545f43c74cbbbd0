import { gridRowOf, compareRows } from '../pricing/grid-row.ts'
import { addressOf } from '../records/address.ts'
import { keyOf } from '../records/named-fields.ts'
import { identifyingFields } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf, resourceOf } from '../resources/registry.ts'
import { sameValue } from '../resources/scalar.ts'
import { type GridChange, type RecordChange, type RootedChange, skuOfChange } from './change.ts'
import { createdRecords } from './created-records.ts'
import { clearedRow, removedRow, takenOver } from './left-over-row.ts'
import { identityText, matchLeftOvers, otherCodes } from './match-left-overs.ts'
import { commonRow, inFixedOrder } from './match-rows.ts'
import { numbered } from './numbered-addresses.ts'
import { clearRefusal, refused, removeRefusal } from './refusals.ts'

/**
 * Makes rows that are left over part of the changes, so that a created record has nothing but what the catalogue declares: a row that
 * it has is overwritten; others are deleted before the record is created; promotions, which no request deletes, are cleared; stock stays
 * as it is. Where a row cannot be deleted, the record is not created.
 */
export function withLeftOvers(
  all: readonly RootedChange[],
  rows: readonly RecordTree[],
  capabilities: Capabilities,
): readonly RootedChange[] {
  if (rows.length === 0) return all
  // A change that is found here is looked up below: it has to be the same object, which one of a packed root is not.
  const changes = [...all]
  const created = createdRecords(changes)
  const variants = new Map(rows.filter(({ resource }) => resource === 'Variants').map((row) => [keyOf(row), row]))
  const held = inFixedOrder(rows, capabilities).flatMap((row) => {
    const holder = created.holderOf(row, variants)
    return holder ? [{ row, holder }] : []
  })
  const byRoot = Map.groupBy(held, ({ holder }) => holder.root.address)
  const groups = Map.groupBy(changes, ({ root }) => root.address)
  return [...groups].flatMap(([address, own]) => {
    const found = byRoot.get(address)
    return found ? rootWithLeftOvers(own, found, capabilities) : own
  })
}

/** A left-over row and the created record that it would belong to. */
interface HeldRow {
  readonly row: RecordTree
  readonly holder: RecordChange
}

/** What is done about the left-over rows of one root. */
interface Settled {
  /** Changes that take the place of others. */
  readonly replaced: Map<RootedChange, RootedChange>
  readonly added: RootedChange[]
  /** Why a record cannot be created, by the change that would. */
  readonly refused: Map<RecordChange, string>
}

function rootWithLeftOvers(changes: readonly RootedChange[], held: readonly HeldRow[], capabilities: Capabilities): RootedChange[] {
  const root = changes.find((change) => change.address === change.root.address && change.action === 'create')
  const isNew = root !== undefined
  const settled: Settled = { replaced: new Map(), added: [], refused: new Map() }
  const unitOf = (holder: RecordChange): RecordChange => (root?.kind === 'record' ? root : holder)
  settleRows(changes, held, { settled, capabilities, unitOf, isNew })
  settlePrices(changes, held, { settled, unitOf })
  const written = changes.map((change) => settled.replaced.get(change) ?? change).filter((change) => isNew || !isThereAlready(change))
  if (settled.refused.size === 0) return numbered([...written, ...settled.added])
  if (isNew) return [...settled.refused].map(([change, reason]) => refused(change, reason))
  const codes = new Map([...settled.refused].map(([change, reason]) => [skuOfChange(change), reason]))
  const kept = written.flatMap((change) => withoutRefused(change, codes))
  return numbered([...kept, ...settled.added.filter((change) => !codes.has(skuOfChange(change)))])
}

/** True for a left-over row of an existing product that is exactly the wanted one. A new product is written whole. */
function isThereAlready(change: RootedChange): boolean {
  if (change.kind !== 'record' || !change.leftOver || change.action !== 'create' || change.resource === 'Variants') return false
  return change.fields.every(({ field, before, after }) => sameValue(fieldOf(change.resource, field), before ?? '', after ?? ''))
}

/** A variant that cannot be created, without what belongs to it. */
function withoutRefused(change: RootedChange, reasons: ReadonlyMap<string, string>): RootedChange[] {
  const reason = reasons.get(skuOfChange(change))
  if (reason === undefined) return [change]
  return change.kind === 'record' && change.resource === 'Variants' ? [refused(change, reason)] : []
}

interface Settling {
  /** True where the root record is created too, hidden until it is whole. */
  readonly isNew: boolean
  readonly settled: Settled
  readonly capabilities: Capabilities
  readonly unitOf: (holder: RecordChange) => RecordChange
}

function settleRows(changes: readonly RootedChange[], held: readonly HeldRow[], settling: Settling): void {
  const { settled, capabilities, isNew } = settling
  const creates = changes
    .filter((change) => change.kind === 'record' && change.action === 'create')
    .filter((change): change is RecordChange => change.address !== change.root.address)
  const rows = held.filter(({ row }) => row.resource !== 'PricingAdvanced')
  const matches = matchLeftOvers(
    creates,
    rows.map(({ row }) => row).filter((row) => isNew || !choosesTooEarly(row, capabilities)),
    capabilities,
  )
  for (const [change, other] of otherCodes(creates, matches)) settled.replaced.set(change, other)
  const copies = Map.groupBy(
    rows.map(({ row }) => row),
    (row) => identityText(row, capabilities),
  )
  for (const { row, holder } of rows) {
    const { external, removal, identity } = resourceOf(row.resource)
    const match = matches.get(row)
    const [first, ...others] = (identity === 'none' && copies.get(identityText(row, capabilities))) || [row]
    if (match) {
      replace(settled, match, (change) => takenOver(change, row))
    } else if (external) {
      if (keyOf(row) === keyOf({ resource: holder.resource, fields: holder.key }))
        replace(settled, holder, (change) => keeping(change, row))
    } else if (removal === 'never') {
      const change = clearedRow(row, holder, capabilities)
      if (change.fields.length > 0) settled.added.push(change)
    } else if (row === first) {
      // Rows without a key go together.
      const reason = removeRefusal(row.resource, identifyingFields(row.resource, row.fields, capabilities), capabilities)
      if (reason === undefined) settled.added.push(removedRow(commonRow(row, others, capabilities), holder, capabilities))
      else refuse(row, { ...settling, holder, reason })
    }
  }
}

/** An option value lets shoppers choose a variant before its prices are final: it is deleted where it can be, and written last. */
function choosesTooEarly({ resource, fields }: RecordTree, capabilities: Capabilities): boolean {
  return (
    resource === 'VariantOptions' && removeRefusal(resource, identifyingFields(resource, fields, capabilities), capabilities) === undefined
  )
}

function replace({ replaced }: Settled, change: RecordChange, by: (change: RecordChange) => RecordChange): void {
  const before = replaced.get(change) ?? change
  if (before.kind === 'record') replaced.set(change, by(before))
}

function keeping(change: RecordChange, { resource }: RecordTree): RecordChange {
  return { ...change, keeps: [...new Set([...(change.keeps ?? []), resource])] }
}

/** A category is visible whether or not an old place of it is left, so only that row is reported. */
function refuse(
  row: RecordTree,
  { holder, reason, settled, capabilities, unitOf }: Settling & { readonly holder: RecordChange; readonly reason: string },
): void {
  const address = addressOf(row.resource, row.fields)
  if (holder.resource === 'Cat') {
    settled.added.push(refused(removedRow(row, holder, capabilities), reason))
    return
  }
  const unit = unitOf(holder)
  if (!settled.refused.has(unit)) settled.refused.set(unit, `The store still has ${address} of a removed record. ${reason}`)
}

function settlePrices(
  changes: readonly RootedChange[],
  held: readonly HeldRow[],
  { settled, unitOf }: Pick<Settling, 'settled' | 'unitOf'>,
): void {
  const prices = held.filter(({ row }) => row.resource === 'PricingAdvanced')
  const grids = new Map(changes.filter((change) => change.kind === 'grid').map((change) => [change.sku, change]))
  for (const [sku, [first, ...more]] of Map.groupBy(prices, ({ row }) => row.fields['sku'] ?? '')) {
    if (!first) continue
    const { holder } = first
    const reason = clearRefusal(sku)
    const grid = grids.get(sku)
    if (reason !== undefined) settled.refused.set(unitOf(holder), reason)
    else if (grid) settled.replaced.set(grid, { ...grid, grid: { ...grid.grid, leftOver: true } })
    else settled.added.push(removedPrices(sku, [first, ...more]))
  }
}

/** The price entries of a removed record whose key is created without a grid. */
function removedPrices(sku: string, [first, ...more]: readonly [HeldRow, ...HeldRow[]]): GridChange {
  const { root, source } = first.holder
  const before = [first, ...more].map(({ row }) => gridRowOf(row)).toSorted(compareRows)
  return {
    kind: 'grid',
    address: addressOf('PricingAdvanced', { sku }),
    action: 'remove',
    sku,
    root,
    grid: {
      ownerBefore: { price: null, on: false },
      owner: sku === root.key ? 'Product' : 'Variants',
      way: 'clear',
      before,
      after: [],
      bridgePrice: null,
      onSale: false,
      leftOver: true,
    },
    fields: [],
    origin: 'adopt',
    source,
  }
}
