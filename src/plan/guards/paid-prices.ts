import {
  type FieldChange,
  type GridChange,
  isOwnChange,
  type PaidMove,
  type RecordChange,
  type RootedChange,
  skuOfChange,
} from '../../diff/change.ts'
import { effectivePrice } from '../../pricing/effective-price.ts'
import { plainQuery } from '../../pricing/price-query.ts'
import { compareDecimals } from '../../records/decimal.ts'
import { resourceOf } from '../../resources/registry.ts'
import { isOn } from '../../resources/scalar.ts'
import { onFirstUse } from '../../source/on-first-use.ts'
import { paidGroups } from '../paid-cells.ts'
import type { GuardInput } from './guard-input.ts'
import type { StoppedPrice } from './guard-result.ts'

/** A price that a customer pays after the apply, and now (`null`: the sku has none now). */
export interface PaidPrice extends Omit<StoppedPrice, 'smaller'> {
  readonly change: RootedChange
  /** Of a row of a grid, the last quantity of its price; `null`: the range is open. */
  readonly end?: number | null
  /** The price of the next smaller quantity of the group. */
  readonly smaller: { readonly start: string; readonly before: string | null; readonly after: string } | null
  /** True for a new product that customers do not see. */
  readonly isHidden: boolean
}

/** What in the rest of a plan decides whether customers pay the prices of a change, and with which discount. */
export interface Payment {
  readonly isHidden: boolean
  /** True where the plan writes variants of the product: customers buy these. */
  readonly hasVariants: boolean
  /** The discount before and after the plan, where the plan changes it. */
  readonly discount: NonNullable<PaidMove['discount']> | null
  /** True where another change of the plan is judged instead: the grid of the same sku, or the list price that a discount is of. */
  readonly isCovered: boolean
}

/** Takes the prices that a plan changes or creates, and those of the next larger quantity: one at a time, because a plan may have millions. */
export function eachPaidPrice(input: Pick<GuardInput, 'rooted' | 'facts'>, take: (price: PaidPrice) => void): void {
  const rooted = withReplaced(input)
  const paymentOf = payments(rooted)
  for (const change of rooted) for (const price of pricesOfChange(change, paymentOf(change))) take(price)
}

/** The prices of one change that customers pay, those of the next larger quantity included. */
export function pricesOfChange(change: RootedChange, payment: Payment): Iterable<PaidPrice> {
  if (change.kind === 'grid') return discounted(gridPrices(change, payment), payment)
  if (payment.isCovered) return none
  return change.paid ? [ownMove(change, change.paid, payment)] : discounted(simplePrices(change, payment), payment)
}

const none: readonly PaidPrice[] = []

/** Looks up how the prices of a change are paid, among all changes of a plan. */
export function payments(rooted: readonly RootedChange[]): (change: RootedChange) => Payment {
  const [hidden, grids, withVariants] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const repriced = onFirstUse(() => new Set(rooted.filter(movesListPrice).map(skuOfChange)))
  const discounts = new Map<string, NonNullable<PaidMove['discount']>>()
  for (const change of rooted) {
    if (isHiding(change)) hidden.add(change.address)
    if (change.kind === 'grid') grids.add(change.sku)
    else if (change.resource === 'Variants' && change.action !== 'remove') withVariants.add(change.root.address)
    if (change.kind === 'record' && change.paid?.discount) discounts.set(change.root.address, change.paid.discount)
  }
  const isCovered = (change: RecordChange): boolean =>
    change.paid ? change.paid.discount !== undefined && repriced().has(change.paid.sku) : grids.size > 0 && grids.has(skuOfChange(change))
  const isPlain = hidden.size + withVariants.size + discounts.size === 0
  return (change) => {
    if (isPlain && !(change.kind === 'record' && isCovered(change))) return plainPayment
    const { address } = change.root
    const payment: Payment = {
      isHidden: hidden.has(address),
      hasVariants: withVariants.has(address),
      discount: discounts.get(address) ?? null,
      isCovered: change.kind === 'record' && isCovered(change),
    }
    return payment.isHidden || payment.hasVariants || payment.isCovered || payment.discount !== null ? payment : plainPayment
  }
}

/** Where nothing else of the plan decides: one value for all of them, because a plan may have millions of changes. */
export const plainPayment: Payment = { isHidden: false, hasVariants: false, discount: null, isCovered: false }

/** False for a change that moves no price that customers pay. */
export function canMovePrice(change: RootedChange): boolean {
  return change.kind === 'grid' || change.paid !== undefined || change.fields.some(isPrice)
}

