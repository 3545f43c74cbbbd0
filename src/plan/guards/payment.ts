import { type FieldChange, isOwnChange, type PaidMove, type RecordChange, type RootedChange, skuOfChange } from '../../diff/change.ts'
import { discountOf } from '../../diff/paid-moves.ts'
import type { ReplacedPrices } from '../../diff/replaced-prices.ts'
import { shownFlag } from '../../diff/shown-after.ts'
import { pairs } from '../../pricing/priced-sku.ts'
import { addDecimals, compareDecimals } from '../../records/decimal.ts'
import { resourceOf } from '../../resources/registry.ts'
import { isOn, shortestDecimal } from '../../resources/scalar.ts'
import { onFirstUse } from '../../source/on-first-use.ts'

/** The discounts of a product before and after, outside timed promotions; empty where it has none. */
type Discount = NonNullable<PaidMove['discount']>

/** What customers pay now for the skus that others replace, by the new sku. */
type Replaced = ReadonlyMap<string, ReplacedPrices>

/** What in the rest of a plan decides whether customers pay the prices of a change, and with which discount. */
export interface Payment {
  readonly isHidden: boolean
  /** True where the plan writes variants of the product: customers buy these. */
  readonly hasVariants: boolean
  /** The discount before and after the plan, where the plan changes it. */
  readonly discount: Discount | null
  /** What the options of a new product take off at most; `null`: nothing. */
  readonly amount: string | null
  /** True where another change of the plan is judged instead: the grid of the same sku, or the list price that a discount is of. */
  readonly isCovered: boolean
  /** What customers pay now for the sku that this one replaces. */
  readonly replaced: ReplacedPrices | null
}

/** Where nothing else of the plan decides: one value for all of them, because a plan may have millions of changes. */
export const plainPayment: Payment = { isHidden: false, hasVariants: false, discount: null, amount: null, isCovered: false, replaced: null }

/** For a plan without moves. */
export const noReplaced: Replaced = new Map()

/** Looks up how the prices of a change are paid, among all changes of a plan. */
export function payments(rooted: readonly RootedChange[], replaced: Replaced = noReplaced): (change: RootedChange) => Payment {
  const [hidden, grids, withVariants] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const repriced = onFirstUse(() => new Set(rooted.filter(movesListPrice).map(skuOfChange)))
  const [discounts, amounts] = [new Map<string, Discount>(), new Map<string, string>()]
  for (const change of rooted) {
    if (isHiding(change)) hidden.add(change.address)
    if (change.kind === 'grid') grids.add(change.sku)
    else if (change.resource === 'Variants' && change.action !== 'remove') withVariants.add(change.root.address)
    const discount = discountOfChange(change)
    if (discount) discounts.set(change.root.address, discount)
    const amount = amountOfChange(change)
    if (amount !== null) amounts.set(change.root.address, sumOf(amounts.get(change.root.address), amount))
  }
  for (const [address, discount] of replacedDiscounts(rooted, replaced, discounts)) discounts.set(address, discount)
  const isCovered = (change: RootedChange): boolean => {
    if (change.kind === 'grid') return false
    const { paid } = change
    return paid ? paid.discount !== undefined && repriced().has(paid.sku) : grids.size > 0 && grids.has(skuOfChange(change))
  }
  const isPlain = hidden.size + withVariants.size + discounts.size + amounts.size + replaced.size === 0
  return (change) => {
    if (isPlain && !isCovered(change)) return plainPayment
    const { address } = change.root
    const payment: Payment = {
      isHidden: hidden.has(address),
      hasVariants: withVariants.has(address),
      discount: discounts.get(address) ?? null,
      amount: amounts.get(address) ?? null,
      isCovered: isCovered(change),
      replaced: replacedBy(change, replaced) ?? null,
    }
    return Object.values(payment).some(Boolean) ? payment : plainPayment
  }
}

/** True for a new record that is hidden, and for one that the plan hides. */
function isHiding(change: RootedChange): boolean {
  if (!isOwnChange(change)) return false
  const flag = resourceOf(change.root.resource).hiddenBy
  return flag !== undefined && change.fields.some(({ field, after }) => field === flag && isOn(after ?? ''))
}

