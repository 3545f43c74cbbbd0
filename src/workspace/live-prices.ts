import { checkExpectation, type Expectation, type Outcome } from '../pricing/expectation.ts'
import { pricedSku } from '../pricing/priced-sku.ts'
import type { Currencies } from '../pricing/price-query.ts'
import type { Scope } from '../records/scope.ts'
import { pricingAdvanced } from '../resources/pricing-advanced.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { StoreClient } from '../store/store-client.ts'

const entries: Scope = { resource: 'PricingAdvanced', fields: Object.keys(pricingAdvanced.fields), children: [] }
const variantOptions: Scope = { resource: 'VariantOptions', fields: ['sku', 'variant_code', 'o_group', 'o_value'], children: [] }

/** Everything that decides the price of a product and its variants. VariantOptions, whose fields are assumed (W40), only where options choose. */
function pricingScope(withChoices: boolean): Scope {
  return {
    resource: 'Product',
    fields: ['sku', 'title', 'price', 'advanced_pricing', 'option_type', 'options_advanced'],
    children: [
      entries,
      { resource: 'Merchandising', fields: ['sku', 'discount', 'timed_promotion', 'start_date', 'end_date'], children: [] },
      { resource: 'Options', fields: ['code', 'sku', 'o_group', 'o_value', 'price'], children: [] },
      {
        resource: 'Variants',
        fields: ['code', 'sku', 'price', 'advanced_pricing'],
        children: [entries, ...(withChoices ? [variantOptions] : [])],
      },
    ],
  }
}

/** What to find: a sku, the product that is searched first, and whether options choose among variants. */
interface Sought {
  readonly sku: string
  readonly product: string
  readonly withChoices: boolean
}

/** The product of the store that has this sku, as itself or as the code of a variant; `null` where there is none. */
export async function readPricedRoot(store: StoreClient, { sku, product, withChoices }: Sought): Promise<RecordTree | null> {
  const scope = pricingScope(withChoices)
  const root = await firstOf(store.readWhere(scope, 'sku', [product]))
  if (root && pricedSku(root, sku)) return root
  const variant = await firstOf(store.readWhere({ resource: 'Variants', fields: ['code', 'sku'], children: [] }, 'code', [sku]))
  if (!variant) return null
  return (await firstOf(store.readWhere(scope, 'sku', [variant.fields['sku'] ?? '']))) ?? null
}

/** The products with these skus, with everything that decides their prices but for the options that customers choose. */
export async function readPricedRoots(store: StoreClient, skus: readonly string[]): Promise<readonly RecordTree[]> {
  const roots: RecordTree[] = []
  for await (const root of store.readWhere(pricingScope(false), 'sku', skus)) roots.push(root)
  return roots
}

/** Which of these groups the store has; reads nothing for no groups. */
export async function readGroups(store: StoreClient, codes: readonly string[]): Promise<readonly string[]> {
  if (codes.length === 0) return []
  const found: string[] = []
  for await (const { fields } of store.readWhere({ resource: 'UserGroups', fields: ['code'], children: [] }, 'code', codes)) {
    found.push(fields['code'] ?? '')
  }
  return found
}

/** The sku of a product and the codes of its variants. */
export function codesOf({ fields, children }: RecordTree): readonly string[] {
  return [fields['sku'] ?? '', ...(children.Variants ?? []).map((variant) => variant.fields['code'] ?? '')]
}

/** The first of the rows, read to their end: only then are they known to be complete. */
async function firstOf(rows: AsyncIterable<RecordTree>): Promise<RecordTree | undefined> {
  let first: RecordTree | undefined
  for await (const row of rows) first ??= row
  return first
}

/** The parts of a catalogue that its price tests need. */
interface Tested {
  readonly expectations: readonly Expectation[]
  readonly products: Iterable<RecordTree>
  readonly currencies: Currencies
}

/** Checks the price tests of a catalogue against the store as it is now; about one read for all of them. */
export async function testLivePrices(store: StoreClient, { expectations, products, currencies }: Tested): Promise<readonly Outcome[]> {
  if (expectations.length === 0) return []
  const owners = new Map(Array.from(products, (root) => codesOf(root).map((code) => [code, root.fields['sku'] ?? ''] as const)).flat())
  const productOf = new Map(expectations.map(({ sku }) => [sku, owners.get(sku) ?? sku]))
  const withChoices = expectations.some(({ query }) => Object.keys(query.options).length > 0)
  const roots = new Map<string, RecordTree>()
  for await (const root of store.readWhere(pricingScope(withChoices), 'sku', [...new Set(productOf.values())])) {
    roots.set(root.fields['sku'] ?? '', root)
  }
  return expectations.map((expectation) =>
    checkExpectation(expectation, roots.get(productOf.get(expectation.sku) ?? '') ?? null, currencies),
  )
}
