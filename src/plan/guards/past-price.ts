import { type RecordChange, type RootedChange, skuOfChange } from '../../diff/change.ts'
import { effectivePrice } from '../../pricing/effective-price.ts'
import { plainQuery } from '../../pricing/price-query.ts'
import { pricedSku, type PricedSku, promotionOf } from '../../pricing/priced-sku.ts'
import { compareDecimals } from '../../records/decimal.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import type { Fields } from '../../resources/resource.ts'
import { isOn } from '../../resources/scalar.ts'

/** What decided the price of a sku at some time. */
export interface SkuState {
  readonly priced: PricedSku
  /** The discount of its product, as the store has it. */
  readonly merchandising: Fields
}

/** The price of a sku, and when it was paid: `YYYY-MM-DD HH:MM:SS` in the time zone of the shop. */
export interface PriceAt {
  readonly price: string
  readonly at: string
}

/** The state of a sku as the store has it; `null` where the product has no such sku. */
export function skuState(root: RecordTree, sku: string): SkuState | null {
  const priced = pricedSku(root, sku)
  return priced && { priced, merchandising: root.children.Merchandising?.[0]?.fields ?? {} }
}

/** The changes of a plan or a run that decide the price of a sku: its own, and those of the discount of its product. */
export type PriceChanges = (sku: PricedSku) => readonly RootedChange[]

/** Indexes changes by the skus whose prices they decide. */
export function priceChanges(changes: readonly RootedChange[]): PriceChanges {
  const ofProduct = Map.groupBy(changes.filter(isDiscount), ({ root }) => root.key)
  const ofSku = Map.groupBy(changes.filter(isOwn), skuOfChange)
  return ({ product, sku }) => [...(ofProduct.get(product) ?? []), ...(ofSku.get(sku) ?? [])]
}

function isDiscount(change: RootedChange): change is RecordChange {
  return change.kind === 'record' && change.resource === 'Merchandising'
}

function isOwn(change: RootedChange): boolean {
  return change.kind === 'grid' || change.resource === 'Product' || change.resource === 'Variants'
}

/** The state of a sku before or after some changes; `null`: it did not exist then. */
export function stateBeside(state: SkuState, changesOf: PriceChanges, side: 'before' | 'after'): SkuState | null {
  return changesOf(state.priced).reduce<SkuState | null>((now, change) => now && beside(now, change, side), state)
}

function beside({ priced, merchandising }: SkuState, change: RootedChange, side: 'before' | 'after'): SkuState | null {
  const isCreated = change.action === 'create' && side === 'before'
  if (isDiscount(change)) {
    const fields = isCreated ? {} : { ...merchandising, ...valuesOf(change, side) }
    return { priced: { ...priced, promotion: promotionOf(fields) }, merchandising: fields }
  }
  if (change.kind === 'grid') return { priced: { ...withOwn(priced, gridValues(change, side)), entries: change.grid[side] }, merchandising }
  return isCreated ? null : { priced: withOwn(priced, valuesOf(change, side)), merchandising }
}

function valuesOf({ fields }: RootedChange, side: 'before' | 'after'): Fields {
  return Object.fromEntries(fields.map((field) => [field.field, field[side] ?? '']))
}

function gridValues(change: Extract<RootedChange, { kind: 'grid' }>, side: 'before' | 'after'): Fields {
  const { price, on } = change.grid.ownerBefore
  const before = { ...(price !== null && { price }), advanced_pricing: String(on) }
  return side === 'after' ? valuesOf(change, side) : { ...valuesOf(change, side), ...before }
}

function withOwn(priced: PricedSku, { price, advanced_pricing: advanced }: Fields): PricedSku {
  return {
    ...priced,
    ...(price !== undefined && { price: price || null }),
    ...(advanced !== undefined && { advanced: isOn(advanced) }),
  }
}

/** The lowest price that a visitor paid for one piece between two times, both included; `null` where there was no price. */
export function lowestBetween({ priced }: SkuState, from: string, to: string): PriceAt | null {
  const start = priced.promotion?.start ?? ''
  const begins = start.length === 10 ? `${start} 00:00:00` : start
  const moments = [from, to, ...(begins > from && begins < to ? [begins] : [])]
  return lowestOf(
    moments.flatMap((at) => {
      const { price } = effectivePrice(priced, { ...plainQuery, at })
      return price === null ? [] : [{ price, at }]
    }),
  )
}

/** The lowest of some prices, the first of equal ones. */
export function lowestOf(prices: readonly PriceAt[]): PriceAt | null {
  return prices.reduce<PriceAt | null>(
    (lowest, each) => (lowest === null || (compareDecimals(each.price, lowest.price) ?? 0) < 0 ? each : lowest),
    null,
  )
}
