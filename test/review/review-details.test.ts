import { expect, test } from 'vitest'
import type { PictureSample } from '../../src/records/picture-sample.ts'
import type { DeclaredCategories } from '../../src/review/category-paths.ts'
import { pageChanges } from '../support/report-page.ts'
import { change, field, planOf, rootRecord, updatedProduct } from '../support/sample-plan.ts'
import { startReviewing } from '../support/start-review.ts'

const plan = planOf(pageChanges)

/** What a catalogue could declare around the plan. */
const categories: DeclaredCategories = {
  find: (code) =>
    ({
      tables: { name: 'Dining tables', parents: ['furniture'] },
      furniture: { name: 'Furniture', parents: ['0'] },
      tees: { name: 'T-shirts', parents: ['apparel', 'sale'] },
      apparel: { name: 'Apparel', parents: [] },
      sale: { name: 'Sale', parents: ['0'] },
    })[code],
  of: (sku) => (sku === 'TEE' ? ['tees'] : undefined),
}

test('the detail of a product has its categories and its variants by their options', async () => {
  const { terminal } = await startReviewing(120, 24, { plan, categories })

  terminal.press('\rt/TEE\r\r')

  expect(await terminal.until('variants by')).toMatchInlineSnapshot(`
    "production  https://shop.example  38 changes                                                           /TEE (18 matches)
    ┌ ~ product TEE "Classic tee" ─────────────────────────────────────────────────────────────────────────────────────────┐
    │ in Apparel › T-shirts                                                                                                │
    │    Sale › T-shirts                                                                                                   │
    │                                                                                                                      │
    │ total: variants (+2 ~4), variant options (+12)                                                                       │
    │                                                                                                                      │
    │ variants by colour and size:                                                                                         │
    │ colour  s             m             l                                                                                │
    │ red     ~ TEE-s-red   ~ TEE-m-red   + TEE-l-red                                                                      │
    │ blue    ~ TEE-s-blue  ~ TEE-m-blue  + TEE-l-blue                                                                     │
    │                                                                                                                      │
    │                                                                                                                      │
    │                                                                                                                      │
    │                                                                                                                      │
    │                                                                                                                      │
    │                                                                                                                      │
    │                                                                                                                      │
    │                                                                                                                      │
    │                                                                                                                      │
    │                                                                                                                      │
    │                                                                                                                      │
    └──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────┘
    ↓ j move   Space skip   n next risk   Esc back   / filter   a apply   ? help   q quit"
  `)
})

test('a matrix that is too wide has signs without codes; then its last columns are counted', async () => {
  const { terminal } = await startReviewing(60, 20, { plan, categories })

  terminal.press('\rt/TEE\r')

  expect(await terminal.until('variants by')).toMatchInlineSnapshot(`
    "production  38 changes                     /TEE (18 matches)
    ┌ changes ────────────────┐┌ ~ product TEE "Classic tee" ──┐
    │ ▸▾ ~ product TEE "Cla…" ││ in Apparel › T-shirts         │
    │     ~ variant TEE-s-red ││    Sale › T-shirts            │
    │     + variant …red size ││                               │
    │     + variant …d colour ││ total: variants (+2 ~4),      │
    │     ~ variant …E-s-blue ││   variant options (+12)       │
    │     + variant …lue size ││                               │
    │     + variant …e colour ││ variants by colour and size:  │
    │     ~ variant TEE-m-red ││ colour  s  m  l               │
    │     + variant …red size ││ red     ~  ~  +               │
    │     + variant …d colour ││ blue    ~  ~  +               │
    │     ~ variant …E-m-blue ││                               │
    │     + variant …lue size ││                               │
    │     + variant …e colour ││                               │
    │     + variant TEE-l-red ││                               │
    │     + variant …red size ││                               │
    │     + variant …d colour ││                               │
    └────────────────── 1/19 ─┘└───────────────────────────────┘
    Esc back   / filter   a apply   ? help   q quit"
  `)
})

