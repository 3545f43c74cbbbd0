import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordChange } from '../../../../src/diff/change.ts'
import { makePageData } from '../../../../src/report/html/data/make-page-data.ts'
import type { PageData } from '../../../../src/report/html/data/page-data.ts'
import { gridTabs } from '../../../../src/report/html/find/grid-tabs.ts'
import { noThumbnails, type Thumbnail } from '../../../../src/report/html/data/thumbnail.ts'
import { variantMatrix } from '../../../../src/report/variant-matrix.ts'
import { scriptJson } from '../../../../src/report/html/page/markup.ts'
import { categoryTrees } from '../../../../src/report/html/data/category-trees.ts'
import { planView } from '../../../../src/report/view/plan-view.ts'
import { anyChanges } from '../../../support/any-changes.ts'
import { isHarmful } from '../../../support/is-harmful.ts'
import { listedPlan } from '../../../support/listed-plan.ts'
import { hostilePlan, pageChanges, pageOf } from '../../../support/report-page.ts'
import { change, field, planOf, rootRecord, samplePlan } from '../../../support/sample-plan.ts'

const view = planView(planOf(pageChanges, { hazards: samplePlan.hazards }))
const page = pageOf(view)
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The data in a page. */
function dataOf(text: string): PageData {
  return JSON.parse(/<script type="application\/json" id="data">([^]*?)<\/script>/.exec(text)?.[1] ?? '')
}

test('the policy allows the one script and the styles of the page by their hashes, and nothing else', () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]
  const script = /<script>([^]*?)<\/script>/.exec(page)?.[1] ?? ''
  const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? ''

  expect(policy).toBe(
    `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)} ${hashOf(dataOf(page).frameStyle)}; img-src data:; base-uri 'none'; form-action 'none'`,
  )
  expect(page.match(/<script\b/g)).toHaveLength(2)
  expect(page.match(/<style\b/g)).toHaveLength(1)
  expect(page.match(/ (?:src|style|on\w+)=/g)).toBeNull()
})

test('findings come first, then causes, then counts', () => {
  const order = ['Look at first', '>Causes', 'Changes by kind', 'Price moves'].map((heading) => page.indexOf(heading))

  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order.every((at) => at > 0)).toBe(true)
})

test.each([
  ['ten times as much', { factor: 10 }],
  ['a hundred times as much', { factor: 100 }],
  ['twice as much for one group', { factor: 2, group: 'dealer' }],
  ['a third in one currency', { factor: 1 / 3, currency: 'EUR' }],
])('of 300 products, the one whose price becomes %s is before the causes', (_, slip) => {
  const text = pageOf(planView(listedPlan({ products: 300, lists: 3, slips: [{ at: 177, ...slip }] })))

  const overview = text.slice(text.indexOf('<main>'), text.indexOf('>Causes'))

  expect(overview.length).toBeLessThan(2000)
  expect(overview).toContain('SKU-177')
})

test('a cause names its outlier, also where the other prices move further', () => {
  const text = pageOf(planView(listedPlan({ products: 40, lists: 2, slips: [{ at: 7, factor: 1.025, group: 'dealer' }] })))

  const outliers = [...text.matchAll(/<strong class="removed">(.*?)<\/strong>/g)].map(([, outlier]) => outlier)

  expect(outliers).toEqual(['1 outlier: SKU-7 dealer 1-9: 96.00 \u2192 98.40 (\u25B22.5 %)'])
})

