import * as fc from 'fast-check'
import type { Desired, DesiredRecord } from '../../src/records/desired.ts'
import type { Children } from '../../src/resources/record-tree.ts'
import { desired } from './desired-records.ts'

const groupCodes = ['dealer', 'vip'] as const
const catCodes = ['a', 'b', 'c'] as const
const skus = ['P1', 'P2', 'P3'] as const
const labels = ['Material', 'Fit', 'Care'] as const
const pictures = ['x.jpg', 'y.jpg', 'z.jpg'] as const

const price = fc.integer({ min: 1, max: 9 }).map((units) => `${units}.5`)
const some = <T>(values: readonly T[]): fc.Arbitrary<T[]> => fc.shuffledSubarray([...values])

interface Pricing {
  readonly fields: Readonly<Record<string, string>>
  readonly grid: DesiredRecord[] | undefined
  readonly onCreate: Readonly<Record<string, string>>
}

/** A simple price, a price that replaces a grid, or a complete grid of some breaks and groups, sometimes with a forced price. */
function anyPricing(sku: string): fc.Arbitrary<Pricing> {
  const simple = price.map((value) => ({ fields: { price: value }, grid: undefined, onCreate: { advanced_pricing: 'false' } }))
  const none = price.map((value) => ({ fields: { price: value, advanced_pricing: 'false' }, grid: [], onCreate: {} }))
  const grid = fc
    .record({
      breaks: fc.constantFrom([0], [0, 10], [0, 12], [0, 10, 50]),
      groups: some(groupCodes),
      prices: fc.array(price, { minLength: 9, maxLength: 9 }),
      forced: fc.boolean(),
    })
    .map(({ breaks, groups, prices, forced }) => {
      const rows = ['', ...groups.toSorted()].flatMap((group_code, column) =>
        breaks.map((start, index) => ({
          sku,
          group_code,
          currency_code: '',
          start: String(start),
          end: String((breaks[index + 1] ?? 10_000_000) - 1),
          price: prices[column * breaks.length + index] ?? '1',
        })),
      )
      const euro = forced && rows[0] ? [{ ...rows[0], currency_code: 'EUR', price: '0.5' }] : []
      return {
        fields: { price: prices[0] ?? '1', advanced_pricing: 'true' },
        grid: [...rows, ...euro].map((row) => desired('PricingAdvanced', row)),
        onCreate: {},
      }
    })
  return fc.oneof(simple, none, grid, grid, grid)
}

function priced(pricing: Pricing): {
  children: Children<DesiredRecord>
  onCreate: { fields: Readonly<Record<string, string>>; children: {} }
} {
  return {
    children: pricing.grid === undefined ? {} : { PricingAdvanced: pricing.grid },
    onCreate: { fields: pricing.onCreate, children: {} },
  }
}

function anyVariant(sku: string, code: string, sort: number): fc.Arbitrary<{ plain: DesiredRecord; size: string }> {
  const full = `${sku}-${code}`
  return fc.record({ pricing: anyPricing(full), stock: fc.integer({ min: 0, max: 9 }) }).map(({ pricing, stock }) => {
    const { children, onCreate } = priced(pricing)
    const inventory = desired('Inventory', { sku: full }, { onCreate: { fields: { quantity: String(stock) }, children: {} } })
    const fields = { code: full, sku, sort: String(sort), description: code, ...pricing.fields }
    return { plain: desired('Variants', fields, { children: { ...children, Inventory: [inventory] }, onCreate }), size: code }
  })
}

interface Kind {
  readonly fields: Readonly<Record<string, string>>
  readonly children: Children<DesiredRecord>
}

