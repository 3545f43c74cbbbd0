import * as fc from 'fast-check'
import type { LiveRecords } from '../../src/pull/live-records.ts'
import type { Children, RecordTree } from '../../src/resources/record-tree.ts'
import type { ResourceName } from '../../src/resources/registry.ts'
import type { Fields } from '../../src/resources/resource.ts'
import { distinct, key, line, part, text } from './odd-texts.ts'

const price = fc.integer({ min: 1, max: 99_999 }).map((cents) => String(cents / 100))
const sort = fc.oneof(fc.integer({ min: 0, max: 30 }).map(String), fc.constant('0'))
const flag = fc.constantFrom('true', 'false', '', '0', '1')

/** A record of a store; `children` are complete, as a read gives them. */
export function stored(resource: ResourceName, fields: Fields, children: Children<RecordTree> = {}): RecordTree {
  return { resource, fields, children }
}

interface Grid {
  readonly rows: readonly Fields[]
  readonly first: string
}

/** A grid that keeps the rules: some breaks, the default group and others, perhaps a forced price. */
function soundGrid(groups: readonly string[]): fc.Arbitrary<Grid> {
  return fc
    .record({
      breaks: fc.constantFrom([0], [1, 12], [0, 10, 50]),
      columns: fc.shuffledSubarray([...groups]),
      prices: fc.array(price, { minLength: 12, maxLength: 12 }),
      forced: fc.boolean(),
    })
    .map(({ breaks, columns, prices, forced }) => {
      const rows = ['', ...columns].flatMap((group_code, column) =>
        breaks.map((start, index) => ({
          group_code,
          currency_code: '',
          start: String(start),
          end: String((breaks[index + 1] ?? 10_000_000) - 1),
          price: prices[column * breaks.length + index] ?? '1',
        })),
      )
      const [first] = rows
      return { rows: forced && first ? [...rows, { ...first, currency_code: 'EUR', price: '0.5' }] : rows, first: first?.price ?? '1' }
    })
}

/** Rows that need not fit: gaps, overlaps, doubled cells, stray currencies, reversed breaks. */
function brokenGrid(groups: readonly string[]): fc.Arbitrary<Grid> {
  const row = fc.record({
    group_code: fc.constantFrom('', ...groups, 'default', 'nobody'),
    currency_code: fc.constantFrom('', '', 'EUR'),
    start: fc.integer({ min: 0, max: 20 }).map(String),
    end: fc.constantFrom('5', '20', '9999999'),
    price,
  })
  return fc.array(row, { minLength: 1, maxLength: 4 }).map((rows) => ({ rows, first: '3' }))
}

type Pricing = (sku: string) => { readonly fields: Fields; readonly rows: readonly RecordTree[] }

function anyPricing(grids: readonly Grid[]): fc.Arbitrary<Pricing> {
  const simple = price.map((value): Pricing => () => ({ fields: { price: value, advanced_pricing: '' }, rows: [] }))
  if (grids.length === 0) return simple
  const grid = fc
    .record({ chosen: fc.constantFrom(...grids), own: fc.constantFrom('derived', 'empty', '7.7') })
    .map(({ chosen, own }): Pricing => (sku) => ({
      fields: { price: own === 'derived' ? chosen.first : own === 'empty' ? '' : own, advanced_pricing: 'true' },
      rows: chosen.rows.map((row, index) => stored('PricingAdvanced', { uid: `${sku}/${index}`, sku, ...row })),
    }))
  return fc.oneof(simple, grid)
}

const optionValues = distinct(part, 3, 1).chain((keys) => fc.tuple(...keys.map((value) => part.map((label) => [value, label] as const))))

interface Option {
  readonly key: string
  readonly values: readonly (readonly [string, string])[]
}

const anyOptions = distinct(part, 2, 1).chain((keys) =>
  fc.tuple(...keys.map((each) => optionValues.map((values): Option => ({ key: each, values })))),
)

function optionRow(sku: string, { key: o_group, values }: Option, more: Fields): RecordTree {
  const o_value = values.map(([value, label]) => `${value}=${label}`).join(',')
  return stored('Options', {
    code: `${sku}|${o_group}`.slice(0, 64),
    sku,
    o_group,
    o_label: 'Label',
    o_widget: 'select',
    o_value,
    price: '',
    ...more,
  })
}

