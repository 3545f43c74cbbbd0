import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from '../../../src/diff/change.ts'
import { priceSlips } from '../../../src/plan/price-slips.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { planText } from '../../../src/report/plan-text.ts'
import { planView } from '../../../src/report/view/plan-view.ts'
import { widthOf } from '../../../src/report/text-width.ts'
import { colourTheme, plainTheme } from '../../../src/report/theme.ts'
import {
  change,
  field,
  gridOf,
  oakGrid,
  planOf,
  rootRecord,
  row,
  sampleChanges,
  samplePlan,
  updatedProduct,
} from '../../support/sample-plan.ts'

test('a plan at 80 columns', () => {
  const text = planText(planView(samplePlan), plainTheme, { width: 80, verbose: false })

  expect(text).toMatchInlineSnapshot(`
    "Plan for production · https://shop.example · 7f3c91aa
    files https://files.example

    Look at first (1):
    ! OAK-TABLE: for about 4 seconds all customers pay 499.00 instead of the price
      of their group and quantity.  prices.yaml:88

                       create   update   remove   cannot
    categories              ·        1        ·        ·
    products                1        1        ·        ·
    variants                ·        1        ·        ·
    price grids             1        1        ·        ·
      price cells           4        4        ·        ·
    attributes              ·        ·        ·        1
    product places          1        ·        1        ·
    files                   6        1        ·        ·

    ~ category tables "Tables"  name                              categories.yaml:12
          name  Tables → Dining tables
    ~ product OAK-TABLE "Oak table"                          products/tables.yaml:14
        title, weight, comment, variants (~1), prices (6 of 10 cells), places (-1),
        1 cannot be applied
          title    Oak table → Oak table, extendable
          weight   38 → 41.5
          comment
            171 characters, 95 % kept
            <p>Solid [-oak-]{+ash+} table with a removable leaf. It is made …
            delivered ready to use.</p>
            <p>Seats [-six-]{+eight+} adults.</p>
          ~ prices
              default 50+   459.00 → 469.00  ▲2.2 %
              dealer 1-9    399.00 → 349.00  ▼12.5 %
              dealer 10-49  379.00 → 339.00  ▼10.6 %
          … 5 more lines (--verbose shows all)
    + product ELM-TABLE "Elm table"  2 price cells, 1 place  products/tables.yaml:61
    + 6 files in images/items  1.0 MB
    ~ file images/items/oak-4.jpg  214.0 KB → 173.0 KB       products/tables.yaml:61

    Cannot be applied (1):
    ! attribute Fit of OAK-TABLE                             products/tables.yaml:20
          This store shows no way to remove an attribute. Remove it in the shop, or
          allow deletes in planogram.yaml.

    note: prune is not enforced yet

    Plan: 9 to create, 5 to update, 1 to remove, 1 cannot be applied. 5 requests, 7
    uploads (1.2 MB).
    "
  `)
})

test.each([{}, { by: 'record' }] as const)('what to look at is before the list, with %o', (size) => {
  const changes = [updatedProduct('MUG', [field('price', '8', '800')])]
  const hazards = priceSlips(changes)
  const guards: Plan['guards'] = [{ guard: 'max_changes', limit: '30%', found: 1, of: 1, cases: [] }]

  const text = planText(planView(planOf(changes, { hazards, guards })), plainTheme, { width: 100, verbose: false, ...size })
  const [, stops = '', first = '', ...others] = text.split('\n\n')

  expect(stops).toBe('Guards that stop apply (1):\nx max_changes: 1 of 1 records change (limit 30%)')
  expect(first).toBe('Look at first (1):\n! MUG: the price moves from 8.00 to 800.00, 100 times as much. Check the decimal point.')
  expect(others.join(' ')).toContain('~ product MUG')
})

test('a terminal too narrow for the words of the actions has their signs above the counts', () => {
  const text = planText(planView(samplePlan), plainTheme, { width: 36, verbose: false })

  expect(text.split('\n\n')[2]).toMatchInlineSnapshot(`
    "                  +  ~  -  !
    categories        ·  1  ·  ·
    products          1  1  ·  ·
    variants          ·  1  ·  ·
    price grids       1  1  ·  ·
      price cells     4  4  ·  ·
    attributes        ·  ·  ·  1
    product places    1  ·  1  ·
    files             6  1  ·  ·"
  `)
})

test('verbose shows every value, also of new records, and uses the width', () => {
  const text = planText(planView(planOf(sampleChanges.slice(5, 11))), plainTheme, { width: 120, verbose: true })

  expect(text).toMatchInlineSnapshot(`
    "Plan for production · https://shop.example · 7f3c91aa
    files https://files.example

                       create   update   remove   cannot
    products                1        ·        ·        ·
    price grids             1        ·        ·        ·
      price cells           2        ·        ·        ·
    attributes              ·        ·        ·        1
    product places          1        ·        ·        ·
    files                   2        ·        ·        ·

    + product ELM-TABLE "Elm table"  2 price cells, 1 place                                          products/tables.yaml:61
          title  Elm table
          price  299.00
          + prices
              default 1-9  299.00
              default 10+  279.00
          + place tables
    + file images/items/elm-1.jpg  173.0 KB                                                          products/tables.yaml:61
    + file images/items/elm-2.jpg  173.0 KB                                                          products/tables.yaml:61

    Cannot be applied (1):
    ! attribute Fit of OAK-TABLE                                                                     products/tables.yaml:20
          This store shows no way to remove an attribute. Remove it in the shop, or allow deletes in planogram.yaml.

    Plan: 5 to create, 0 to update, 0 to remove, 1 cannot be applied. 5 requests.
    "
  `)
})

