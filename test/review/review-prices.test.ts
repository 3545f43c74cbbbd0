import { expect, test } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { listedPlan } from '../support/listed-plan.ts'
import { change, field, movedGrid, planOf, rootRecord, row, updatedProduct } from '../support/sample-plan.ts'
import { startReviewing } from '../support/start-review.ts'

/** A grid of three currencies, in which a forced price rises most. */
const forced = movedGrid({
  sku: 'TEE',
  root: rootRecord('Product', 'TEE', 'Tee'),
  before: [row(1, 9, '10'), row(10, 9_999_999, '9'), euro('12'), row(1, 9_999_999, { price: '8', currency_code: 'GBP' })],
  after: [row(1, 9, '10.30'), row(10, 9_999_999, '9.27'), euro('24'), row(1, 9_999_999, { price: '8', currency_code: 'GBP' })],
})

function euro(price: string): ReturnType<typeof row> {
  return row(1, 9_999_999, { price, currency_code: 'EUR' })
}

test('a price grid has a tab for each currency; that of the largest move opens, and c shows the next', async () => {
  const { terminal } = await startReviewing(80, 24, { plan: planOf([forced]) })

  terminal.press('\rj\r')
  const opened = await terminal.until('[EUR')
  terminal.press('c')
  const next = await terminal.until('[GBP')
  terminal.press('c')
  const first = await terminal.until('[all currencies')
  terminal.press('?G')
  const help = await terminal.until('next currency')

  expect(opened).toMatchInlineSnapshot(`
    "production  https://shop.example  1 change                         plan 7f3c91aa
    ┌ ~ prices of TEE ─────────────────────────────────────────────────────────────┐
    │ all currencies ▲3.0 %  [EUR (forced) ▲100.0 %]  GBP (forced)         c: next │
    │ quantity            1+                                                       │
    │ ─────────┬────────────                                                       │
    │ default  │ 12.00→24.00                                                       │
    │          │    ▲100.0 %                                                       │
    │                                                                              │
    │ 4 entries in the store, 4 after. Entries are updated and inserted in place;  │
    │ none is deleted.                                                             │
    │                                                                              │
    │ ⚠ TEE default 1+ EUR: 12.00 → 24.00 (▲100.0 %); the median of the plan is    │
    │   ▲3.0 %.                                                                    │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    └──────────────────────────────────────────────────────────────────────────────┘
    Space skip   n next risk   Esc back   / filter   a apply   ? help   q quit"
  `)
  expect(next).toMatch(/ all currencies \u25B23\.0 % {2}EUR \(forced\) \u25B2100\.0 % {2}\[GBP \(forced\)\] +c: next /)
  expect(first).not.toContain('12.00\u219224.00')
  expect(help).toContain('c           show the next currency of a price grid')
})

test('e opens the line of the price that moves most, and a list names fields as documents do', async () => {
  const placed = { ...forced, source: { file: 'prices.yaml', line: 4, column: 3 }, priceLines: [4, 4, 7, 8] }
  const values = change({
    address: 'product.TEE/option.size',
    action: 'update',
    resource: 'Options',
    key: { sku: 'TEE', o_group: 'size' },
    root: forced.root,
    fields: [field('o_value', 's=Small', 's=Small,l=Large')],
  })
  const { terminal, opened } = await startReviewing(80, 24, { plan: planOf([placed, values]) })

  terminal.press('\r')
  const list = await terminal.until('option size')
  terminal.press('je')
  await terminal.until('plan again')

  expect(list).toMatch(/option size +values /)
  expect(opened).toEqual(['prices.yaml:7'])
})

test('the line of a finding begins with its figure, which no width cuts', async () => {
  const { terminal } = await startReviewing(80, 24, { plan: slipped })

  terminal.press('n')

  expect((await terminal.until('1/')).split('\n').at(-1)).toMatchInlineSnapshot(
    `"1/1 ▲9,900.0 %: SKU-25: the price of group dealer from quantity 1 moves from 80…"`,
  )
})

const slipped: Plan = listedPlan({ products: 200, lists: 1, slips: [{ at: 25, factor: 100, group: 'dealer' }] })