interface Choices {
  readonly fields: Fields
  readonly options: readonly RecordTree[]
  readonly variants: readonly RecordTree[]
}

function simpleOptions(sku: string): fc.Arbitrary<Choices> {
  return fc
    .record({ options: anyOptions, sorts: fc.array(sort, { minLength: 2, maxLength: 2 }), adjust: fc.integer({ min: -5, max: 5 }) })
    .map(({ options, sorts, adjust }) => ({
      fields: { option_type: 'Simple', options_advanced: '' },
      options: options.map((option, index) => {
        const [first] = option.values
        return optionRow(sku, option, { o_sort: sorts[index] ?? '', price: adjust === 0 || !first ? '' : `${first[0]}=${adjust}` })
      }),
      variants: [],
    }))
}

interface VariantParts {
  readonly pricing: Pricing
  readonly description: string
  readonly stock: string | null
  readonly weight: string
}

function variantRow(
  sku: string,
  code: string,
  { parts, chosen }: { parts: VariantParts; chosen: readonly (readonly [string, string])[] },
): RecordTree {
  const { fields, rows } = parts.pricing(code)
  return stored(
    'Variants',
    { code, sku, description: parts.description, weight: parts.weight, sort: '', image: '', ...fields },
    {
      PricingAdvanced: rows,
      Inventory: parts.stock === null ? [] : [stored('Inventory', { sku: code, quantity: parts.stock, stock_message: '' })],
      VariantOptions: chosen.map(([o_group, o_value]) => stored('VariantOptions', { code: '', sku, variant_code: code, o_group, o_value })),
    },
  )
}

function anyVariantParts(grids: readonly Grid[]): fc.Arbitrary<VariantParts> {
  return fc.record({
    pricing: anyPricing(grids),
    description: fc.oneof(fc.constant(''), fc.constant('Red'), line),
    stock: fc.option(fc.integer({ min: 0, max: 3 }).map(String), { nil: null }),
    weight: fc.constantFrom('', '0.2', '0.2', '1'),
  })
}

function subproducts(sku: string, grids: readonly Grid[]): fc.Arbitrary<Choices> {
  return fc.array(fc.tuple(anyVariantParts(grids), sort), { minLength: 1, maxLength: 4 }).map((all) => ({
    fields: { option_type: 'Matrix', options_advanced: 'false' },
    options: [],
    variants: all.map(([parts, order], index) => {
      const row = variantRow(sku, `${sku} ${index}`, { parts, chosen: [] })
      return { ...row, fields: { ...row.fields, sort: order } }
    }),
  }))
}

/** One variant for each combination; codes follow a template, or not. */
function advanced(sku: string, grids: readonly Grid[]): fc.Arbitrary<Choices> {
  return fc
    .record({
      options: anyOptions,
      regular: fc.boolean(),
      separator: fc.constantFrom('-', '_', '/'),
      parts: fc.array(anyVariantParts(grids), { minLength: 9, maxLength: 9 }),
    })
    .map(({ options, regular, separator, parts }) => {
      const combinations = options.reduce<(readonly [string, string])[][]>(
        (all, option) => all.flatMap((chosen) => option.values.map(([value]) => [...chosen, [option.key, value] as const])),
        [[]],
      )
      return {
        fields: { option_type: 'Matrix', options_advanced: 'true' },
        options: options.map((option, index) => optionRow(sku, option, { o_sort: String(index) })),
        variants: combinations.flatMap((chosen, index) => {
          const part_ = parts[index]
          const code = regular ? [sku, ...chosen.map(([, value]) => value)].join(separator) : `${sku}~${index}`
          return part_ ? [variantRow(sku, code, { parts: part_, chosen })] : []
        }),
      }
    })
}

interface Shop {
  readonly groups: readonly string[]
  readonly categories: readonly string[]
  readonly grids: readonly Grid[]
}