test('a plan that read nothing of the store does not report that the store matches', () => {
  const plan = planOf([])

  const text = planText(planView({ ...plan, madeFrom: { ...plan.madeFrom, certificate: [] } }), plainTheme, { width: 80, verbose: false })

  expect(text.trimEnd().split('\n').at(-1)).toBe('No changes: the catalogue is empty. `planogram pull` fills it from the store.')
})

test('an empty plan is reported as empty, with the changes that cannot be applied', () => {
  const size = { width: 80, verbose: false }

  const texts = [
    planText(planView(planOf([])), plainTheme, size),
    planText(planView(planOf(sampleChanges.filter(({ action }) => action === 'cannot'))), plainTheme, size),
  ]

  expect(texts.join('=====\n')).toMatchInlineSnapshot(`
    "Plan for production · https://shop.example · 7f3c91aa
    files https://files.example

    No changes. The store matches the catalogue.
    =====
    Plan for production · https://shop.example · 7f3c91aa
    files https://files.example

                   create   update   remove   cannot
    attributes          ·        ·        ·        1

    Cannot be applied (1):
    ! attribute Fit of OAK-TABLE                             products/tables.yaml:20
          This store shows no way to remove an attribute. Remove it in the shop, or
          allow deletes in planogram.yaml.

    Nothing to apply: 1 change cannot be applied to this store; everything else
    matches the catalogue.
    "
  `)
})

test('grids with the same changes, and their risks, are reported once with all names', () => {
  const root = rootRecord('Product', 'TEE', 'Tee')
  const grid = { ...oakGrid, before: [row(1, 9, '2')], after: [row(1, 9, '3')] }
  const variants = ['TEE-s', 'TEE-m', 'TEE-l'].map((sku) => gridOf({ root, action: 'update', sku, grid }))
  const hazards = variants.map(({ address, sku }) => ({ kind: 'hides-grid', address, sku, seconds: 4, price: '3' }) as const)

  const text = planText(planView(planOf(variants, { hazards })), plainTheme, { width: 80, verbose: false })
  const verbose = planText(planView(planOf(variants, { hazards })), plainTheme, { width: 80, verbose: true })

  expect(verbose).toContain('~ prices of TEE-s, TEE-m, TEE-l\n')
  expect(text).toMatchInlineSnapshot(`
    "Plan for production · https://shop.example · 7f3c91aa
    files https://files.example

    Look at first (2):
    ! TEE-s default 1-9: 2.00 → 3.00 (▲50.0 %). The same move: TEE-m, TEE-l.
    ! TEE-s, TEE-m, TEE-l: for about 4 seconds all customers pay 3.00 instead of the
      price of their group and quantity.

                      create   update   remove
    price grids            ·        3        ·
      price cells          ·        3        ·

    ~ product TEE "Tee"  variant prices (3 of 3 cells)
          ~ prices of TEE-s and 2 others with the same changes
              default 1-9  2.00 → 3.00  ▲50.0 %

    Plan: 0 to create, 3 to update, 0 to remove. 5 requests.
    "
  `)
})

test('no line is wider than the terminal, for any names', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 })
  const changes = fc.record({ key: name, title: name, field: name, before: name, after: name }).map((given): Change[] => [
    change({
      address: rootRecord('Product', given.key).address,
      root: rootRecord('Product', given.key, given.title),
      resource: 'Product',
      action: 'update',
      key: { sku: given.key },
      fields: [field(given.field, given.before, given.after)],
      source: { file: `${given.title}.yaml`, line: 1, column: 1 },
    }),
    change({
      address: `product.${given.key}/attribute.x`,
      root: rootRecord('Product', given.key, given.title),
      resource: 'ProductAttributes',
      action: 'cannot',
      key: { sku: given.key, label: given.field },
      reason: given.after,
    }),
  ])

  fc.assert(
    fc.property(changes, fc.constantFrom(40, 80, 133), (given, width) => {
      const lines = planText(planView(planOf(given)), plainTheme, { width, verbose: true }).split('\n')
      expect(lines.filter((text) => widthOf(text) > width)).toEqual([])
      expect(lines.some((text) => /[\p{Cc}\u202A-\u202E]/u.test(text))).toBe(false)
    }),
    { numRuns: 100 },
  )
})

test('colours do not change the text', () => {
  const size = { width: 100, verbose: true }
  const escape = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')

  const coloured = planText(planView(samplePlan), colourTheme, size)

  expect(coloured.replaceAll(escape, '').replaceAll(/ +\n/g, '\n')).toBe(planText(planView(samplePlan), plainTheme, size))
  expect(coloured).not.toBe(planText(planView(samplePlan), plainTheme, size))
})
