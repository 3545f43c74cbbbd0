import { expect, test } from 'vitest'
import type { FileChange } from '../../src/diff/change.ts'
import { listedPlan } from '../support/listed-plan.ts'
import { planOf, sampleChanges } from '../support/sample-plan.ts'
import { startReviewing } from '../support/start-review.ts'

test('the first screen is the summary of the plan', async () => {
  const { terminal } = await startReviewing(80, 24)

  const screen = terminal.screen()

  expect(screen).toMatchInlineSnapshot(`
    "production  https://shop.example  15 changes                       plan 7f3c91aa
    ┌ summary ─────────────────────────────────────────────────────────────────────┐
    │ Look at first (1); n goes to each:                                           │
    │ ⚠ OAK-TABLE: for about 4 seconds all customers pay 499.00 instead of the     │
    │   price of their group and quantity.                                         │
    │                                                                              │
    │                    create   update   remove   cannot                         │
    │ categories              ·        1        ·        ·                         │
    │ products                1        1        ·        ·                         │
    │ variants                ·        1        ·        ·                         │
    │ price grids             1        1        ·        ·                         │
    │   price cells           4        4        ·        ·                         │
    │ attributes              ·        ·        ·        1                         │
    │ product places          1        ·        1        ·                         │
    │ files                   6        1        ·        ·                         │
    │                                                                              │
    │ ! 1 change cannot be applied to this store (filter: op:cannot)               │
    │                                                                              │
    │ note: prune is not enforced yet                                              │
    │                                                                              │
    │ 9 to create, 5 to update, 1 to remove, 1 cannot be applied. 5 requests, 7    │
    │ uploads (1.2 MB).                                                            │
    └──────────────────────────────────────────────────────────────────────────────┘
    Enter browse   n next risk   Esc back   / filter   a apply   ? help   q quit"
  `)
  expect([terminal.isAlternate(), terminal.isRaw(), terminal.isCursorHidden()]).toEqual([true, true, true])
})

test('the list at 80 columns, with the grid of the current row beside it', async () => {
  const { terminal } = await startReviewing(80, 24)

  terminal.press('\rtjj')

  expect(await terminal.until('prices of OAK-TABLE')).toMatchInlineSnapshot(`
    "production  https://shop.example  15 changes                       plan 7f3c91aa
    ┌ changes ─────────────────────────┐┌ ~ prices of OAK-TABLE ───────────────────┐
    │    ~ category tables "Tables"    ││ ⚠ OAK-TABLE: for about 4 seconds all     │
    │  ▾ ~ product OAK-TABLE "Oak …" ⚠ ││   customers pay 499.00 instead of the    │
    │ ▸   ~ prices ⚠              6/10 ││   price of their group and quantity.     │
    │     ~ variant OAK-120    ▼10.5 % ││ prices.yaml:88                           │
    │     - place sale                 ││ [all currencies 5 cells]  EUR (forced) 1 │
    │     ! attribute Fit              ││   cell                                   │
    │  ▾ + product ELM-TABLE "Elm ta…" ││ quantity             1-9           10-49 │
    │     + prices                 2/2 ││ ─────────┬───────────────┬────────────── │
    │     + place tables               ││ default  │        499.00 │        479.00 │
    │    + file images/items/elm-1.jpg ││ dealer   │ 399.00→349.00 │ 379.00→339.00 │
    │    + file images/items/elm-2.jpg ││          │       ▼12.5 % │       ▼10.6 % │
    │    + file images/items/elm-3.jpg ││ vip      │ 449.00→149.00 │        429.00 │
    │    + file images/items/elm-4.jpg ││          │       ▼66.8 % │               │
    │    + file images/items/elm-5.jpg ││                                          │
    │    + file images/items/elm-6.jpg ││ quantity             50+                 │
    │    ~ file images/items/oak-4.jpg ││ ─────────┬──────────────                 │
    │                                  ││ default  │ 459.00→469.00                 │
    │                                  ││          │        ▲2.2 %                 │
    │                                  ││ dealer   │        359.00                 │
    │                                  ││ vip      │        399.00                 │
    └─────────────────────────── 3/16 ─┘└────────────── 1-20/26 · Enter: show all ─┘
    Space skip   n next risk   Esc back   / filter   a apply   ? help   q quit"
  `)
})