test('the data of the page are the changes of the plan, with their causes and findings', () => {
  const data = makePageData(view, noThumbnails(''), '')

  const mug = data.records.find(({ key }) => key === 'MUG')
  const furniture = data.causes.findIndex(({ title }) => title.includes('furniture'))
  expect(data.records.flatMap(({ changes }) => changes)).toHaveLength(pageChanges.length)
  expect(mug?.changes).toEqual([
    {
      address: 'grid.MUG',
      action: 'update',
      kind: 'price grid',
      name: '',
      place: 'prices/mugs.yaml:4',
      isAlone: true,
      findings: [0],
      moves: [100, 0.969663, 0.97, 0.97],
      grids: [
        {
          currency: '',
          ranges: ['1-9', '10+'],
          groups: [
            {
              name: 'default',
              cells: [
                { before: '9.90', after: '990.00', ratio: 100, remark: '\u25B29,900.0 %' },
                { before: '8.90', after: '8.63', ratio: 0.969663, remark: '\u25BC3.0 %' },
              ],
            },
            {
              name: 'dealer',
              cells: [
                { before: '8.00', after: '7.76', ratio: 0.97, remark: '\u25BC3.0 %' },
                { before: '8.00', after: '7.76', ratio: 0.97, remark: '\u25BC3.0 %' },
              ],
            },
          ],
        },
      ],
      note: '3 entries in the store, 3 after. All entries are deleted and inserted again; meanwhile customers pay the simple price 499.00.',
    },
  ])
  const [first] = data.records.flatMap(({ changes }) => changes.filter(({ findings = [] }) => findings.includes(0)))
  expect(first?.address).toBe('grid.MUG')
  expect(data.records.filter(({ changes }) => changes.some(({ causes = [] }) => causes.includes(furniture))).map(({ key }) => key)).toEqual(
    ['tables', 'furniture'],
  )
})

test('the data of any plan survive the page, and no text in them is harmful', () => {
  fc.assert(
    fc.property(anyChanges, (changes) => {
      const plan = planView(planOf(changes))

      const data = dataOf(pageOf(plan))

      expect(data).toEqual(makePageData(plan, noThumbnails(''), data.frameStyle))
      expect(data.records.flatMap((record) => record.changes)).toHaveLength(changes.length)
    }),
    { numRuns: 30 },
  )
  const texts = JSON.stringify(dataOf(pageOf(planView(hostilePlan))))
    .replaceAll('\\n', '')
    .replaceAll('\\t', '')
  expect(isHarmful(texts)).toBe(false)
  expect(texts).toContain('<script>')
})

test('hostile texts do not end the data, the script or a heading', () => {
  const text = pageOf(planView(hostilePlan))

  expect(text.match(/<script\b/g)).toHaveLength(2)
  expect(text.match(/<\/script/g)).toHaveLength(2)
  expect(text).not.toContain('<img')
  expect(scriptJson({ a: '</script><!--\u2028\u2029' })).toBe('{"a":"\\u003c/script>\\u003c!--\\u2028\\u2029"}')
})

test('a record that is only its key has its fields, and one without any content a note', () => {
  const root = rootRecord('Product', 'A', 'A')
  const plan = planOf([
    change({
      address: 'webhook.NewOrder',
      root: rootRecord('Webhooks', 'NewOrder', 'NewOrder'),
      resource: 'Webhooks',
      action: 'create',
      key: { name: 'NewOrder', url: 'https://erp.example/x' },
      fields: [field('name', null, 'NewOrder'), field('url', null, 'https://erp.example/x')],
    }),
    change({ address: 'product.A/category.b', root, resource: 'ProdCat', action: 'remove', key: { sku: 'A', cat_code: 'b' } }),
    change({
      address: 'product.A/category.c',
      root,
      resource: 'ProdCat',
      action: 'cannot',
      key: { sku: 'A', cat_code: 'c' },
      reason: 'no',
    }),
  ])

  const { records } = makePageData(planView(plan), noThumbnails(''), '')

  const found = records.flatMap(({ changes }) =>
    changes.map(({ address, fields, note }) => [address, fields?.map(({ after }) => after), note]),
  )
  expect(found).toEqual([
    ['product.A/category.b', undefined, 'The record is removed.'],
    ['product.A/category.c', undefined, undefined],
    ['webhook.NewOrder', ['NewOrder', 'https://erp.example/x'], undefined],
  ])
})

test('equal thumbnails are in the page once; a picture without one says why', () => {
  const picture = { bytes: bytes('picture'), type: 'image/webp' } as const
  const after = new Map<string, Thumbnail>([
    ['images/items/elm-1.jpg', picture],
    ['images/items/elm-2.jpg', picture],
    ['images/items/oak-4.jpg', { missing: 'its source has changed since the plan' }],
  ])

  const { thumbnails, records } = makePageData(view, { before: new Map([['images/items/oak-4.jpg', picture]]), after, remark: '' }, '')

  const files = records.flatMap(({ changes }) => changes.flatMap(({ file }) => file ?? []))
  expect(thumbnails).toEqual(['data:image/webp;base64,cGljdHVyZQ=='])
  expect(files.map((file) => [file.before?.thumbnail, file.after?.thumbnail, file.after?.note])).toEqual([
    [undefined, 0, undefined],
    [undefined, 0, undefined],
    ...[3, 4, 5, 6].map(() => [undefined, undefined, undefined]),
    [0, undefined, 'its source has changed since the plan'],
  ])
})

