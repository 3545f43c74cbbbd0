import type { GridRow } from '../pricing/grid-row.ts'
import { resourceOf } from '../resources/registry.ts'
import { effectivePrice } from '../pricing/effective-price.ts'
import { listPrice } from '../pricing/list-price.ts'
import { plainQuery } from '../pricing/price-query.ts'
import { pairs, pricedRecord, pricedSku } from '../pricing/priced-sku.ts'
import { addDecimals, compareDecimals } from '../records/decimal.ts'
import { skuOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { Fields } from '../resources/resource.ts'
import { isOn } from '../resources/scalar.ts'
import { byCode } from '../source/by-code.ts'
import { type PaidMove, type RecordChange, type RootedChange, skuOfChange } from './change.ts'

/**
 * Changes of a product that exists, with what its customers pay before and after a change of its discount or of the amounts of an
 * option: one piece of its cheapest sku, without a group, outside timed promotions. Where its prices are not read they are as they were. The removal of an option
 * of which every value has an amount moves the price as well: the cheapest choice before and after counts. An amount is added to the
 * price that the same changes give the sku; the move of a discount has the price before on both sides, since guards calculate it with that of the list.
 */
export function withPaidMoves(changes: readonly RootedChange[], live: RecordTree): readonly RootedChange[] {
  if (!changes.some(isPriced)) return changes
  const cheapest = cheapestSku(live, changes)
  if (cheapest === null) return changes
  return changes.map((change) => {
    if (!isPriced(change)) return change
    const priced = { live, ...cheapest }
    const paid = change.action === 'remove' ? removalMove(change, changes, priced) : paidMove(change, priced)
    return paid === null ? change : { ...change, paid }
  })
}

function isPriced(change: RootedChange): change is RecordChange {
  if (change.kind !== 'record' || change.action === 'cannot') return false
  if (change.action === 'remove') return change.resource === 'Options'
  const priced = change.resource === 'Options' ? ['price'] : ['discount', 'timed_promotion']
  return change.fields.some(({ field }) => priced.includes(field))
}

/**
 * A sku that customers buy, and its list price: one whose price the changes leave, where there is one. Of several the first by its code: the
 * store has its rows in any order.
 */
interface Cheapest {
  readonly sku: string
  readonly price: string
  /** Its list price after the changes. */
  readonly priceAfter: string
}

function cheapestSku(live: RecordTree, changes: readonly RootedChange[]): Cheapest | null {
  const variants = live.children.Variants ?? []
  const priced = (variants.length > 0 ? variants : [live]).flatMap((owner) => {
    const price = listPrice(pricedRecord(live, owner), plainQuery).at(-1)?.amount ?? null
    return price === null ? [] : [{ sku: skuOf(owner), price }]
  })
  const repriced = new Set(priced.length > 1 ? changes.filter(changesPrice).map(skuOfChange) : [])
  const staying = priced.filter(({ sku }) => !repriced.has(sku))
  const bought = staying.length > 0 ? staying : priced
  const [first] = bought.toSorted((a, b) => (compareDecimals(a.price, b.price) ?? 0) || byCode(a.sku, b.sku))
  return first ? { ...first, priceAfter: newListPrice(changes, first.sku) ?? first.price } : null
}

/** What the changes make the list price of a sku; `null` where they leave it. */
function newListPrice(changes: readonly RootedChange[], sku: string): string | null {
  const own = changes.filter((change) => skuOfChange(change) === sku)
  const grid = own.find((change) => change.kind === 'grid')
  if (grid) return firstPrice(grid.grid.after)
  const simple = own.find((change) => change.kind === 'record' && 'advanced_pricing' in resourceOf(change.resource).fields)
  if (simple?.kind !== 'record' || simple.gridDecides || simple.gridApplies) return null
  return simple.fields.find(({ field }) => field === 'price')?.after || null
}

/** The price of the smallest quantity without a group and a currency. */
function firstPrice(rows: readonly GridRow[]): string | null {
  const own = rows.filter(({ group_code, currency_code }) => group_code === '' && currency_code === '')
  return own.toSorted((a, b) => Number(a.start) - Number(b.start))[0]?.price ?? null
}

/** True for a change of a price grid, and for one of a price or of what decides it. */
function changesPrice(change: RootedChange): boolean {
  if (change.kind === 'grid' || change.action === 'remove') return true
  return change.fields.some(({ field }) => field === 'price' || field === 'advanced_pricing')
}

interface Priced extends Cheapest {
  readonly live: RecordTree
}

function paidMove(change: RecordChange, { live, sku, price, priceAfter }: Priced): PaidMove | null {
  const { resource, key } = change
  const row = live.children[resource]?.find(({ fields }) => Object.entries(key).every(([name, value]) => fields[name] === value))
  const before = row?.fields ?? {}
  const after = { ...before, ...fieldsAfter(change) }
  const option = after['o_group'] ?? key['o_group'] ?? ''
  const values = resource === 'Options' ? adjustedValues(before, after) : ['']
  const moves = values.flatMap((value): PaidMove[] => {
    const pay = (fields: Fields, listed: string): string | null =>
      paid({ live, price: listed, resource, fields: { ...fields, o_group: option } }, { [option]: value })
    const [now, then] = [pay(before, price), pay(after, resource === 'Options' ? priceAfter : price)]
    return now === null || then === null || now === then ? [] : [{ sku, before: now, after: then }]
  })
  const [worst] = moves.toSorted((a, b) => farness(b) - farness(a))
  if (worst === undefined || resource === 'Options') return worst ?? null
  return { ...worst, discount: { before: discountOf(before), after: discountOf(after) } }
}

/** The move of the cheapest choice where an option leaves of which every value has an amount; the other options count as the changes leave them. */
function removalMove(change: RecordChange, changes: readonly RootedChange[], { live, sku, price, priceAfter }: Priced): PaidMove | null {
  const stored = pricedRecord(live, live).options.length === 0 ? [] : (live.children.Options ?? []).map(({ fields }) => fields)
  const removed = stored.find((fields) => codeOf(fields) === codeOf(change.key))
  if (!removed || lowestAmount(removed) === '0') return null
  const own = changes.filter((each) => each.kind === 'record').filter(({ resource }) => resource === 'Options')
  const changed = new Map(own.map((each) => [codeOf(each.key), each]))
  const created = own.filter(({ action }) => action === 'create').map(fieldsAfter)
  const left = stored.flatMap((fields) => {
    const each = changed.get(codeOf(fields))
    return each?.action === 'remove' ? [] : [each ? { ...fields, ...fieldsAfter(each) } : fields]
  })
  const [before, after] = [withLowest(price, stored), withLowest(priceAfter, [...left, ...created])]
  return before === after ? null : { sku, before, after }
}

function codeOf(fields: Fields): string {
  return fields['code'] ?? ''
}

function fieldsAfter({ fields }: RootedChange): Fields {
  return Object.fromEntries(fields.map(({ field, after }) => [field, after ?? '']))
}

/** A price with the cheapest value of each of these options. */
function withLowest(price: string, options: readonly Fields[]): string {
  return options.reduce((sum, option) => addDecimals(sum, lowestAmount(option)) ?? sum, price)
}

/** The lowest amount that a value of an option adds to the price. */
function lowestAmount({ o_value = '', price = '' }: Fields): string {
  const amounts = pairs(price)
  const [first = '0', ...others] = [...pairs(o_value).keys()].map((value) => amounts.get(value) || '0')
  return others.reduce((low, amount) => ((compareDecimals(amount, low) ?? 0) < 0 ? amount : low), first)
}

/** The values of an option that have an amount before or after, and that customers can still choose. */
function adjustedValues(before: Fields, after: Fields): readonly string[] {
  const [old, now] = [before, after].map((fields) => [...pairs(fields['price'] ?? '').keys()])
  const offered = pairs(after['o_value'] ?? '')
  return [...new Set([...(now ?? []), ...(old ?? []).filter((value) => offered.has(value))])]
}

/** The discount of a row of Merchandising outside timed promotions; empty where it has none. */
export function discountOf({ discount = '', timed_promotion }: Fields): string {
  return isOn(timed_promotion) ? '' : discount
}

/** What one piece costs at this list price with only this row. */
function paid(
  { live, price, resource, fields }: Pick<Priced, 'live' | 'price'> & Pick<RecordTree, 'resource' | 'fields'>,
  options: Fields,
): string | null {
  const { option_type = '' } = live.fields
  const root: RecordTree = {
    resource: live.resource,
    fields: { sku: skuOf(live), price, option_type },
    children: { [resource]: [{ resource, fields, children: {} }] },
  }
  const sku = pricedSku(root, skuOf(live))
  return sku === null ? null : effectivePrice(sku, { ...plainQuery, options }).price
}

/** For the order of moves only. */
function farness({ before, after }: PaidMove): number {
  const ratio = Number(after) / Number(before)
  return Math.max(ratio, 1 / ratio)
}