test('the prices of an outlier of a cause are wrapped at 80 columns, not cut', async () => {
  const { terminal } = await startReviewing(80, 24, { plan: slipped })

  terminal.press('\r')
  const screen = await terminal.until('changes by cause')

  const pane = screen.split('\n').map((line) => line.split('\u2502')[3]?.trim())
  const outlier = pane.findIndex((text) => text?.startsWith('! SKU-25') === true)
  expect(pane.slice(outlier, outlier + 2)).toMatchInlineSnapshot(`
    [
      "! SKU-25 dealer 1-9: 80.00 → 8000.00",
      "(▲9,900.0 %)",
    ]
  `)
})

test('outliers that a cause does not show are said to be in the list', async () => {
  const slips = Array.from({ length: 101 }, (_, at) => ({ at, factor: 100 }))
  const { terminal } = await startReviewing(120, 24, { plan: listedPlan({ products: 400, lists: 1, slips }) })

  terminal.press('\r')

  expect(await terminal.until('more outliers')).toContain('\u2026 99 more outliers (all are in the list)')
})

test('the row of a cause has per cent and outliers at 80, 100 and 120 columns', async () => {
  const rows = await Promise.all(
    [80, 100, 120, 200].map(async (columns) => {
      const { terminal } = await startReviewing(columns, 24, { plan: slipped })
      terminal.press('\r')
      const screen = await terminal.until('changes by cause')
      return screen.split('\n')[2]?.split('\u2502')[1]
    }),
  )

  expect(rows).toMatchInlineSnapshot(`
    [
      " ▸▹ price…st-0 ⚠  ▼3.0 %, 1 outl. ",
      " ▸▹ price list list-0 ⚠  ▼3.0 %, 1 outlier ",
      " ▸▹ price list list-0 ⚠           ▼3.0 %, 1 outlier ",
      " ▸▹ price list list-0 ⚠                        200 records, ▼3.0 %, 1 outlier ",
    ]
  `)
})

test('s sorts causes too, and what is alone among them: by risk, by move, by name', async () => {
  const listed = listedPlan({ products: 60, lists: 2, slips: [{ at: 5, factor: 100 }] })
  const alone = updatedProduct('AAA', [field('price', '100', '120')])
  const { terminal } = await startReviewing(120, 12, { plan: { ...listed, changes: [...listed.changes, alone] } })

  terminal.press('\r')
  const screens = [await terminal.until('changes by cause')]
  for (const order of ['risk', 'move', 'name']) {
    terminal.press('s')
    screens.push(await terminal.until(`changes by cause, by ${order}`))
  }

  expect(screens.map((screen) => screen.match(/(?<=│ [ ▸][ ▾▹]+(?:~ )?)(?:price list list-\d|product AAA)/g))).toEqual([
    ['price list list-1', 'price list list-0', 'product AAA'],
    ['price list list-1', 'product AAA', 'price list list-0'],
    ['price list list-1', 'product AAA', 'price list list-0'],
    ['product AAA', 'price list list-0', 'price list list-1'],
  ])
})

test('a filter that finds nothing says in the list what is wrong with it', async () => {
  const { terminal } = await startReviewing(80, 14)

  terminal.press('/move>abc')

  expect(await terminal.until('is not a limit')).toMatchInlineSnapshot(`
    "production  https://shop.example  15 changes              /move>abc▏ (0 matches)
    ┌ changes by cause ────────────────┐┌──────────────────────────────────────────┐
    │ \`move>abc\` is not a limit. Write ││                                          │
    │ \`move>10%\` for prices that rise  ││                                          │
    │ by more, \`move<-10%\` for those   ││                                          │
    │ that fall by more.               ││                                          │
    │                                  ││                                          │
    │                                  ││                                          │
    │                                  ││                                          │
    │                                  ││                                          │
    │                                  ││                                          │
    │                                  ││                                          │
    └──────────────────────────── 0/0 ─┘└──────────────────────────────────────────┘
    Enter keep filter   Esc clear filter"
  `)
})

test('without the catalogue, o says that only apply knows a slug that the plan does not change', async () => {
  const { terminal, opened } = await startReviewing(120, 14, { plan: planOf([forced]), slugOf: null })

  terminal.press('\ro')

  await terminal.until('This review reads no catalogue, and the plan has no slug of product.TEE; `planogram apply` knows it.')
  expect(opened).toEqual([])
})
