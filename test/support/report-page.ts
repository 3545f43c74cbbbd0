import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plan } from '../../src/plan/plan.ts'
import type { Change } from '../../src/diff/change.ts'
import { noThumbnails, type Thumbnails } from '../../src/report/html/data/thumbnail.ts'
import { htmlReport } from '../../src/report/html/html-report.ts'
import type { PlanView } from '../../src/report/view/plan-view.ts'
import { change, field, gridOf, oakGrid, planOf, rootRecord, row, sampleChanges } from './sample-plan.ts'

/** The page of a plan as one text. */
export function pageOf(view: PlanView, thumbnails: Thumbnails = noThumbnails('')): string {
  return [...htmlReport(view, thumbnails)].join('')
}

/** Saves a page in a folder of its own and returns its `file:` address. */
export function savedPage(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'report-page-')), 'plan.html')
  writeFileSync(path, text)
  return pathToFileURL(path).href
}

const tee = { root: rootRecord('Product', 'TEE', 'Classic tee') }

function variant(size: string, colour: string, action: 'create' | 'update'): readonly Change[] {
  const code = `TEE-${size}-${colour}`
  const option = (o_group: string, o_value: string): Change =>
    change({
      ...tee,
      address: `variant.${code}/option.${o_group}`,
      resource: 'VariantOptions',
      action: 'create',
      key: { variant_code: code, o_group },
      fields: [field('o_value', null, o_value)],
    })
  const own = change({
    ...tee,
    address: `variant.${code}`,
    resource: 'Variants',
    action,
    key: { code },
    fields: [field('price', action === 'create' ? null : '20', '21')],
  })
  return [own, option('size', size), option('colour', colour)]
}

function parent(code: string, above: string, action: 'create' | 'remove'): Change {
  return change({
    address: `category.${code}/parent.${above}`,
    root: rootRecord('Cat', code, code),
    resource: 'CatParent',
    action,
    key: { cat_code: code, parent_code: above },
  })
}

/** What the sample plan changes, a product with variants, a moved category and a price that is a hundred times too high. */
export const pageChanges: readonly Change[] = [
  ...sampleChanges,
  parent('tables', '0', 'remove'),
  parent('tables', 'furniture', 'create'),
  change({
    address: 'category.furniture',
    root: rootRecord('Cat', 'furniture', 'Furniture'),
    resource: 'Cat',
    action: 'create',
    key: { code: 'furniture' },
    fields: [field('name', null, 'Furniture')],
  }),
  parent('furniture', '0', 'create'),
  ...['s', 'm', 'l'].flatMap((size) => ['red', 'blue'].flatMap((colour) => variant(size, colour, size === 'l' ? 'create' : 'update'))),
  gridOf({
    sku: 'MUG',
    root: rootRecord('Product', 'MUG', 'Enamel mug'),
    action: 'update',
    grid: {
      ...oakGrid,
      before: [row(1, 9, '9.90'), row(10, 9_999_999, '8.90'), row(1, 9_999_999, { price: '8', group_code: 'dealer' })],
      after: [row(1, 9, '990'), row(10, 9_999_999, '8.63'), row(1, 9_999_999, { price: '7.76', group_code: 'dealer' })],
    },
    source: { file: 'prices/mugs.yaml', line: 4, column: 3 },
  }),
]

/** A text that tries to be markup, to end a script, to load something and to reverse the direction of text. */
export const hostile = `</script><!--<script>document.title='harmed'</script><img src=x onerror="document.title='harmed'"><b style="color:red" onclick="x">"'&\u202E\u2028\u0000\u001B[31m\uFFFE]]>`

const bad = { root: rootRecord('Product', hostile, hostile), source: { file: hostile, line: 1, column: 1 } }

/** The hostile text in every place of a plan that people write. */
export const hostilePlan: Plan = planOf(
  [
    change({
      ...bad,
      address: bad.root.address,
      resource: 'Product',
      action: 'update',
      key: { sku: hostile },
      fields: [
        field('title', hostile, `${hostile}!`),
        field('comment', `<p>${hostile}</p>`, `<p style="color:red">${hostile} <a href="javascript:x">y</a></p>`),
      ],
    }),
    gridOf({
      ...bad,
      sku: hostile,
      action: 'update',
      grid: {
        ...oakGrid,
        before: [row(1, 9, { price: hostile, group_code: hostile, currency_code: hostile })],
        after: [row(1, 9, { price: '5', group_code: hostile, currency_code: hostile })],
      },
    }),
    change({ ...bad, address: `variant.${hostile}`, resource: 'Variants', action: 'cannot', reason: hostile, key: { code: hostile } }),
    ...['a', 'b'].map((value) =>
      change({
        ...bad,
        address: `variant.${hostile}${value}/option.x`,
        resource: 'VariantOptions',
        action: 'create',
        key: { variant_code: hostile + value, o_group: hostile },
        fields: [field('o_value', null, hostile + value)],
      }),
    ),
    change({
      address: `category.${hostile}`,
      root: rootRecord('Cat', hostile, hostile),
      resource: 'Cat',
      action: 'create',
      key: { code: hostile },
    }),
    {
      kind: 'file',
      address: `file.${hostile}`,
      action: 'create',
      origin: 'git',
      source: bad.source,
      file: { path: hostile, from: hostile, before: null, after: { size: 5, sha256: hostile } },
    },
  ],
  {
    madeFrom: { ...planOf([]).madeFrom, store: { name: hostile, baseUrl: hostile, filesUrl: hostile } },
    hazards: [{ kind: 'hides-grid', address: bad.root.address, sku: hostile, seconds: 4, price: hostile }],
    notices: [hostile],
    planHash: hostile,
  },
)