/** Simple options, subproducts, or options that choose a variant, with the fields that declare them; or unmanaged. */
function anyKind(sku: string): fc.Arbitrary<Kind> {
  const variants = some(['s', 'm', 'l']).chain((codes) => fc.tuple(...codes.map((code, index) => anyVariant(sku, code, 10 * (index + 1)))))
  const subproducts = variants.map((rows) => ({
    fields: { option_type: 'Matrix', options_advanced: 'false' },
    children: { Variants: rows.map(({ plain }) => plain) },
  }))
  const advanced = variants.map((rows) => ({
    fields: { option_type: 'Matrix', options_advanced: 'true' },
    children: {
      Options: [option(sku, 'size', { values: rows.map(({ size }) => size), sort: 10 })],
      Variants: rows.map(({ plain, size }) => {
        const link = desired('VariantOptions', { sku, variant_code: plain.fields['code'] ?? '', o_group: 'size', o_value: size })
        return { ...plain, children: { ...plain.children, VariantOptions: [link] } }
      }),
    },
  }))
  const amounts = fc.record({ size: amount, colour: amount, glaze: amount })
  const simple = fc.tuple(some(['size', 'colour', 'glaze'] as const), amounts).map(([groups, amounts]) => ({
    fields: { option_type: groups.length === 0 ? '' : 'Simple' },
    children: {
      Options: groups.map((group, index) =>
        option(sku, group, { values: ['one', 'two'], sort: 10 * (index + 1), price: amounts[group] ?? '' }),
      ),
      Variants: [],
    },
  }))
  return fc.oneof(subproducts, advanced, simple, fc.constant({ fields: {}, children: {} }))
}

const amount = fc.constantFrom('', 'one=1', 'two=2', 'one=3,two=1')

function option(
  sku: string,
  group: string,
  { values, sort, price = '' }: { values: readonly string[]; sort: number; price?: string },
): DesiredRecord {
  const o_value = values.map((value) => `${value}=${value.toUpperCase()}`).join(',')
  return desired('Options', { code: `${sku}-${group}`, sku, o_group: group, o_label: group, o_value, o_sort: String(sort), price })
}

function anyRows(sku: string): fc.Arbitrary<Children<DesiredRecord>> {
  const places = some(catCodes).map((codes) => codes.map((cat_code, index) => desired('ProdCat', { sku, cat_code, sort: String(index) })))
  const attributes = some(labels).map((names) =>
    names.map((label, index) =>
      desired('ProductAttributes', { sku, label, value: `${label} of ${index}`, sort: String(10 * (index + 1)) }),
    ),
  )
  const access = some(groupCodes).map((codes) => codes.map((group_code) => desired('ProdAccessGroup', { sku, group_code })))
  const images = some(pictures).map((names) =>
    names.map((image, index) => desired('ExtraImages', { code: `${sku}-00${index + 1}`, sku, image })),
  )
  const stock = fc.integer({ min: 0, max: 3 }).map((quantity) => [desired('Inventory', { sku, stock_message: `Back ${quantity}` })])
  const promotion = fc
    .record({
      discount: fc.constantFrom('', '10%', '50%', '5', '1'),
      timed_promotion: fc.constantFrom('true', 'false'),
      start_date: fc.constantFrom('', '2026-11-01', '2027-05-01'),
      end_date: fc.constantFrom('', '2026-11-30', '2027-12-31'),
    })
    .map((fields) => [desired('Merchandising', { sku, ...fields })])
  return fc
    .record(
      {
        ProdCat: places,
        ProductAttributes: attributes,
        ProdAccessGroup: access,
        ExtraImages: images,
        Merchandising: promotion,
        Inventory: stock,
      },
      { requiredKeys: [] },
    )
    .map((rows) => rows)
}

function anyProduct(sku: string): fc.Arbitrary<DesiredRecord> {
  return fc
    .record({
      title: fc.constantFrom('Tee', 'Mug & cup', 'Lamp'),
      inactive: fc.constantFrom('true', 'false', 'false'),
      pricing: anyPricing(sku),
      rows: anyRows(sku),
      kind: anyKind(sku),
    })
    .map(({ title, inactive, pricing, rows, kind }) => {
      const { children, onCreate } = priced(pricing)
      const fields = { sku, title, inactive, ...pricing.fields, ...kind.fields }
      return desired('Product', fields, { children: { ...children, ...rows, ...kind.children }, onCreate })
    })
}

