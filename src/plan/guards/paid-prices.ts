import { type PaidMove, type RecordChange, type RootedChange, skuOfChange } from '../../diff/change.ts'
import type { ReplacedPrices } from '../../diff/replaced-prices.ts'
import { effectivePrice } from '../../pricing/effective-price.ts'
import type { ShownGrid } from '../../pricing/grid-sheets.ts'
import { plainQuery } from '../../pricing/price-query.ts'
import { addDecimals, compareDecimals } from '../../records/decimal.ts'
import { paidByGrid, paidByTurning, paidGroups, paidRows } from '../paid-cells.ts'
import type { GuardInput } from './guard-input.ts'
import type { StoppedPrice } from './guard-result.ts'
import { isPrice, isSimplePaid, noReplaced, type Payment, payments, shownAgain } from './payment.ts'

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

/** Takes the prices that a plan changes or creates, and those of the next larger quantity: one at a time, because a plan may have millions. */
export function eachPaidPrice(
  { rooted, facts: { replaced = noReplaced } }: Pick<GuardInput, 'rooted' | 'facts'>,
  take: (price: PaidPrice) => void,
): void {
  const shown = replaced.size === 0 ? [] : shownAgain(rooted, replaced)
  const changes = shown.length === 0 ? rooted : [...rooted, ...shown]
  const paymentOf = payments(changes, replaced)
  for (const change of changes) for (const price of pricesOfChange(change, paymentOf(change))) take(price)
}

/** The prices of one change that customers pay, those of the next larger quantity included. */
export function pricesOfChange(change: RootedChange, payment: Payment): Iterable<PaidPrice> {
  if (payment.isCovered) return none
  if (change.kind === 'record' && change.paid) return ownMoves(change, change.paid, payment)
  return discounted(adjusted(listPrices(change, payment), payment), payment)
}

const none: readonly PaidPrice[] = []

/** False for a change that moves no price that customers pay. */
export function canMovePrice(change: RootedChange): boolean {
  return change.kind === 'grid' || change.paid !== undefined || change.turnedGrid !== undefined || change.fields.some(isPrice)
}

/** The move of a discount, or of the amounts of an option: these have no effect where customers buy variants. */
function ownMoves(
  change: RecordChange,
  { sku, before, after, discount }: PaidMove,
  { isHidden, hasVariants }: Payment,
): readonly PaidPrice[] {
  if (hasVariants && !discount) return none
  return [{ change, sku, of: discount ? 'discount' : 'option', row: null, before, after, smaller: null, isHidden }]
}

/** The same prices; those of a new product also with the options that take most off. */
function adjusted(prices: Iterable<PaidPrice>, { amount }: Payment): Iterable<PaidPrice> {
  return amount === null ? prices : withAmount(prices, amount)
}

function* withAmount(prices: Iterable<PaidPrice>, amount: string): Generator<PaidPrice, void> {
  for (const price of prices) {
    yield price
    const isAdjusted = price.before === null && (price.row?.currency_code ?? '') === ''
    if (isAdjusted) yield { ...price, of: 'option', after: addDecimals(price.after, amount) ?? price.after, smaller: null }
  }
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

/** The prices of a product or variant before discounts, unless customers buy the variants of the product. */
function listPrices(change: RootedChange, payment: Payment): Iterable<PaidPrice> {
  const owner = change.kind === 'grid' ? change.grid.owner : change.resource
  if (owner === 'Product' && payment.hasVariants) return none
  const paid = paidByRows(change, payment.replaced)
  if (paid !== null) return rowPrices({ change, paid }, payment)
  return change.kind === 'grid' ? none : simplePrices(change, payment)
}

/** What customers pay on both sides, where price entries decide it on one of them; `null`: nowhere. */
function paidByRows(change: RootedChange, replaced: ReplacedPrices | null): ShownGrid | null {
  const paid = ownRows(change, replaced)
  if (paid === null) return null
  if (replaced) return { ...paid, before: paidRows(replaced.ownerBefore, replaced.rows) }
  return isUnpaid(change) ? { ...paid, before: [] } : paid
}

function ownRows(change: RootedChange, replaced: ReplacedPrices | null): ShownGrid | null {
  if (change.kind === 'grid') return paidByGrid(change)
  if (change.turnedGrid) return paidByTurning(change, change.turnedGrid)
  const price = change.fields.find(isPrice)?.after
  if (!price || replaced?.ownerBefore.on !== true || !isSimplePaid(change)) return null
  return { before: [], after: paidRows({ on: false, price }, []) }
}

/** True for entries of a removed record, and for those of a hidden product that an apply has not turned on yet. */
function isUnpaid(change: RootedChange): boolean {
  if (change.kind === 'grid') return change.grid.leftOver === true
  return change.root.isHidden === true && change.turnedGrid?.ownerBefore.on === false
}

/** The prices of entries that differ, or that a discount of the plan concerns. */
function* rowPrices(
  { change, paid }: { readonly change: RootedChange; readonly paid: ShownGrid },
  { isHidden, discount }: Payment,
): Generator<PaidPrice, void> {
  const sku = skuOfChange(change)
  for (const { group_code, currency_code, cells } of paidGroups(paid)) {
    let smaller: PaidPrice['smaller'] = null
    for (const cell of cells) {
      const before = lowestOf(cell.before)
      const after = lowestOf(cell.after)
      if (after === null) continue
      const isTouched = before !== after || discount !== null || (smaller !== null && smaller.before !== smaller.after)
      const row = { group_code, currency_code, start: cell.start }
      if (isTouched) yield { change, sku, of: 'grid', row, end: cell.end, before, after, smaller, isHidden }
      smaller = { start: cell.start, before, after }
    }
  }
}

/** Where entries contradict each other the lowest is paid (docs/pricing.md). */
function lowestOf(prices: readonly string[]): string | null {
  return prices.reduce<string | null>((low, price) => (low === null || (compareDecimals(price, low) ?? 0) < 0 ? price : low), null)
}

/** The simple price of a product or variant, unless nobody pays it. */
function simplePrices(change: RecordChange, { isHidden, replaced }: Payment): readonly PaidPrice[] {
  const price = change.fields.find(isPrice)
  if (!price?.after || !isSimplePaid(change)) return none
  const own = change.leftOver ? null : price.before || null
  const before = replaced ? replaced.ownerBefore.price : own
  return [{ change, sku: skuOfChange(change), of: 'simple', row: null, before, after: price.after, smaller: null, isHidden }]
}
