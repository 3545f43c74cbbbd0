import { effectivePrice } from '../../src/pricing/effective-price.ts'
import type { Currencies, PriceQuery } from '../../src/pricing/price-query.ts'
import { type PricedSku, pricedSku } from '../../src/pricing/priced-sku.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { resourceOf } from '../../src/resources/registry.ts'
import { skusOnSale } from './shopper-prices.ts'

/** What shoppers see of a product that is on sale. */
export interface ShownProduct {
  readonly shown: true
  /** The groups that may see it; empty = everybody. */
  readonly audience: readonly string[]
  /** By `<sku> <field> <file name>`: the hash of the file, or `broken` if there is no such file. */
  readonly pictures: Readonly<Record<string, string>>
  /** By the code of what can be bought: the stock, or empty without a stock row. */
  readonly stock: Readonly<Record<string, string>>
  /** By `<sku> <option=value> <group> <quantity> <currency>` of those who may see it: an amount, or `no price`. */
  readonly prices: Readonly<Record<string, string>>
}

/** A product as shoppers see it; a hidden one shows nothing. */
export type ProductView = ShownProduct | { readonly shown: false }

/** Whose views are looked at. Two views can be compared if they were made with the same viewers. */
export interface Viewers {
  /** Codes of customer groups; a visitor without a group is always looked at. */
  readonly groups: readonly string[]
  /** Pieces. */
  readonly quantities: readonly number[]
  readonly currencies: Currencies
}

/** The specification of the records that a view is made of. */
export const viewedSpec =
  'Product+ExtraImages+Inventory+Merchandising+PricingAdvanced+ProdAccessGroup+Options+(Variants+PricingAdvanced+Inventory+VariantOptions)'

/** What a view needs besides the records. */
export interface Surroundings {
  readonly viewers: Viewers
  /** `YYYY-MM-DD HH:MM:SS` on the store's clock: promotions begin and end. */
  readonly at: string
  /** The hash of the file at this path, or `null`. */
  readonly hashOf: (path: string) => string | null
}

type Priced = readonly (readonly [label: string, sku: PricedSku, options: PriceQuery['options']])[]

/** Everything that can be bought of a product: its skus, with each value of each simple option. */
function choicesOf(product: RecordTree): Priced {
  return skusOnSale(product).flatMap((sku) => {
    const priced = pricedSku(product, sku)
    if (!priced) return []
    const chosen = priced.options.flatMap(({ name, values }) =>
      values.map((value) => [`${sku} ${name}=${value}`, priced, { [name]: value }] as const),
    )
    return [[sku, priced, {}] as const, ...chosen]
  })
}

function pricesOf(product: RecordTree, { viewers, at }: Surroundings, audience: readonly string[]): Record<string, string> {
  const { currencies, quantities } = viewers
  const groups = audience.length === 0 ? ['', ...viewers.groups] : viewers.groups.filter((group) => audience.includes(group))
  const codes = [null, ...Object.keys(currencies.rates)]
  const cells = choicesOf(product).flatMap(([label, sku, options]) =>
    groups.flatMap((group) =>
      quantities.flatMap((quantity) =>
        codes.map((currency): [string, string] => {
          const { price } = effectivePrice(sku, { groups: [group], quantity, currency, currencies, at, options, customerDiscount: null })
          return [[label, group || 'visitor', quantity, currency ?? 'default'].join(' '), price ?? 'no price']
        }),
      ),
    ),
  )
  return Object.fromEntries(cells)
}

/** The pictures that fields of these records name. */
function picturesOf(records: readonly RecordTree[], hashOf: Surroundings['hashOf']): Record<string, string> {
  const named = records.flatMap(({ resource, fields }) =>
    Object.entries(resourceOf(resource).fields).flatMap(([field, declared]) => {
      const name = fields[field] ?? ''
      if (declared.kind !== 'file' || name === '') return []
      const owner = fields['code'] ?? fields['sku'] ?? ''
      return [[`${owner} ${field} ${name}`, hashOf(`${declared.folder}/${name}`) ?? 'broken']]
    }),
  )
  return Object.fromEntries(named)
}

function stockOf(records: readonly RecordTree[]): Record<string, string> {
  return Object.fromEntries(
    records.map(({ fields, children }) => [fields['code'] ?? fields['sku'] ?? '', children.Inventory?.[0]?.fields['quantity'] ?? '']),
  )
}

/** A product as shoppers see it (docs/api.md, "Product", "Options", "PricingAdvanced", "ProdAccessGroup"). */
export function productView(product: RecordTree, around: Surroundings): ProductView {
  const { fields, children } = product
  if (fields['inactive'] === 'true') return { shown: false }
  const audience = [...new Set((children.ProdAccessGroup ?? []).map((row) => row.fields['group_code'] ?? ''))].toSorted()
  const variants = children.Variants ?? []
  return {
    shown: true,
    audience,
    pictures: picturesOf([product, ...(children.ExtraImages ?? []), ...variants], around.hashOf),
    stock: stockOf([product, ...variants]),
    prices: pricesOf(product, around, audience),
  }
}