/** The changes; the price before of a new product that replaces another is what customers paid for that one. */
function withReplaced({ rooted, facts: { replaced } }: Pick<GuardInput, 'rooted' | 'facts'>): readonly RootedChange[] {
  if (replaced === undefined || replaced.size === 0) return rooted
  return rooted.map((change): RootedChange => {
    const old = change.action === 'create' ? replaced.get(skuOfChange(change)) : undefined
    if (old === undefined) return change
    if (change.kind === 'grid') return { ...change, grid: { ...change.grid, ...old } }
    const { on, price } = old.ownerBefore
    const isOwner = 'advanced_pricing' in resourceOf(change.resource).fields
    return isOwner && !on
      ? { ...change, fields: change.fields.map((field) => (isPrice(field) ? { ...field, before: price } : field)) }
      : change
  })
}

/** True where a change moves the list price of its sku. */
function movesListPrice(change: RootedChange): boolean {
  return change.kind === 'grid' || (change.fields.some(isPrice) && 'advanced_pricing' in resourceOf(change.resource).fields)
}

function isPrice({ field }: FieldChange): boolean {
  return field === 'price'
}

function ownMove(change: RecordChange, { sku, before, after, discount }: PaidMove, { isHidden }: Payment): PaidPrice {
  return { change, sku, of: discount ? 'discount' : 'option', row: null, before, after, smaller: null, isHidden }
}

/** The same prices after the discount, where the plan changes it. */
function discounted(prices: Iterable<PaidPrice>, { discount }: Payment): Iterable<PaidPrice> {
  return discount === null ? prices : afterDiscounts(prices, discount)
}

/** An amount says nothing of a price that is forced in a currency. */
function* afterDiscounts(prices: Iterable<PaidPrice>, discount: NonNullable<Payment['discount']>): Generator<PaidPrice, void> {
  for (const price of prices) {
    if ((price.row?.currency_code ?? '') !== '') yield price
    else
      yield {
        ...price,
        ...afterDiscount(price, discount),
        smaller: price.smaller && { ...price.smaller, ...afterDiscount(price.smaller, discount) },
      }
  }
}

type Move = Pick<PaidPrice, 'before' | 'after'>

function afterDiscount({ before, after }: Move, discount: Move & { readonly before: string }): Move {
  return { before: before === null ? null : discountedPrice(before, discount.before), after: discountedPrice(after, discount.after) }
}

function discountedPrice(price: string, discount: string): string {
  const promotion = discount === '' ? null : { discount, timed: false, start: '', end: '' }
  const sku = { sku: '', product: '', price, advanced: false, entries: null, options: [], promotion, hasVariants: false }
  return effectivePrice(sku, plainQuery).price ?? price
}

/** True for a new record that is hidden, and for one that the plan hides. */
function isHiding(change: RootedChange): boolean {
  if (!isOwnChange(change)) return false
  const flag = resourceOf(change.root.resource).hiddenBy
  return flag !== undefined && change.fields.some(({ field, after }) => field === flag && isOn(after ?? ''))
}

/** The prices of a grid, unless customers buy the variants of its product. */
function* gridPrices(change: GridChange, { isHidden, hasVariants }: Payment): Generator<PaidPrice, void> {
  if (change.grid.owner === 'Product' && hasVariants) return
  for (const { group_code, currency_code, cells } of paidGroups(change)) {
    let smaller: PaidPrice['smaller'] = null
    for (const cell of cells) {
      const before = change.grid.leftOver ? null : lowestOf(cell.before)
      const after = lowestOf(cell.after)
      if (after === null) continue
      const isTouched = before !== after || (smaller !== null && smaller.before !== smaller.after)
      const row = { group_code, currency_code, start: cell.start }
      if (isTouched) yield { change, sku: change.sku, of: 'grid', row, end: cell.end, before, after, smaller, isHidden }
      smaller = { start: cell.start, before, after }
    }
  }
}

/** Where entries contradict each other the lowest is paid (docs/pricing.md). */
function lowestOf(prices: readonly string[]): string | null {
  return prices.reduce<string | null>((low, price) => (low === null || (compareDecimals(price, low) ?? 0) < 0 ? price : low), null)
}

/** The simple price of a product or variant, unless nobody pays it. */
function simplePrices(change: RecordChange, { isHidden, hasVariants }: Payment): readonly PaidPrice[] {
  const price = change.fields.find(isPrice)
  if (!price?.after || !isPaid(change, hasVariants)) return none
  const before = change.leftOver ? null : price.before || null
  return [{ change, sku: skuOfChange(change), of: 'simple', row: null, before, after: price.after, smaller: null, isHidden }]
}

/** False where a grid decides what customers pay, and where they buy the variants. */
function isPaid({ resource, action, fields, gridDecides, gridApplies }: RecordChange, hasVariants: boolean): boolean {
  const turnsOn = fields.some(({ field, after }) => field === 'advanced_pricing' && isOn(after ?? ''))
  const byGrid = turnsOn || gridDecides === true || gridApplies === true
  const isOwner = 'advanced_pricing' in resourceOf(resource).fields
  return isOwner && action !== 'remove' && !byGrid && !(resource === 'Product' && hasVariants)
}
