import { effectivePrice } from '../../src/pricing/effective-price.ts'
import { type PricedSku, pricedSku } from '../../src/pricing/priced-sku.ts'
import { plainQuery, type PriceQuery } from '../../src/pricing/price-query.ts'
import { lastQuantity } from '../../src/pricing/grid-row.ts'
import { rowIdentity } from '../../src/records/row-identity.ts'
import type { Scope } from '../../src/records/scope.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { isOn } from '../../src/resources/scalar.ts'
import type { StoreClient } from '../../src/store/store-client.ts'
import { madeOnce } from '../support/made-once.ts'
import { skusOnSale } from '../support/skus-on-sale.ts'
import { collected } from './collected.ts'

const entries: Scope = {
  resource: 'PricingAdvanced',
  fields: ['uid', 'sku', 'start', 'end', 'price', 'group_code', 'currency_code'],
  children: [],
}
const shown: Scope = {
  resource: 'Product',
  fields: ['sku', 'inactive', 'price', 'advanced_pricing', 'option_type', 'options_advanced', 'image', 'thumb'],
  children: [
    entries,
    { resource: 'Options', fields: ['code', 'sku', 'o_group', 'o_value', 'price'], children: [] },
    { resource: 'Merchandising', fields: ['sku', 'discount', 'timed_promotion', 'start_date', 'end_date'], children: [] },
    { resource: 'ProdAccessGroup', fields: ['sku', 'group_code'], children: [] },
    {
      resource: 'Variants',
      fields: ['code', 'sku', 'price', 'advanced_pricing', 'image'],
      children: [entries, { resource: 'VariantOptions', fields: ['sku', 'variant_code', 'o_group', 'o_value'], children: [] }],
    },
  ],
}

/** A product that is shown, as a shopper sees it. */
export interface ShownProduct {
  /** The groups that see it; `null`: everybody. */
  readonly audience: ReadonlySet<string> | null
  /** The pictures that it names, each with what identifies the content of its file: `missing` where there is none. */
  readonly pictures: ReadonlyMap<string, string>
  /** What can be bought: the product itself, its subproducts, or the variants with a value of each option in use. */
  readonly onSale: ReadonlyMap<string, PricedSku>
}

/** What shoppers see of a store at one moment. */
export interface ShopWindow {
  readonly products: ReadonlyMap<string, ShownProduct>
  /** How often a price entry of one cell is in the store, by sku and cell. */
  readonly cells: ReadonlyMap<string, number>
}

/** Looks at a store as shoppers do. */
export async function lookAtShop(store: StoreClient): Promise<ShopWindow> {
  const roots = await collected(store.readAll(shown))
  const contents = await contentsOf(store)
  const cells = new Map<string, number>()
  const products = new Map<string, ShownProduct>()
  for (const root of roots) {
    const variants = root.children.Variants ?? []
    for (const row of [root, ...variants].flatMap(({ children }) => children.PricingAdvanced ?? [])) {
      const cell = rowIdentity(row, store.capabilities)
      cells.set(cell, (cells.get(cell) ?? 0) + 1)
    }
    if (isOn(root.fields['inactive'])) continue
    products.set(root.fields['sku'] ?? '', {
      audience: audienceOf(root),
      pictures: new Map(picturesOf(root).map((path) => [path, contents.get(path) ?? 'missing'])),
      onSale: new Map(skusOnSale(root).flatMap((sku) => [[sku, pricedOf(root, sku)]])),
    })
  }
  return { products, cells }
}

async function contentsOf({ files }: StoreClient): Promise<ReadonlyMap<string, string>> {
  if (!files) return new Map()
  const listed = (await Promise.all(['images/items', 'images/thumb'].map((folder) => files.list(folder)))).flat()
  return new Map(await Promise.all(listed.map(async ({ path }) => [path, await files.hash(path)] as const)))
}

function audienceOf({ children }: RecordTree): ReadonlySet<string> | null {
  const rows = children.ProdAccessGroup ?? []
  return rows.length === 0 ? null : new Set(rows.map(({ fields }) => fields['group_code'] ?? ''))
}

function picturesOf(root: RecordTree): string[] {
  const items = [root, ...(root.children.Variants ?? [])].flatMap(({ fields }) => fields['image'] || [])
  return [...items.map((name) => `images/items/${name}`), ...(root.fields['thumb'] ? [`images/thumb/${root.fields['thumb']}`] : [])]
}

function pricedOf(root: RecordTree, sku: string): PricedSku {
  const priced = pricedSku(root, sku)
  if (!priced) throw new Error(`${sku} is not a record of its product`)
  return priced
}

/** True where a group sees a product; the empty group is a visitor. */
export function sees(group: string, product: ShownProduct | undefined): product is ShownProduct {
  return product !== undefined && (product.audience === null || product.audience.has(group))
}

/** The questions that shoppers ask of a price. */
export interface Questions {
  readonly groups: readonly string[]
  readonly quantities: readonly number[]
  readonly currencies: readonly (string | null)[]
}

/** The questions that tell all entries of these moments apart. */
export function questionsAbout(moments: readonly ShopWindow[]): Questions {
  const products = moments.flatMap(({ products: all }) => [...all.values()])
  const rows = products.flatMap(({ onSale }) => [...onSale.values()]).flatMap(({ entries: own }) => own ?? [])
  const groups = [...rows.map(({ group_code }) => group_code), ...products.flatMap(({ audience }) => [...(audience ?? [])])]
  const ends = rows.flatMap(({ start, end }) => [Number(start), Number(end)]).filter((quantity) => quantity >= 1 && quantity < lastQuantity)
  const currencies = rows.map(({ currency_code }) => currency_code).filter((code) => code !== '')
  return {
    groups: [...new Set(['', 'nobody', ...groups])],
    quantities: [...new Set([1, 1000, ...ends])],
    currencies: [null, ...new Set(currencies)],
  }
}

/** Prices by what can be bought: the cases of a scenario ask for the same ones. */
const asked = new WeakMap<PricedSku, Map<string, string>>()

/** The price of one piece, or `no price`. Forced currencies have a rate of a tenth. */
export function priceOf(sku: PricedSku, group: string, quantity: number, currency: string | null): string {
  const known = madeOnce(asked, sku, () => new Map<string, string>())
  return madeOnce(known, `${quantity} ${currency ?? ''} ${group}`, () => computePrice(sku, group, quantity, currency))
}

function computePrice(sku: PricedSku, group: string, quantity: number, currency: string | null): string {
  const rates = currency === null ? {} : { [currency]: '0.1' }
  const query: PriceQuery = {
    ...plainQuery,
    groups: group === '' ? [] : [group],
    quantity,
    currency,
    currencies: { default: 'NOK', rates },
    at: '2026-11-20 07:00:00',
  }
  return effectivePrice(sku, query).price ?? 'no price'
}
