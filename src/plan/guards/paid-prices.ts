import { type FieldChange, type GridChange, type PaidMove, type RecordChange, type RootedChange, skuOfChange } from '../../diff/change.ts'
import { effectivePrice } from '../../pricing/effective-price.ts'
import { plainQuery } from '../../pricing/price-query.ts'
import { compareDecimals } from '../../records/decimal.ts'
import { resourceOf } from '../../resources/registry.ts'
import { isOn } from '../../resources/scalar.ts'
import { paidGroups } from '../paid-cells.ts'
import type { GuardInput } from './guard-input.ts'
import type { StoppedPrice } from './guard-result.ts'

/** A price that a customer pays after the apply, and now (`null`: the sku has none now). */
export interface PaidPrice extends Omit<StoppedPrice, 'smaller'> {
  readonly change: RootedChange
  /** The price of the next smaller quantity of the group. */
  readonly smaller: { readonly start: string; readonly before: string | null; readonly after: string } | null
  /** True for a new product that customers do not see. */
  readonly isHidden: boolean
}

/** What is known of the product that a price belongs to. */
interface Product {
  readonly isHidden: boolean
  /** True where the plan writes variants: customers buy these. */
  readonly hasVariants: boolean
  /** The discount before and after the plan, where the plan changes it. */
  readonly discount: NonNullable<PaidMove['discount']> | null
}

/** The prices that a plan changes or creates, and those of the next larger quantity: one at a time, because a plan may have millions. */
export function* paidPrices(input: GuardInput): Generator<PaidPrice, void> {
  const rooted = withReplaced(input)
  const repriced = new Set(rooted.flatMap(repricedSku))
  const grids = new Set(rooted.flatMap((change) => (change.kind === 'grid' ? [change.sku] : [])))
  const productOf = products(input)
  for (const change of rooted) {
    const product = productOf(change.root.address)
    if (change.kind === 'grid') yield* discounted(gridPrices(change, product), product)
    else if (change.paid) yield* ownMove(change, change.paid, { product, repriced })
    else if (!grids.has(skuOfChange(change))) yield* discounted(simplePrices(change, product), product)
  }
}

/** The changes; what customers paid for the products whose place new ones take is the price before. */
function withReplaced({ rooted, facts: { replaced } }: GuardInput): readonly RootedChange[] {
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

/** The sku whose list price a change moves. */
function repricedSku(change: RootedChange): readonly string[] {
  const moves = change.kind === 'grid' || ('advanced_pricing' in resourceOf(change.resource).fields && change.fields.some(isPrice))
  return moves ? [skuOfChange(change)] : []
}

function isPrice({ field }: FieldChange): boolean {
  return field === 'price'
}

function products({ rooted }: GuardInput): (root: string) => Product {
  const hidden = hiddenRoots(rooted)
  const records = rooted.filter((change) => change.kind === 'record')
  const variants = records.filter(({ resource, action }) => resource === 'Variants' && action !== 'remove')
  const withVariants = new Set(variants.map(({ root }) => root.address))
  const discounts = new Map(records.flatMap(({ root, paid }) => (paid?.discount ? [[root.address, paid.discount] as const] : [])))
  return (root) => ({ isHidden: hidden.has(root), hasVariants: withVariants.has(root), discount: discounts.get(root) ?? null })
}

/** A discount whose sku gets another list price as well is judged with that price. */
function* ownMove(
  change: RecordChange,
  { sku, before, after, discount }: PaidMove,
  { product, repriced }: { readonly product: Product; readonly repriced: ReadonlySet<string> },
): Generator<PaidPrice, void> {
  if (discount && repriced.has(sku)) return
  yield { change, sku, of: discount ? 'discount' : 'option', row: null, before, after, smaller: null, isHidden: product.isHidden }
}

/** The same prices after the discount, where the plan changes it; an amount says nothing of a price that is forced in a currency. */
function* discounted(prices: Iterable<PaidPrice>, { discount }: Product): Generator<PaidPrice, void> {
  for (const price of prices) {
    if (discount === null || (price.row?.currency_code ?? '') !== '') yield price
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

/** New products that are hidden, and products that the plan hides. */
function hiddenRoots(rooted: readonly RootedChange[]): ReadonlySet<string> {
  return new Set(
    rooted.flatMap((change) => {
      const flag = resourceOf(change.root.resource).hiddenBy
      const isOwn = change.kind === 'record' && change.address === change.root.address
      return isOwn && change.fields.some(({ field, after }) => field === flag && isOn(after ?? '')) ? [change.root.address] : []
    }),
  )
}

/** The prices of a grid, unless customers buy the variants of its product. */
function* gridPrices(change: GridChange, { isHidden, hasVariants }: Product): Generator<PaidPrice, void> {
  if (change.grid.owner === 'Product' && hasVariants) return
  for (const { group_code, currency_code, cells } of paidGroups(change)) {
    let smaller: PaidPrice['smaller'] = null
    for (const cell of cells) {
      const before = change.grid.leftOver ? null : lowestOf(cell.before)
      const after = lowestOf(cell.after)
      if (after === null) continue
      const isTouched = before !== after || (smaller !== null && smaller.before !== smaller.after)
      const row = { group_code, currency_code, start: cell.start }
      if (isTouched) yield { change, sku: change.sku, of: 'grid', row, before, after, smaller, isHidden }
      smaller = { start: cell.start, before, after }
    }
  }
}

/** Where entries contradict each other the lowest is paid (docs/pricing.md). */
function lowestOf(prices: readonly string[]): string | null {
  return prices.reduce<string | null>((low, price) => (low === null || (compareDecimals(price, low) ?? 0) < 0 ? price : low), null)
}

/** The simple price of a product or variant, unless nobody pays it. */
function* simplePrices(change: RecordChange, { isHidden, hasVariants }: Product): Generator<PaidPrice, void> {
  const price = change.fields.find(isPrice)
  if (price === undefined || !isPaid(change, hasVariants)) return
  const [before, after] = [change.leftOver ? null : price.before || null, price.after || null]
  if (after !== null) yield { change, sku: skuOfChange(change), of: 'simple', row: null, before, after, smaller: null, isHidden }
}

/** False where a grid decides what customers pay, and where they buy the variants. */
function isPaid({ resource, action, fields, gridDecides, gridApplies }: RecordChange, hasVariants: boolean): boolean {
  const turnsOn = fields.some(({ field, after }) => field === 'advanced_pricing' && isOn(after ?? ''))
  const byGrid = turnsOn || gridDecides === true || gridApplies === true
  const isOwner = 'advanced_pricing' in resourceOf(resource).fields
  return isOwner && action !== 'remove' && !byGrid && !(resource === 'Product' && hasVariants)
}
