import { type Change, type FieldChange, type GridChange, type RecordChange, skuOfChange } from '../diff/change.ts'
import { decimalSlip } from '../pricing/decimal-slip.ts'
import type { ShownGrid } from '../pricing/grid-sheets.ts'
import { pairs } from '../pricing/priced-sku.ts'
import type { Hazard, PriceSlip } from './hazard.ts'
import { paidByGrid, paidByTurning, paidGroups } from './paid-cells.ts'

type SlipHazard = Extract<Hazard, { readonly kind: 'price-slip' }>

/**
 * The prices that change by a misplaced decimal point, one hazard for each change: its first price and the number of others. The
 * simple price beside a grid usually follows it, and is not reported again.
 */
export function priceSlips(changes: readonly Change[]): readonly Hazard[] {
  const found = changes.flatMap(hazardOf)
  const inGrids = new Set(found.flatMap(({ sku, of }) => (of.kind === 'grid' ? [sku] : [])))
  return found.filter(({ sku, of }) => of.kind !== 'simple' || !inGrids.has(sku))
}

function hazardOf(change: Change): readonly SlipHazard[] {
  const slips = slipsOf(change)
  if (slips.length === 0 || change.kind === 'file') return none
  const [first, ...others] = slips
  if (first === undefined) return none
  return [{ kind: 'price-slip', address: change.address, sku: skuOfChange(change) || change.root.key, ...first, others: others.length }]
}

/** Most prices move by less. */
const none: readonly never[] = []

function slipsOf(change: Change): readonly PriceSlip[] {
  switch (change.kind) {
    case 'record':
      return change.action === 'update' ? recordSlips(change) : none
    case 'grid':
      return gridSlips(change)
    case 'file':
      return []
    default:
      return change satisfies never
  }
}

function recordSlips({ resource, key, fields, turnedGrid }: RecordChange): readonly PriceSlip[] {
  if (turnedGrid) return slipsOfCells(paidByTurning({ fields }, turnedGrid))
  const price = fields.find(({ field }) => field === 'price')
  if (price === undefined) return none
  return resource === 'Options' ? adjustmentSlips(price, key['o_group'] ?? '') : slip(price.before, price.after, { kind: 'simple' })
}

/** Amounts that simple options add, by the value that is chosen. */
function adjustmentSlips({ before, after }: FieldChange, option: string): readonly PriceSlip[] {
  const old = pairs(before ?? '')
  return [...pairs(after ?? '')].flatMap(([value, amount]) => slip(old.get(value) ?? null, amount, { kind: 'option', option, value }))
}

/** The prices of a grid as customers pay them; where none of them is wrong, the simple price that is written with the grid. */
function gridSlips(change: GridChange): readonly PriceSlip[] {
  const { before, ownerBefore } = change.grid
  if (before.length === 0 && ownerBefore.price === null) return []
  const price = change.fields.find(({ field }) => field === 'price')
  const paid = slipsOfCells(paidByGrid(change))
  return paid.length > 0 || price === undefined ? paid : slip(price.before, price.after, { kind: 'simple' })
}

function slipsOfCells(paid: ShownGrid): readonly PriceSlip[] {
  return paidGroups(paid).flatMap(({ group_code, currency_code, cells }) =>
    cells.flatMap(({ before, after, start }) => slip(onlyOf(before), onlyOf(after), { kind: 'grid', group_code, currency_code, start })),
  )
}

function onlyOf(prices: readonly string[]): string | null {
  return prices.length === 1 ? (prices[0] ?? null) : null
}

function slip(before: string | null, after: string | null, of: PriceSlip['of']): readonly PriceSlip[] {
  return before !== null && after !== null && decimalSlip(before, after) !== null ? [{ before, after, of }] : none
}
