import { effectivePrice } from '../pricing/effective-price.ts'
import { listPrice } from '../pricing/list-price.ts'
import { plainQuery } from '../pricing/price-query.ts'
import { pairs, pricedRecord, pricedSku } from '../pricing/priced-sku.ts'
import { compareDecimals } from '../records/decimal.ts'
import { skuOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { Fields } from '../resources/resource.ts'
import type { PaidMove, RecordChange, RootedChange } from './change.ts'

/**
 * Changes of a product that exists, with what its customers pay before and after a change of its discount or of the amounts of an
 * option: one piece of its cheapest sku, without a group, outside timed promotions. Where its prices are not read they are as they were.
 */
export function withPaidMoves(changes: readonly RootedChange[], live: RecordTree): readonly RootedChange[] {
  if (!changes.some(isPriced)) return changes
  const price = lowestPrice(live)
  if (price === null) return changes
  return changes.map((change) => {
    const paid = isPriced(change) ? paidMove(change, { live, price }) : null
    return paid === null ? change : { ...change, paid }
  })
}

function isPriced(change: RootedChange): change is RecordChange {
  if (change.kind !== 'record' || (change.action !== 'update' && change.action !== 'create')) return false
  const priced = change.resource === 'Options' ? ['price'] : ['discount', 'timed_promotion']
  return change.fields.some(({ field }) => priced.includes(field))
}

/** The lowest list price of a sku that customers buy. */
function lowestPrice(live: RecordTree): string | null {
  const variants = live.children.Variants ?? []
  const prices = (variants.length > 0 ? variants : [live]).flatMap(
    (owner) => listPrice(pricedRecord(live, owner), plainQuery).at(-1)?.amount ?? [],
  )
  return prices.reduce<string | null>((low, price) => (low === null || (compareDecimals(price, low) ?? 0) < 0 ? price : low), null)
}

interface Priced {
  readonly live: RecordTree
  readonly price: string
}

function paidMove(change: RecordChange, { live, price }: Priced): PaidMove | null {
  const { resource, key } = change
  const row = live.children[resource]?.find(({ fields }) => Object.entries(key).every(([name, value]) => fields[name] === value))
  const before = row?.fields ?? {}
  const after = { ...before, ...Object.fromEntries(change.fields.map((field) => [field.field, field.after ?? ''])) }
  const option = after['o_group'] ?? key['o_group'] ?? ''
  const values = resource === 'Options' ? [...pairs(after['price'] ?? '').keys()] : ['']
  const moves = values.flatMap((value): PaidMove[] => {
    const pay = (fields: Fields): string | null =>
      paid({ live, price, resource, fields: { ...fields, o_group: option } }, { [option]: value })
    const [now, then] = [pay(before), pay(after)]
    return now === null || then === null || now === then ? [] : [{ before: now, after: then }]
  })
  return moves.toSorted((a, b) => farness(b) - farness(a))[0] ?? null
}

/** What one piece costs at this list price with only this row. */
function paid({ live, price, resource, fields }: Priced & Pick<RecordTree, 'resource' | 'fields'>, options: Fields): string | null {
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
