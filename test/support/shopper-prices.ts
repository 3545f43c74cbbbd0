import type { Hazard } from '../../src/plan/hazard.ts'
import { effectivePrice } from '../../src/pricing/effective-price.ts'
import { plainQuery } from '../../src/pricing/price-query.ts'
import { type PricedSku, pricedSku } from '../../src/pricing/priced-sku.ts'
import { compareDecimals } from '../../src/records/decimal.ts'
import type { Scope } from '../../src/records/scope.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { isOn } from '../../src/resources/scalar.ts'
import { skusOnSale } from './skus-on-sale.ts'

const entries: Scope = {
  resource: 'PricingAdvanced',
  fields: ['uid', 'sku', 'start', 'end', 'price', 'group_code', 'currency_code'],
  children: [],
}
/** The records that determine the prices of products, who sees them, and what is on sale. */
export const shopperScope: Scope = {
  resource: 'Product',
  fields: ['sku', 'inactive', 'price', 'advanced_pricing', 'option_type', 'options_advanced'],
  children: [
    { resource: 'Merchandising', fields: ['sku', 'discount', 'timed_promotion', 'start_date', 'end_date'], children: [] },
    entries,
    { resource: 'ProdAccessGroup', fields: ['sku', 'group_code'], children: [] },
    { resource: 'Options', fields: ['code', 'sku', 'o_group', 'o_value', 'price'], children: [] },
    {
      resource: 'Variants',
      fields: ['code', 'sku', 'price', 'advanced_pricing'],
      children: [entries, { resource: 'VariantOptions', fields: ['sku', 'variant_code', 'o_group', 'o_value'], children: [] }],
    },
  ],
}
const quantities = [1, 10, 100]
const currencies = { default: 'AUD', rates: { EUR: '0.6' } }
/** During the promotions of the tests, and when they are over. */
const times = ['2026-11-20 18:00:00', '2027-06-01 12:00:00']

const noChoice = ' {} '

/** One effective price that somebody can see. */
interface SeenPrice {
  readonly sku: string
  readonly product: string
  /** "no price" if there is none. */
  readonly price: string
  /** The simple price that applies, `null` where a grid does. */
  readonly simple: string | null
  /** True for somebody who may see the product; other people's prices are only what the product costs. */
  readonly isForeign: boolean
}

/** Effective prices of everything that can be bought now, by `sku group quantity currency option time`. */
export interface ShopperPrices {
  readonly prices: ReadonlyMap<string, SeenPrice>
  /** The product by `product group` of everybody who can buy it in some form. */
  readonly offers: ReadonlyMap<string, string>
}

/** The prices that shoppers pay now, as visitors and in these groups. */
export async function shopperPrices(roots: AsyncIterable<RecordTree>, groups: readonly string[]): Promise<ShopperPrices> {
  const prices = new Map<string, SeenPrice>()
  const offers = new Map<string, string>()
  for await (const root of roots) {
    const product = root.fields['sku'] ?? ''
    for (const { sku, group, isForeign } of viewsOf(root, ['', ...groups])) {
      const priced = pricedSku(root, sku)
      if (!priced) throw new Error(`${sku} is no record of its product`)
      if (!isForeign) offers.set(`${product} ${group}`, product)
      const seen = { sku, product, simple: priced.advanced ? null : priced.price, isForeign }
      for (const [where, price] of pricesOf(priced, group, root.fields['option_type'] === 'Simple')) prices.set(where, { ...seen, price })
    }
  }
  return { prices, offers }
}

/** Everything on sale, as somebody of each group sees it or does not. */
function viewsOf(root: RecordTree, groups: readonly string[]): { sku: string; group: string; isForeign: boolean }[] {
  const allowed = (root.children.ProdAccessGroup ?? []).map(({ fields }) => fields['group_code'] ?? '')
  if (isOn(root.fields['inactive'])) return []
  return skusOnSale(root).flatMap((sku) =>
    groups.map((group) => ({ sku, group, isForeign: allowed.length > 0 && !allowed.includes(group) })),
  )
}

function pricesOf(priced: PricedSku, group: string, hasOptions: boolean): [where: string, price: string][] {
  const offered = hasOptions ? priced.options : []
  const choices = [{}, ...offered.flatMap(({ name, values }) => values.map((value) => ({ [name]: value })))]
  return quantities.flatMap((quantity) =>
    ['AUD', 'EUR'].flatMap((currency) =>
      choices.flatMap((options) =>
        times.map((at): [string, string] => {
          const { price } = effectivePrice(priced, { ...plainQuery, groups: [group], quantity, currency, currencies, options, at })
          return [[priced.sku, group, quantity, currency, JSON.stringify(options), at].join(' '), price ?? 'no price']
        }),
      ),
    ),
  )
}

/** The states that a moment during an apply is compared with, and what the plan says about the time between them. */
interface Bounds {
  readonly before: ShopperPrices
  readonly after: ShopperPrices
  readonly hazards: readonly Hazard[]
}

/**
 * What no shopper may see during an apply: an effective price that this shopper saw neither before nor sees after, unless the
 * plan has a hazard about it; a product of others; and no product where there is one before and after. At most six are named.
 */
export function wrongPrices(between: ShopperPrices, bounds: Bounds): string[] {
  const { before, after } = bounds
  // Rows of access are removed one at a time, so that a product which opens is open when the last one is gone.
  const opening = new Set(bounds.hazards.flatMap((hazard) => (hazard.kind === 'opens-access' ? [hazard.root.key] : [])))
  const lost = [...before.offers].filter(([offer]) => after.offers.has(offer) && !between.offers.has(offer))
  const gone = lost.flatMap(([offer, product]) => (opening.has(product) ? [] : [offer]))
  const wrong = [...between.prices].flatMap(([where, seen]) => {
    // A choice that is only offered on one side has no price to compare with.
    if (seen.isForeign || (!where.includes(noChoice) && !(before.prices.has(where) && after.prices.has(where)))) return []
    const bound = [before.prices.get(where), after.prices.get(where)].filter((price) => price !== undefined)
    const own = bound.filter(({ isForeign }) => !isForeign).map(({ price }) => price)
    if (own.includes(seen.price) || isAnnounced(seen, { own, all: bound.map(({ price }) => price) }, bounds.hazards)) return []
    return [`${where} is ${seen.price}, not ${own.join(' or ')}`]
  })
  return [...gone.map((offer) => `${offer} is not to be had`), ...wrong].slice(0, 6)
}

/** `own`: what this shopper sees before and after; `all`: what the product costs then, whoever sees it. */
function isAnnounced(
  { sku, product, price, simple }: SeenPrice,
  { own, all }: { own: readonly string[]; all: readonly string[] },
  hazards: readonly Hazard[],
): boolean {
  const about = hazards.filter((hazard) => 'root' in hazard && hazard.root.key === product).map(({ kind }) => kind)
  const known = about.includes('mixes-audiences') ? all : own
  const isDear = known.some((other) => other === 'no price' || (compareDecimals(price, other) ?? -1) >= 0)
  if (known.includes(price) || (about.includes('dearer-meanwhile') && isDear)) return true
  return hazards.some((hazard) => hazard.kind === 'hides-grid' && hazard.sku === sku && simple !== null && hazard.price === simple)
}
