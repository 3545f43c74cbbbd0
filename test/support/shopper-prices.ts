import type { Change } from '../../src/diff/change.ts'
import { roundHalfUp } from '../../src/records/decimal.ts'
import { listPrice } from '../../src/pricing/list-price.ts'
import { plainQuery } from '../../src/pricing/price-query.ts'
import { pricedSku } from '../../src/pricing/priced-sku.ts'
import type { Scope } from '../../src/records/scope.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'

const entries: Scope = {
  resource: 'PricingAdvanced',
  fields: ['uid', 'sku', 'start', 'end', 'price', 'group_code', 'currency_code'],
  children: [],
}
/** The records that determine the prices of products and what is on sale. */
export const shopperScope: Scope = {
  resource: 'Product',
  fields: ['sku', 'inactive', 'price', 'advanced_pricing', 'option_type', 'options_advanced'],
  children: [
    entries,
    { resource: 'Options', fields: ['code', 'sku', 'o_group', 'o_value', 'price'], children: [] },
    {
      resource: 'Variants',
      fields: ['code', 'sku', 'price', 'advanced_pricing'],
      children: [entries, { resource: 'VariantOptions', fields: ['sku', 'variant_code', 'o_group', 'o_value'], children: [] }],
    },
  ],
}
const quantities = [1, 10, 100]

/** What a shopper can buy of a product (platform.md, "Options"): itself, its subproducts, or the variants with a value of every option in use. */
export function skusOnSale({ fields, children }: RecordTree): string[] {
  if (fields['inactive'] === 'true') return []
  if (fields['option_type'] !== 'Matrix') return [fields['sku'] ?? '']
  const variants = children.Variants ?? []
  const choices = variants.map((variant) => new Set((variant.children.VariantOptions ?? []).map((row) => row.fields['o_group'] ?? '')))
  const options = fields['options_advanced'] === 'true' ? (children.Options ?? []).map((option) => option.fields['o_group'] ?? '') : []
  const asked = options.filter((option) => choices.some((chosen) => chosen.has(option)))
  const complete = variants.filter((_, index) => asked.every((option) => choices[index]?.has(option)))
  return complete.map((variant) => variant.fields['code'] ?? '')
}

/** Prices by `sku group quantity`, and what can be bought now. */
export interface ShopperPrices {
  /** Of every product and variant, including those that cannot be bought; "no price" if there is none. */
  readonly prices: ReadonlyMap<string, string>
  /** Skus of products and codes of variants. */
  readonly onSale: ReadonlySet<string>
  /** Skus of the products that can be bought in some form. */
  readonly products: ReadonlySet<string>
}

/** The prices that shoppers pay now, as visitors and in these groups. */
export async function shopperPrices(roots: AsyncIterable<RecordTree>, groups: readonly string[]): Promise<ShopperPrices> {
  const prices = new Map<string, string>()
  const onSale = new Set<string>()
  const products = new Set<string>()
  for await (const root of roots) {
    const product = root.fields['sku'] ?? ''
    for (const sku of skusOnSale(root)) {
      onSale.add(sku)
      products.add(product)
    }
    const codes = (root.children.Variants ?? []).map(({ fields }) => fields['code'] ?? '')
    for (const sku of [product, ...codes]) {
      for (const [where, price] of pricesOf(root, sku, groups)) prices.set(where, price)
    }
  }
  return { prices, onSale, products }
}

function pricesOf(root: RecordTree, sku: string, groups: readonly string[]): [where: string, price: string][] {
  const priced = pricedSku(root, sku)
  if (!priced) throw new Error(`${sku} is no record of its product`)
  return ['', ...groups].flatMap((group) =>
    quantities.map((quantity): [string, string] => {
      const steps = listPrice(priced, { ...plainQuery, groups: [group], quantity })
      return [[sku, group, quantity].join(' '), steps.at(-1)?.amount ?? 'no price']
    }),
  )
}

/** The states that a moment during an apply is compared with. */
interface Bounds {
  readonly before: ShopperPrices
  readonly after: ShopperPrices
  readonly changes: readonly Change[]
}

/**
 * What no shopper may see during an apply: a price that is neither the old one nor the new one nor the simple price that the
 * plan names for that sku while its grid is off, and a product that cannot be bought in between.
 */
export function wrongPrices(between: ShopperPrices, { before, after, changes }: Bounds): string[] {
  const grids = changes.filter((change) => change.kind === 'grid')
  const bridges = new Map(grids.flatMap(({ grid, sku }) => (grid.bridgePrice === null ? [] : [[sku, grid.bridgePrice]])))
  const gone = [...before.products].filter((sku) => after.products.has(sku) && !between.products.has(sku))
  const wrong = [...between.prices].flatMap(([where, price]) => {
    const [sku = ''] = where.split(' ')
    const bridge = bridges.get(sku)
    const allowed = [before.prices.get(where), after.prices.get(where), ...(bridge === undefined ? [] : [roundHalfUp(bridge, 2)])]
    return !between.onSale.has(sku) || allowed.includes(price) ? [] : [`${where} is ${price}, not ${allowed.join(' or ')}`]
  })
  return [...gone.map((sku) => `${sku} is not to be had`), ...wrong]
}
