import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Change } from '../../src/diff/change.ts'
import { noThumbnails, type Thumbnails } from '../../src/report/html/data/thumbnail.ts'
import { htmlReport } from '../../src/report/html/html-report.ts'
import type { PlanView } from '../../src/report/view/plan-view.ts'
import { change, field, gridOf, oakGrid, rootRecord, row, sampleChanges } from './sample-plan.ts'

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