/** A discount that moves a price, or that a new product has. */
function discountOfChange(change: RootedChange): Discount | undefined {
  if (change.kind !== 'record') return undefined
  const { paid, resource, action, fields } = change
  if (paid) return paid.discount
  if (resource !== 'Merchandising' || action !== 'create') return undefined
  const after = discountOf(Object.fromEntries(fields.map((field) => [field.field, field.after ?? ''])))
  return after === '' ? undefined : { before: '', after }
}

/** The lowest amount of an option of a new product, where it is negative. */
function amountOfChange(change: RootedChange): string | null {
  if (change.kind !== 'record' || change.resource !== 'Options' || change.action !== 'create' || change.paid) return null
  const price = change.fields.find(isPrice)?.after ?? ''
  const amounts = [...pairs(price).values()].flatMap((amount) => shortestDecimal(amount) ?? [])
  const lowest = amounts.reduce((low, amount) => ((compareDecimals(amount, low) ?? 0) < 0 ? amount : low), '0')
  return lowest === '0' ? null : lowest
}

function sumOf(sum: string | undefined, amount: string): string {
  return sum === undefined ? amount : (addDecimals(sum, amount) ?? amount)
}

/** The discounts of the products that take the place of others, by address: that of the old one before. */
function replacedDiscounts(
  rooted: readonly RootedChange[],
  replaced: Replaced,
  discounts: ReadonlyMap<string, Discount>,
): readonly (readonly [address: string, discount: Discount])[] {
  if (replaced.size === 0) return []
  return rooted.filter(isOwnChange).flatMap((change) => {
    const old = replacedBy(change, replaced)
    if (old === undefined) return []
    const after = discounts.get(change.address)?.after ?? old.own?.discount ?? ''
    return old.discount === '' && after === '' ? [] : [[change.address, { before: old.discount, after }] as const]
  })
}

/** What a change is compared with: the old sku, unless customers see the new one already. */
function replacedBy(change: RootedChange, replaced: Replaced): ReplacedPrices | undefined {
  const { root } = change
  const old = root.resource === 'Product' ? replaced.get(skuOfChange(change)) : undefined
  return old?.own === undefined || root.isHidden ? old : undefined
}

/**
 * Changes that stand for the prices of products which the plan shows again in place of others: those that it does not write. Customers pay
 * what the store has.
 */
export function shownAgain(rooted: readonly RootedChange[], replaced: Replaced): readonly RecordChange[] {
  const shown = new Map(rooted.filter(isShowing).map((change) => [change.root.key, change]))
  if (shown.size === 0) return []
  const moved = new Set(rooted.filter(movesListPrice).map(skuOfChange))
  return [...replaced].flatMap(([sku, { own }]): RecordChange[] => {
    const root = own?.isBought === true ? shown.get(own.product) : undefined
    if (root === undefined || own === undefined || moved.has(sku)) return []
    const { ownerBefore, rows } = own
    const resource = sku === own.product ? 'Product' : 'Variants'
    return [{ ...root, resource, key: { [resourceOf(resource).skuField ?? '']: sku }, fields: [], turnedGrid: { ownerBefore, rows } }]
  })
}

/** True for the own change of a product that customers do not see now. */
function isShowing(change: RootedChange): change is RecordChange {
  const flag = shownFlag(change)
  return flag !== undefined && change.root.resource === 'Product' && !isOn(flag.after ?? '')
}

/** True where a change moves the list price of its sku. */
function movesListPrice(change: RootedChange): boolean {
  return change.kind === 'grid' || change.turnedGrid !== undefined || (change.fields.some(isPrice) && isSimplePaid(change))
}

/** True for the field of a price. */
export function isPrice({ field }: FieldChange): boolean {
  return field === 'price'
}

/** False for a record without a price of its own, and where price entries decide what customers pay. */
export function isSimplePaid({ resource, action, fields, gridDecides, gridApplies }: RecordChange): boolean {
  const turnsOn = fields.some(({ field, after }) => field === 'advanced_pricing' && isOn(after ?? ''))
  const byGrid = turnsOn || gridDecides === true || gridApplies === true
  return 'advanced_pricing' in resourceOf(resource).fields && action !== 'remove' && !byGrid
}