test('the list by category has the products below their paths, as the plan and the catalogue know them', async () => {
  const { terminal } = await startReviewing(100, 30, { plan, categories })

  terminal.press('\rtt')

  expect(await terminal.until('by category')).toMatchInlineSnapshot(`
    "production  https://shop.example  38 changes                                           plan 7f3c91aa
    ┌ changes by category ──────────────────────┐┌ ~ category tables "Tables" ─────────────────────────┐
    │  ▾ Apparel › T-shirts (+1)       1 record ││ categories.yaml:12 · already in store               │
    │    ▾ ~ product TEE "Classic tee"      +18 ││ name  Tables → Dining tables                        │
    │       ~ variant TEE-s-red          ▲5.0 % ││                                                     │
    │       + variant option TEE-s-red size     ││ in Furniture › Dining tables                        │
    │       + variant option TEE-s-red colour   ││                                                     │
    │       ~ variant TEE-s-blue         ▲5.0 % ││ total: name, category place top → furniture         │
    │       + variant option TEE-s-blue size    ││                                                     │
    │       + variant option TEE-s-blue colour  ││                                                     │
    │       ~ variant TEE-m-red          ▲5.0 % ││                                                     │
    │       + variant option TEE-m-red size     ││                                                     │
    │       + variant option TEE-m-red colour   ││                                                     │
    │       ~ variant TEE-m-blue         ▲5.0 % ││                                                     │
    │       + variant option TEE-m-blue size    ││                                                     │
    │       + variant option TEE-m-blue colour  ││                                                     │
    │       + variant TEE-l-red                 ││                                                     │
    │       + variant option TEE-l-red size     ││                                                     │
    │       + variant option TEE-l-red colour   ││                                                     │
    │       + variant TEE-l-blue                ││                                                     │
    │       + variant option TEE-l-blue size    ││                                                     │
    │       + variant option TEE-l-blue colour  ││                                                     │
    │  ▾ Furniture                     1 record ││                                                     │
    │    ▾ + category furniture "Furniture"     ││                                                     │
    │       + category place 0                  ││                                                     │
    │  ▾ Furniture › Dining tables    2 records ││                                                     │
    │ ▸  ▾ ~ category tables "Tables"        +2 ││                                                     │
    │       - category place 0                  ││                                                     │
    └─────────────────────────────────── 25/46 ─┘└─────────────────────────────────────────────────────┘
    grouped by category"
  `)
})

test('without a catalogue the categories are those of the plan', async () => {
  const { terminal } = await startReviewing(100, 24, { plan })

  terminal.press('\rtt/elm-table\r')

  expect(await terminal.until((screen) => screen.includes('by category') && screen.includes('Esc back'))).toMatchInlineSnapshot(`
    "production  https://shop.example  38 changes                                  /elm-table (3 matches)
    ┌ changes by category ──────────────────────┐┌ + place tables · ELM-TABLE ─────────────────────────┐
    │  ▾ Furniture › Dining tables    2 records ││ A new record without fields, except its key.        │
    │    ▾ + product ELM-TABLE "Elm table"      ││                                                     │
    │       + prices                        2/2 ││ in Furniture › Dining tables                        │
    │ ▸     + place tables                      ││                                                     │
    │                                           ││                                                     │
    │                                           ││                                                     │
    │                                           ││                                                     │
    │                                           ││                                                     │
    │                                           ││                                                     │
    │                                           ││                                                     │
    │                                           ││                                                     │
    │                                           ││                                                     │
    │                                           ││                                                     │
    │                                           ││                                                     │
    │                                           ││                                                     │
    │                                           ││                                                     │
    │                                           ││                                                     │
    │                                           ││                                                     │
    │                                           ││                                                     │
    │                                           ││                                                     │
    └───────────────────────────────────── 4/4 ─┘└─────────────────────────────────────────────────────┘
    ← h fold   Space skip   n next risk   Esc back   / filter   a apply   ? help   q quit"
  `)
})

