import { shortestDecimal } from '../resources/scalar.ts'
import { compareDecimals } from '../records/decimal.ts'
import { type GridRow, lastQuantity, quantitiesOf, groupText, quantityText } from './grid-row.ts'
import { currencyOf, inCurrency } from './in-currency.ts'
import { alsoAssumed, endStep, noPrice, type PriceStep } from './price-step.ts'
import type { PricedSku } from './priced-sku.ts'
import type { PriceQuery } from './price-query.ts'

/** Platform.md, "PricingAdvanced", rule 4. */
const overlapping = 'several entries apply to this quantity, which makes pricing unpredictable; the lowest is used'

/**
 * The price before adjustments and discounts: the simple one, or the entry of the grid, in the currency of the query.
 * The last step is of kind `none` where there is no price.
 */
export function listPrice(sku: PricedSku, query: PriceQuery): readonly PriceStep[] {
  if (!sku.advanced) return simplePrice(sku, query)
  const { entries } = sku
  if (entries === null) return [noPrice(`${sku.sku} is priced by entries, which are not managed here`)]
  if (entries.length === 0) return [noPrice(`${sku.sku} is priced by entries, but has none`)]
  const asked = [...new Set(query.groups)].filter((group) => group !== '')
  const tiers = asked.filter((group) => entries.some((entry) => entry.group_code === group))
  if (tiers.length === 0) return tierPrice({ entries, group: '', without: asked }, query)
  return lowest(tiers.map((group) => tierPrice({ entries, group, without: [] }, query)))
}

function simplePrice({ sku, price, product, hasVariants }: PricedSku, query: PriceQuery): readonly PriceStep[] {
  if (price === null) {
    const whose = sku === product ? `product ${sku}` : `variant ${sku}`
    const instead = hasVariants ? '; customers buy one of its variants' : ''
    return [noPrice(`${whose} has neither a price nor entries${instead}`)]
  }
  const exact = shortestDecimal(price)
  if (exact === undefined) return [noPrice(`the price "${price}" of ${sku} is not a number`)]
  return inCurrency(endStep({ kind: 'simple', text: 'simple price', exact }), query)
}

interface Tier {
  readonly entries: readonly GridRow[]
  /** Empty: the default price. */
  readonly group: string
  /** Groups of the customer that have no entry at all. */
  readonly without: readonly string[]
}

/** The price of one group: an entry forced in the currency wins, else the entry of the default currency at the rate. */
function tierPrice(tier: Tier, query: PriceQuery): readonly PriceStep[] {
  const { group, entries } = tier
  const currency = currencyOf(query)
  const applying = entries.filter((entry) => entry.group_code === group && appliesTo(entry, query.quantity))
  const forced =
    currency === null
      ? undefined
      : entryStep(
          { tier, kind: 'forced' },
          applying.filter((entry) => entry.currency_code === currency),
        )
  if (forced) return [forced]
  const plain = entryStep(
    { tier, kind: 'entry' },
    applying.filter((entry) => entry.currency_code === ''),
  )
  if (plain) return inCurrency(plain, query)
  return [noPrice(`${groupText(group)} has no price for quantity ${query.quantity}`)]
}

/** An entry that ends at the last quantity has no end (platform.md, "PricingAdvanced"). */
function appliesTo(entry: GridRow, quantity: number): boolean {
  const { from, to } = quantitiesOf(entry)
  return from <= quantity && (quantity <= to || to >= lastQuantity)
}

function entryStep({ tier, kind }: { tier: Tier; kind: 'entry' | 'forced' }, applying: readonly GridRow[]): PriceStep | undefined {
  const [first, ...others] = applying.filter(({ price }) => shortestDecimal(price) !== undefined)
  if (first === undefined) return undefined
  const entry = others.reduce((best, other) => ((compareDecimals(other.price, best.price) ?? 0) < 0 ? other : best), first)
  const { group, without } = tier
  const { from, to } = quantitiesOf(entry)
  const place = `${groupText(group)} ${quantityText(from, to)}`
  const fallback = without.length === 0 ? '' : ` (no entry for ${without.map((code) => `group ${code}`).join(' and ')})`
  return endStep({
    kind,
    text: kind === 'forced' ? `price forced in ${entry.currency_code} for ${place}${fallback}` : `entry of ${place}${fallback}`,
    exact: entry.price,
    assumed: [
      ...(fallback === '' ? [] : ['a group without entries pays the default price, even if its parent group has entries']),
      ...(others.length === 0 ? [] : [overlapping]),
    ],
    row: tier.entries.indexOf(entry),
  })
}

/** The lowest of the prices of the groups of a customer; a group without a price counts only where no group has one. */
function lowest(prices: readonly (readonly PriceStep[])[]): readonly PriceStep[] {
  const [first = [noPrice('there is no price')], ...others] = prices
  const best = others.reduce((best, other) => (isLower(other, best) ? other : best), first)
  if (others.length === 0) return best
  return best.map((step, index) => (index === 0 ? alsoAssumed(step, 'a customer in several groups pays the lowest price') : step))
}

function isLower(one: readonly PriceStep[], other: readonly PriceStep[]): boolean {
  const [a, b] = [one.at(-1)?.amount ?? null, other.at(-1)?.amount ?? null]
  if (a === null) return false
  return b === null || (compareDecimals(a, b) ?? 0) < 0
}