function anyProduct(sku: string, { groups, categories, grids }: Shop): fc.Arbitrary<RecordTree> {
  const choices = fc.oneof(
    fc.constant<Choices>({ fields: { option_type: '', options_advanced: '' }, options: [], variants: [] }),
    simpleOptions(sku),
    subproducts(sku, grids),
    advanced(sku, grids),
  )
  return fc
    .record({
      texts: fc.record({
        title: text,
        description: fc.oneof(fc.constant(''), text),
        comment: fc.oneof(fc.constant(''), text),
        brand: line,
        meta_title: line,
      }),
      more: fc.record({
        weight: fc.constantFrom('', '0.20', '12'),
        inactive: flag,
        slug: fc.constant(`s-${Buffer.from(sku).toString('hex')}`),
      }),
      pricing: anyPricing(grids),
      places: fc
        .shuffledSubarray([...categories])
        .chain((codes) => fc.tuple(...codes.map((cat_code) => sort.map((each) => stored('ProdCat', { sku, cat_code, sort: each }))))),
      access: fc.shuffledSubarray([...groups]).map((codes) => codes.map((group_code) => stored('ProdAccessGroup', { sku, group_code }))),
      attributes: distinct(key, 3).chain((labels) =>
        fc.tuple(
          ...labels.map((label) =>
            fc.tuple(line, sort).map(([value, each]) => stored('ProductAttributes', { sku, label, value, sort: each })),
          ),
        ),
      ),
      stock: fc.constantFrom('', '0', '12'),
      promotion: fc.constantFrom(
        {},
        { discount: '10%', featured: 'New' },
        { timed_promotion: 'true', discount: '5', start_date: '2026-12-01 00:00:00', end_date: '2026-12-24 08:00:00' },
      ),
      choices,
    })
    .map(({ texts, more, pricing, places, access, attributes, stock, promotion, choices: { fields, options, variants } }) => {
      const priced = pricing(sku)
      return stored(
        'Product',
        { sku, ...texts, ...more, ...fields, ...priced.fields },
        {
          ExtraImages: [],
          Inventory: stock === '' ? [] : [stored('Inventory', { sku, quantity: stock, stock_message: '' })],
          Merchandising: Object.keys(promotion).length === 0 ? [] : [stored('Merchandising', { sku, ...promotion })],
          PricingAdvanced: priced.rows,
          ProdAccessGroup: access,
          ProductAttributes: attributes,
          Options: options,
          Variants: variants,
          ProdCat: places,
        },
      )
    })
}

function anyCategory(code: string, above: readonly string[]): fc.Arbitrary<RecordTree> {
  const places = fc
    .shuffledSubarray(['0', ...above])
    .chain((parents) =>
      fc.tuple(...parents.map((parent_code) => sort.map((each) => stored('CatParent', { cat_code: code, parent_code, sort: each })))),
    )
  return fc
    .record({ name: text, description: fc.oneof(fc.constant(''), text), hide: flag, places })
    .map(({ name, description, hide, places: rows }) => stored('Cat', { code, name, description, hide }, { CatParent: rows }))
}

function anyGroup(code: string, above: readonly string[]): fc.Arbitrary<RecordTree> {
  return fc
    .record({ title: text, subscribable: fc.constantFrom('', 'public', 'private'), parent_code: fc.constantFrom('', ...above) })
    .map((fields) => stored('UserGroups', { code, ...fields }))
}

/** The keys of the records of a store. */
export interface StoreKeys {
  readonly groups: readonly string[]
  readonly categories: readonly string[]
  readonly skus: readonly string[]
}

/** Stores of these records, with whatever a catalogue can say of them. `grids`: whether price entries keep the rules. */
export function anyStoreOf({ groups, categories, skus }: StoreKeys, grids: 'sound' | 'broken'): fc.Arbitrary<LiveRecords> {
  return fc.array(grids === 'sound' ? soundGrid(groups) : brokenGrid(groups), { maxLength: 3 }).chain((pool) =>
    fc.record({
      groups: fc.tuple(...groups.map((code, index) => anyGroup(code, groups.slice(0, index)))),
      categories: fc.tuple(...categories.map((code, index) => anyCategory(code, categories.slice(0, index)))),
      products: fc.tuple(...skus.map((sku) => anyProduct(sku, { groups, categories, grids: pool }))),
      webhooks: fc.constantFrom([], [{ name: 'NewOrder', url: 'https://erp.example/hooks' }]),
    }),
  )
}

/** Stores of everything that a catalogue can say, under any keys. */
export function anyStore(grids: 'sound' | 'broken'): fc.Arbitrary<LiveRecords> {
  const category = key.filter((each) => each !== '0')
  return fc
    .record({ groups: distinct(key, 3), categories: distinct(category, 4), skus: distinct(key, 4, 1) })
    .chain((keys) => anyStoreOf(keys, grids))
}