test('a product whose places the plan does not change has its category from the catalogue, or is listed as one whose category is not in the plan', async () => {
  const priced = updatedProduct('TEE', [field('price', '10', '12')], 'Classic tee')
  const group = change({
    address: 'group.vip',
    action: 'create',
    resource: 'UserGroups',
    key: { code: 'vip' },
    root: rootRecord('UserGroups', 'vip'),
    fields: [field('name', null, 'VIP')],
  })
  const small = planOf([priced, group])
  const [alone, declared] = [await startReviewing(80, 8, { plan: small }), await startReviewing(80, 8, { plan: small, categories })]

  alone.terminal.press('\rtt')
  declared.terminal.press('\rtt')
  const screens = [await alone.terminal.until('by category'), await declared.terminal.until('by category')]

  expect(screens).toMatchInlineSnapshot(`
    [
      "production  https://shop.example  2 changes                        plan 7f3c91aa
    ┌ changes by category ─────────────┐┌ + group vip ─────────────────────────────┐
    │  ▾ category not in the plan      ││ name  VIP                                │
    │      ~ product TEE "Classic tee" ││                                          │
    │  ▾ in no category       1 record ││                                          │
    │ ▸    + group vip                 ││                                          │
    └──────────────────────────── 4/4 ─┘└──────────────────────────────────────────┘
    grouped by category",
      "production  https://shop.example  2 changes                        plan 7f3c91aa
    ┌ changes by category ─────────────┐┌ + group vip ─────────────────────────────┐
    │  ▾ Apparel › T-shirts (+1)  1 r… ││ name  VIP                                │
    │      ~ product TEE "Classic tee" ││                                          │
    │  ▾ in no category       1 record ││                                          │
    │ ▸    + group vip                 ││                                          │
    └──────────────────────────── 4/4 ─┘└──────────────────────────────────────────┘
    grouped by category",
    ]
  `)
})

/** A picture of one colour, twice as wide as it is high. */
function plane(colour: readonly [number, number, number], columns: number): PictureSample {
  const points = Uint8Array.from({ length: columns * (columns / 2) * 3 }, (_, at) => colour[at % 3] ?? 0)
  return { width: 400, height: 200, columns, rows: columns / 2, rgb: points, likeness: points }
}

test('the pictures of a file are read when its detail is opened, and are shown side by side', async () => {
  const asked: string[] = []
  const { terminal } = await startReviewing(80, 20, {
    plan,
    picturesOf: ({ path }) => {
      asked.push(path)
      return Promise.resolve({ before: plane([200, 0, 0], 16), after: plane([0, 0, 200], 16) })
    },
  })

  terminal.press('\rt/oak-4\r')
  const inList = await terminal.until('Enter shows the picture')
  terminal.press('\r')
  const shown = await terminal.until('They differ')
  terminal.press('\u001B')
  const again = await terminal.until((screen) => screen.includes('changes') && screen.includes('They differ'))

  expect(inList).not.toContain('\u2580')
  expect(shown).toMatchInlineSnapshot(`
    "production  https://shop.example  38 changes                    /oak-4 (1 match)
    ┌ ~ file images/items/oak-4.jpg ───────────────────────────────────────────────┐
    │ products/tables.yaml:61 · already in store                                   │
    │ path    images/items/oak-4.jpg                                               │
    │ source  images/oak-4.jpg                                                     │
    │ size    214.0 KB → 173.0 KB                                                  │
    │                                                                              │
    │ They differ by 52.3 %.                                                       │
    │ before: 400 × 200                      after: 400 × 200                      │
    │ ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀                       ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀                      │
    │ ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀                       ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀                      │
    │ ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀                       ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀                      │
    │ ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀                       ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀                      │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    └──────────────────────────────────────────────────────────────────────────────┘
    Space skip   n next risk   Esc back   / filter   a apply   ? help   q quit"
  `)
  expect(terminal.colourAt('\u2580')).toBe(0xc80000)
  expect(again).toContain('\u2580')
  expect(asked).toEqual(['images/items/oak-4.jpg'])
})

test('a picture that cannot be shown says why, and a new one is alone', async () => {
  const { terminal } = await startReviewing(100, 14, {
    plan,
    picturesOf: ({ before }) =>
      Promise.resolve({ before: before && { missing: 'shown by `planogram apply` only' }, after: plane([9, 9, 9], 8) }),
  })

  terminal.press('\rt/oak-4\r\r')
  const replaced = await terminal.until('before:')
  terminal.press('\u001B')
  await terminal.until('changes \u2500')
  terminal.press('\u001B')
  await terminal.until('plan 7f3c91aa')
  terminal.press('/elm-1.jpg\r\r')
  const created = await terminal.until('new:')

  expect(replaced).toContain('before: shown by `planogram apply` only')
  expect(replaced).toContain('after: 400 \u00D7 200')
  expect(created).toContain('new: 400 \u00D7 200')
})