test('the list at 160 columns, with the fields of the current row beside it', async () => {
  const { terminal } = await startReviewing(160, 26)

  terminal.press('\rt\u001B[B')

  expect(await terminal.until('{+eight+}')).toMatchInlineSnapshot(`
    "production  https://shop.example  15 changes                                                                                                       plan 7f3c91aa
    ┌ changes ─────────────────────────────────────────────────────────────┐┌ ~ product OAK-TABLE "Oak table" ─────────────────────────────────────────────────────┐
    │    ~ category tables "Tables"                                        ││ products/tables.yaml:14                                                              │
    │ ▸▾ ~ product OAK-TABLE "Oak table" ⚠                              +4 ││ title    Oak table → Oak table, extendable                                           │
    │     ~ prices ⚠                                                  6/10 ││ weight   38 → 41.5                                                                   │
    │     ~ variant OAK-120                                        ▼10.5 % ││ comment                                                                              │
    │     - place sale                                                     ││   171 characters, 95 % kept                                                          │
    │     ! attribute Fit                                                  ││   <p>Solid [-oak-]{+ash+} table with a removable leaf. It is made … delivered ready  │
    │  ▾ + product ELM-TABLE "Elm table"                                +2 ││   to use.</p>                                                                        │
    │     + prices                                                     2/2 ││   <p>Seats [-six-]{+eight+} adults.</p>                                              │
    │     + place tables                                                   ││                                                                                      │
    │    + file images/items/elm-1.jpg                                     ││ total: title, weight, comment, variants (~1), prices (6 of 10 cells), places (-1), 1 │
    │    + file images/items/elm-2.jpg                                     ││   cannot be applied                                                                  │
    │    + file images/items/elm-3.jpg                                     ││                                                                                      │
    │    + file images/items/elm-4.jpg                                     ││                                                                                      │
    │    + file images/items/elm-5.jpg                                     ││                                                                                      │
    │    + file images/items/elm-6.jpg                                     ││                                                                                      │
    │    ~ file images/items/oak-4.jpg                                     ││                                                                                      │
    │                                                                      ││                                                                                      │
    │                                                                      ││                                                                                      │
    │                                                                      ││                                                                                      │
    │                                                                      ││                                                                                      │
    │                                                                      ││                                                                                      │
    │                                                                      ││                                                                                      │
    └─────────────────────────────────────────────────────────────── 2/16 ─┘└──────────────────────────────────────────────────────────────────────────────────────┘
    ↓ j move   Enter Tab detail   ← h fold   Space skip   n next risk   Esc back   / filter   a apply   ? help   q quit"
  `)
})

test('the detail of a grid on the whole screen, scrolled to its end', async () => {
  const { terminal } = await startReviewing(80, 20)

  terminal.press('\rtjj\rG')

  expect(await terminal.until('meanwhile customers')).toMatchInlineSnapshot(`
    "production  https://shop.example  15 changes                       plan 7f3c91aa
    ┌ ~ prices of OAK-TABLE ───────────────────────────────────────────────────────┐
    │ ⚠ OAK-TABLE: for about 4 seconds all customers pay 499.00 instead of the     │
    │   price of their group and quantity.                                         │
    │ prices.yaml:88                                                               │
    │ [all currencies 5 cells]  EUR (forced) 1 cell                        c: next │
    │ quantity             1-9           10-49             50+                     │
    │ ─────────┬───────────────┬───────────────┬──────────────                     │
    │ default  │        499.00 │        479.00 │ 459.00→469.00                     │
    │          │               │               │        ▲2.2 %                     │
    │ dealer   │ 399.00→349.00 │ 379.00→339.00 │        359.00                     │
    │          │       ▼12.5 % │       ▼10.6 % │                                   │
    │ vip      │ 449.00→149.00 │        429.00 │        399.00                     │
    │          │       ▼66.8 % │               │           new                     │
    │                                                                              │
    │ 8 entries in the store, 10 after. All entries are deleted and inserted       │
    │ again; meanwhile customers pay the simple price 499.00.                      │
    │                                                                              │
    └──────────────────────────────────────────────────────────────────────────────┘
    Space skip   n next risk   Esc back   / filter   a apply   ? help   q quit"
  `)
})

test('a filter that is being typed', async () => {
  const { terminal } = await startReviewing(80, 14)

  terminal.press('/op:create kind:places')

  expect(await terminal.until('1 match')).toMatchInlineSnapshot(`
    "production  https://shop.example  15 changes   /op:create kind:places▏ (1 match)
    ┌ changes by cause ────────────────┐┌ + product ELM-TABLE "Elm table" ─────────┐
    │ ▸▾ + product ELM-TABLE "Elm ta…" ││ products/tables.yaml:61                  │
    │     + place tables               ││ title  Elm table                         │
    │                                  ││ price  299.00                            │
    │                                  ││                                          │
    │                                  ││ in Dining tables                         │
    │                                  ││                                          │
    │                                  ││ total: 2 price cells, 1 place            │
    │                                  ││                                          │
    │                                  ││                                          │
    │                                  ││                                          │
    └──────────────────────────── 1/2 ─┘└──────────────────────────────────────────┘
    Enter keep filter   Esc clear filter"
  `)
})

test('the question counts records and files that are removed', async () => {
  const removed = ['old.jpg', 'older.jpg'].map((name): FileChange => ({
    kind: 'file',
    address: `file.images/items/${name}`,
    action: 'remove',
    file: { path: `images/items/${name}`, from: '', before: { size: 173_000, sha256: null }, after: null },
    origin: 'git',
    source: null,
  }))
  const { terminal } = await startReviewing(80, 24, { plan: planOf([...sampleChanges, ...removed]) })

  terminal.press('a')

  expect(await terminal.until('Type "yes"')).toContain('\u2502 1 record and 2 files are removed from the store.')
})