function anyCat(code: string, above: readonly string[]): fc.Arbitrary<DesiredRecord> {
  const top = desired('CatParent', { cat_code: code, parent_code: '0' })
  const left = fc.constant({ children: {}, onCreate: { fields: {}, children: { CatParent: [top] } } })
  const given = some(above).map((parents) => ({
    children: {
      CatParent: parents.map((parent_code, index) => desired('CatParent', { cat_code: code, parent_code, sort: String(index) })),
    },
  }))
  return fc
    .record({ hide: fc.constantFrom('true', 'false'), places: fc.oneof(left, given) })
    .map(({ hide, places }) => desired('Cat', { code, name: `Category ${code}`, hide }, places))
}

/** Small catalogues over few keys, so that two of them overlap in many places: every kind of collection, grid and option. */
export const anyCatalogue: fc.Arbitrary<Desired> = fc
  .record({
    groups: fc.tuple(
      ...groupCodes.map((code) =>
        fc.constantFrom('A', 'B').map((title) => desired('UserGroups', { code, title, parent_code: code === 'dealer' ? 'vip' : '' })),
      ),
    ),
    cats: fc.tuple(...catCodes.map((code, index) => anyCat(code, ['0', ...catCodes.slice(index + 1)]))),
    products: some(skus).chain((chosen) => fc.tuple(...chosen.map(anyProduct))),
  })
  .map(({ groups, cats, products }) => ({ roots: { UserGroups: groups, Cat: cats, Product: products }, files: [] }))

/** A catalogue of products and categories some of which have a slug, often that of another one. */
export const anyCatalogueWithSlugs: fc.Arbitrary<Desired> = fc
  .record({ catalogue: anyCatalogue, slugs: fc.infiniteStream(fc.constantFrom(undefined, 'tee', 'Tee', 'mug')) })
  .map(({ catalogue, slugs }) => {
    const { Cat = [], Product = [], ...others } = catalogue.roots
    const named = (record: DesiredRecord): DesiredRecord => {
      const slug = slugs.next().value
      return slug === undefined ? record : { ...record, fields: { ...record.fields, slug } }
    }
    return { ...catalogue, roots: { ...others, Cat: Cat.map(named), Product: Product.map(named) } }
  })

/** A catalogue, and the same before variants were added to its products: the first of each stays. */
export const anyAddedVariants: fc.Arbitrary<{ readonly before: Desired; readonly after: Desired }> = fc
  .record({ after: anyCatalogue, keeps: fc.infiniteStream(fc.boolean()) })
  .map(({ after, keeps }) => {
    const products = (after.roots.Product ?? []).map((product) => {
      const { Variants: all = [], ...children } = product.children
      const kept = all.filter((_, index) => index === 0 || keeps.next().value === true)
      return { ...product, children: { ...children, ...(product.children.Variants && { Variants: kept }) } }
    })
    return { before: { ...after, roots: { ...after.roots, Product: products } }, after }
  })

/** A variant with other prices and, unless it stays, without option values. */
function anyLeft(variant: DesiredRecord): fc.Arbitrary<DesiredRecord> {
  return fc.record({ pricing: anyPricing(variant.fields['code'] ?? ''), leaves: fc.boolean() }).map(({ pricing, leaves }) => {
    const { children, onCreate } = priced(pricing)
    const { PricingAdvanced: _, ...others } = variant.children
    const left = leaves && others.VariantOptions ? { VariantOptions: [] } : {}
    return { ...variant, fields: { ...variant.fields, ...pricing.fields }, children: { ...others, ...children, ...left }, onCreate }
  })
}

/** A catalogue, and the same after variants have got other prices and some of them have lost their option values. */
export const anyLeavingVariants: fc.Arbitrary<{ readonly before: Desired; readonly after: Desired }> = anyCatalogue.chain((before) => {
  const products = (before.roots.Product ?? []).map((product) => {
    const { Variants } = product.children
    const plain = fc.constant(product)
    if (!Variants) return plain
    return fc.tuple(...Variants.map(anyLeft)).map((rows) => ({ ...product, children: { ...product.children, Variants: rows } }))
  })
  return fc.tuple(...products).map((after) => ({ before, after: { ...before, roots: { ...before.roots, Product: after } } }))
})