test('variants are a matrix of their options', () => {
  const tee = view.roots.find(({ key }) => key === 'TEE')

  const matrix = tee && variantMatrix(tee)

  expect(matrix).toEqual({
    across: 'size',
    down: 'colour',
    columns: ['s', 'm', 'l'],
    rows: ['red', 'blue'].map((colour) => ({
      name: colour,
      cells: ['s', 'm', 'l'].map((size) => ({ code: `TEE-${size}-${colour}`, sign: size === 'l' ? '+' : '~' })),
    })),
    others: [],
  })
})

test('the categories of a plan, before and after', () => {
  const trees = categoryTrees(view)

  expect(trees).toEqual({
    before: [
      { depth: 0, code: 'tables', name: 'Tables', mark: 'moved', note: '' },
      { depth: 0, code: 'sale', name: '', mark: '', note: '' },
    ],
    after: [
      { depth: 0, code: 'furniture', name: 'Furniture', mark: '+', note: '' },
      { depth: 1, code: 'tables', name: 'Dining tables', mark: 'moved', note: '+1 product' },
      { depth: 0, code: 'sale', name: '', mark: '', note: '\u22121 product' },
    ],
  })
})

/** The rows of both trees in words. */
function treesOf(...changes: readonly RecordChange[]): unknown {
  const trees = categoryTrees(planView(planOf(changes)))
  return [trees?.before, trees?.after].map((rows) => rows?.map(({ depth, code, mark, note }) => [depth, code, mark, note].join(' ')))
}

test('a category that gets one more place has not moved, and one that cannot leave its place is still there', () => {
  const root = rootRecord('Cat', 'tees', 'T-shirts')
  const placed = (parent_code: string, given: Pick<RecordChange, 'action' | 'fields'> & { readonly reason?: string }): RecordChange =>
    change({
      address: `category.tees/category.${parent_code}`,
      resource: 'CatParent',
      root,
      key: { cat_code: 'tees', parent_code },
      ...given,
    })
  const added = placed('kitchen', { action: 'create', fields: [field('parent_code', null, 'kitchen')] })
  const kept = placed('tops', { action: 'cannot', fields: [field('parent_code', 'tops', null)], reason: 'There is no way.' })

  expect(treesOf(added)).toEqual([
    ['0 tees ~ its place is not in this plan', '0 kitchen  '],
    ['0 kitchen  ', '1 tees ~ '],
  ])
  expect(treesOf(added, kept)).toEqual([
    ['0 tops  ', '1 tees moved ', '0 kitchen  '],
    ['0 tops  ', '1 tees moved ', '0 kitchen  ', '1 tees moved '],
  ])
})

test('the tab of the currency with the move that is unlike the others is shown first and marked', () => {
  const slips = [
    { at: 1, factor: 0.097, currency: 'EUR' },
    { at: 2, factor: 3 },
  ]
  const data = dataOf(pageOf(planView(listedPlan({ products: 20, lists: 1, slips }))))
  const tabsOf = (sku: string): readonly unknown[] =>
    data.records
      .filter(({ key }) => key === sku)
      .flatMap(({ changes }) => changes.flatMap((change) => gridTabs(change, data)))
      .map(({ sheet, move, isMarked, isFirst }) => [sheet.currency, move, isMarked, isFirst])

  const [usual, euro, all] = ['SKU-0', 'SKU-1', 'SKU-2'].map(tabsOf)

  expect(usual).toEqual([
    ['', '▼3.0 %', false, true],
    ['EUR', '▼3.0 %', false, false],
  ])
  expect(euro).toEqual([
    ['', '▼3.0 %', false, false],
    ['EUR', '▼90.3 %', true, true],
  ])
  expect(all).toEqual([
    ['', '▲200.0 %', true, true],
    ['EUR', '▼3.0 %', false, false],
  ])
})