test('large numbers of a cause have separators, and its row keeps its figure', async () => {
  const { terminal } = await startReviewing(80, 24, { plan: listedPlan({ products: 5000, lists: 1 }) })

  terminal.press('\r')

  const screen = await terminal.until('changes by cause')
  expect(screen).toContain('5,000 to update')
  expect(screen).toContain('5,000 products, 5 cells each')
  expect(screen).toContain('price list list-0      \u25BC3.0 % \u2502')
})

test('at 40 columns the questions and the help are wrapped, and the foot has the last keys', async () => {
  const { terminal } = await startReviewing(40, 16, { confirm: { type: 'production' } })

  const summary = terminal.screen()
  terminal.press('a')
  const question = await terminal.until('Type the name')
  terminal.press('\u001B')
  await terminal.until('summary')
  terminal.press('?')
  const help = await terminal.until('up one row')

  expect([summary, question, help].join('\n')).toMatchInlineSnapshot(`
    "production  15 changes     plan 7f3c91aa
    ┌ summary ─────────────────────────────┐
    │ Look at first (1); n goes to each:   │
    │ ⚠ OAK-TABLE: for about 4 seconds all │
    │   customers pay 499.00 instead of    │
    │   the price of their group and       │
    │   quantity.                          │
    │                                      │
    │                   +  ~  -  !         │
    │ categories        ·  1  ·  ·         │
    │ products          1  1  ·  ·         │
    │ variants          ·  1  ·  ·         │
    │ price grids       1  1  ·  ·         │
    │   price cells     4  4  ·  ·         │
    └──────────────────────────── 1-12/24 ─┘
    / filter   a apply   ? help   q quit
    production  15 changes     plan 7f3c91aa
    ┌ apply ───────────────────────────────┐
    │ Apply 15 changes to production       │
    │   (https://shop.example)             │
    │                                      │
    │ 9 to create, 5 to update, 1 to       │
    │   remove, 1 cannot be applied.       │
    │ 1 record is removed from the store.  │
    │ 5 requests, 7 uploads (1.2 MB).      │
    │                                      │
    │ Type the name of the store to apply: │
    │   ▏                                  │
    │                                      │
    │                                      │
    └──────────────────────────────────────┘
    Enter apply   Esc back
    production  15 changes     plan 7f3c91aa
    ┌ keys ────────────────────────────────┐
    │ ↑ k         up one row or line       │
    │ ↓ j         down one row or line     │
    │ PgUp        up one screen            │
    │ PgDn        down one screen          │
    │ Home g      first row or line        │
    │ End G       last row or line         │
    │ Enter       on the summary: list the │
    │             changes                  │
    │ Enter Tab   in the list: show the    │
    │             change in full           │
    │ Tab         in a change: return to   │
    │             the list                 │
    └──────────────────────────── 1-12/62 ─┘
    ↓ j move   Esc back   ? help   q quit"
  `)
})

test('the help lists the keys', async () => {
  const { terminal } = await startReviewing(80, 33)

  terminal.press('?')

  expect(await terminal.until('-           remove')).toMatchInlineSnapshot(`
    "production  https://shop.example  15 changes                       plan 7f3c91aa
    ┌ keys ────────────────────────────────────────────────────────────────────────┐
    │ ↑ k         up one row or line                                               │
    │ ↓ j         down one row or line                                             │
    │ PgUp        up one screen                                                    │
    │ PgDn        down one screen                                                  │
    │ Home g      first row or line                                                │
    │ End G       last row or line                                                 │
    │ Enter       on the summary: list the changes                                 │
    │ Enter Tab   in the list: show the change in full                             │
    │ Tab         in a change: return to the list                                  │
    │ → l         unfold a group or a record                                       │
    │ ← h         fold it, or go to the row above it                               │
    │ Space       skip or approve the record, or all records of the group          │
    │ A           approve everything that was skipped                              │
    │ n           go to the next thing to look at                                  │
    │ N           go to the one before                                             │
    │ t           group by cause, record, category, file or kind                   │
    │ s           sort as planned, by risk, by price move or by name               │
    │ c           show the next currency of a price grid                           │
    │ e           open the document at its line in the editor                      │
    │ o           open the page of the shop in the browser                         │
    │ Esc         clear the filter, or go back                                     │
    │ /           filter the list: every word must match                           │
    │ a           apply what is approved (asks for confirmation)                   │
    │ ?           show this help, or close it                                      │
    │ q           quit without applying                                            │
    │                                                                              │
    │ +           create                                                           │
    │ ~           update                                                           │
    │ -           remove                                                           │
    └──────────────────────────────────────────────────────────────────── 1-29/35 ─┘
    ↓ j move   Esc back   ? help   q quit"
  `)
})
