import { type GridChange, type RecordChange, type RootedChange, skuOfChange } from '../../diff/change.ts'
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

/** The prices that a plan changes or creates, and those of the next larger quantity: one at a time, because a plan may have millions. */
export function* paidPrices(input: GuardInput): Generator<PaidPrice, void> {
  const grids = new Set(input.rooted.flatMap((change) => (change.kind === 'grid' ? [change.sku] : [])))
  const hidden = hiddenRoots(input)
  const withVariants = new Set(
    input.rooted.flatMap((change) => (change.kind === 'record' && change.resource === 'Variants' ? [change.root.address] : [])),
  )
  for (const change of input.rooted) {
    const isHidden = hidden.has(change.root.address)
    if (change.kind === 'grid') yield* gridPrices(change, isHidden)
    else if (change.paid)
      yield {
        change,
        sku: change.root.key,
        of: change.resource === 'Options' ? 'option' : 'discount',
        row: null,
        ...change.paid,
        smaller: null,
        isHidden,
      }
    else if (!grids.has(skuOfChange(change))) yield* simplePrices(change, { isHidden, hasVariants: withVariants.has(change.root.address) })
  }
}

/** New products that are hidden, and products that the plan hides. */
function hiddenRoots({ rooted }: GuardInput): ReadonlySet<string> {
  return new Set(
    rooted.flatMap((change) => {
      const flag = resourceOf(change.root.resource).hiddenBy
      const isOwn = change.kind === 'record' && change.address === change.root.address
      return isOwn && change.fields.some(({ field, after }) => field === flag && isOn(after ?? '')) ? [change.root.address] : []
    }),
  )
}

function* gridPrices(change: GridChange, isHidden: boolean): Generator<PaidPrice, void> {
  for (const { group_code, currency_code, cells } of paidGroups(change)) {
    let smaller: PaidPrice['smaller'] = null
    for (const cell of cells) {
      const [before, after] = [lowestOf(cell.before), lowestOf(cell.after)]
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

interface Owner {
  readonly isHidden: boolean
  readonly hasVariants: boolean
}

/** The simple price of a product or variant, unless nobody pays it: a grid decides, or customers buy the variants. */
function* simplePrices(change: RecordChange, { isHidden, hasVariants }: Owner): Generator<PaidPrice, void> {
  const { resource, fields, action, gridDecides, gridApplies } = change
  const price = fields.find(({ field }) => field === 'price')
  if (!('advanced_pricing' in resourceOf(resource).fields) || price === undefined || gridDecides || gridApplies) return
  const isGrid = fields.some(({ field, after }) => field === 'advanced_pricing' && isOn(after ?? ''))
  if (action === 'remove' || isGrid || (resource === 'Product' && hasVariants)) return
  const [before, after] = [price.before || null, price.after || null]
  if (after !== null) yield { change, sku: skuOfChange(change), of: 'simple', row: null, before, after, smaller: null, isHidden }
}
