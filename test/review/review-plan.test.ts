import { expect, test } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { colourTheme } from '../../src/report/theme.ts'
import { change, field, planOf, rootRecord, sampleChanges, samplePlan, updatedProduct } from '../support/sample-plan.ts'
import { startReviewing } from '../support/start-review.ts'

test('the summary has what somebody changed in the store and the plan keeps', async () => {
  const priced = updatedProduct('TEE', [{ field: 'price', before: '12', after: '10', base: '10' }], 'Tee')
  const kept = planOf(sampleChanges.slice(0, 2), {
    untouched: { ...samplePlan.untouched, drift: [{ ...priced, origin: 'store' }] },
  })

  const { terminal } = await startReviewing(80, 20, { plan: kept })

  expect(terminal.screen()).toMatchInlineSnapshot(`
    "production  https://shop.example  2 changes                        plan 7f3c91aa
    ┌ summary ─────────────────────────────────────────────────────────────────────┐
    │                create   update   remove                                      │
    │ categories          ·        1        ·                                      │
    │ products            ·        1        ·                                      │
    │                                                                              │
    │ 2 to update. 5 requests.                                                     │
    │                                                                              │
    │ Changed in the store, and kept (1):                                          │
    │   product.TEE                                                                │
    │       price  12.00 → 10.00  ▼16.7 %  changed in the store                    │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    └──────────────────────────────────────────────────────────────────────────────┘
    Enter browse   n next risk   Esc back   / filter   a apply   ? help   q quit"
  `)
})

test('a protected store requires its name, and no other word applies the plan', async () => {
  const { terminal, ending } = await startReviewing(80, 14, { confirm: { type: 'production' } })

  terminal.press('a')
  terminal.press('yes\r')
  const refused = await terminal.until('The answer is not')
  terminal.press('production\r')

  expect(refused).toMatchInlineSnapshot(`
    "production  https://shop.example  15 changes                       plan 7f3c91aa
    ┌ apply ───────────────────────────────────────────────────────────────────────┐
    │ Apply 15 changes to production (https://shop.example)                        │
    │                                                                              │
    │ 9 to create, 5 to update, 1 to remove, 1 cannot be applied.                  │
    │ 1 record is removed from the store.                                          │
    │ 5 requests, 7 uploads (1.2 MB).                                              │
    │                                                                              │
    │ Type the name of the store to apply: ▏                                       │
    │ The answer is not "production". Nothing was applied.                         │
    │                                                                              │
    │                                                                              │
    └──────────────────────────────────────────────────────────────────────────────┘
    Enter apply   Esc back"
  `)
  expect(await ending).toBe('apply')
})

test('a plan that guards stop can be read, and no word applies it', async () => {
  const guards: Plan['guards'] = [
    { guard: 'hide', limit: '10', found: 12, cases: [{ address: 'product.A', source: { file: 'a.yaml', line: 3, column: 1 } }] },
    { guard: 'open_access', limit: 'on', found: 1, cases: [{ address: 'product.B', source: null }] },
  ]
  const { terminal, ending } = await startReviewing(80, 14, { plan: { ...samplePlan, guards }, stops: guards.slice(0, 1) })

  terminal.press('a')
  const refused = await terminal.until('Nothing can be applied')
  terminal.press('yes\r')
  await terminal.until('summary')
  terminal.press('q')

  expect(refused).toMatchInlineSnapshot(`
    "production  https://shop.example  15 changes                       plan 7f3c91aa
    ┌ apply ───────────────────────────────────────────────────────────────────────┐
    │ Guards stop this plan: hide.                                                 │
    │ Nothing can be applied.                                                      │
    │                                                                              │
    │ Change the catalogue or the limits, or allow exactly this plan:              │
    │ planogram apply --override hide=7f3c91aa                                     │
    │                                                                              │
    │ Guards that stop apply (1):                                                  │
    │ x hide: 12 records are hidden (limit 10)                                     │
    │     product.A at a.yaml:3                                                    │
    │                                                                              │
    └──────────────────────────────────────────────────────────────────────────────┘
    Esc back"
  `)
  expect(await ending).toBe('quit')
})

test('a guard that still stops what is approved is shown instead of the question, with the command that allows it', async () => {
  const opened = ['A', 'B'].map((sku) => {
    const root = rootRecord('Product', sku)
    return change({
      address: root.address,
      root,
      resource: 'Product',
      action: 'update',
      key: { sku },
      ...(sku === 'B' && { opensAccess: true }),
    })
  })
  const guards: Plan['guards'] = [
    { guard: 'open_access', limit: 'on', found: 1, cases: [{ address: 'product.B', source: null }] },
    { guard: 'empty_category', limit: 'on', found: 1, cases: [{ address: 'category.c', source: null }] },
  ]
  const command = 'planogram apply plan.json -s prod'
  const { terminal } = await startReviewing(80, 16, { plan: planOf(opened, { guards }), command })

  terminal.press('\rj a')
  const refused = await terminal.until('Nothing can be applied')
  terminal.press('\u001B')
  await terminal.until('changes by cause')
  terminal.press(' k a')
  const asked = await terminal.until('Type "yes"')

  expect(refused).toMatchInlineSnapshot(`
    "production  https://shop.example  2 changes  1 record skipped      plan 7f3c91aa
    ┌ apply ───────────────────────────────────────────────────────────────────────┐
    │ Guards stop what is approved: open_access.                                   │
    │ Nothing can be applied.                                                      │
    │                                                                              │
    │ Skip that too, change the catalogue or the limits, or allow exactly this     │
    │   plan:                                                                      │
    │ planogram apply plan.json -s prod --override open_access=7f3c91aa            │
    │                                                                              │
    │ Guards that stop apply (1):                                                  │
    │ x open_access: 1 product loses its last access group, so that everybody can  │
    │   buy                                                                        │
    │     product.B                                                                │
    │                                                                              │
    └──────────────────────────────────────────────────────────────────────────────┘
    Esc back"
  `)
  expect(asked).toMatchInlineSnapshot(`
    "production  https://shop.example  2 changes  1 record skipped      plan 7f3c91aa
    ┌ apply ───────────────────────────────────────────────────────────────────────┐
    │ Apply 1 change to production (https://shop.example)                          │
    │                                                                              │
    │ 1 to update.                                                                 │
    │ 1 record skipped: the plan is made again without it.                         │
    │ empty_category can still stop it: that is evaluated with the new plan.       │
    │                                                                              │
    │ Type "yes" to apply: ▏                                                       │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    └──────────────────────────────────────────────────────────────────────────────┘
    Enter apply   Esc back"
  `)
})

test.each([
  ['apply', 'ayes\r'],
  ['quit', 'q'],
  ['quit', '\u001B'],
  ['interrupted', '\u0003'],
  ['interrupted', 'a\u0003'],
] as const)('the review ends with %s, and the terminal is restored', async (expected, keys) => {
  const { terminal, ending } = await startReviewing(80, 24)

  terminal.press(keys)
  const ended = await ending
  await terminal.until('$ planogram apply')

  expect(ended).toBe(expected)
  expect([terminal.isAlternate(), terminal.isRaw(), terminal.isCursorHidden()]).toEqual([false, false, false])
  expect(terminal.screen().trimEnd()).toBe('$ planogram apply')
})

test('the terminal echoes no key over the first frame', async () => {
  const { terminal } = await startReviewing(80, 14)

  expect(terminal.wasRawBeforeFirstFrame()).toBe(true)
})

test('pasted text is not interpreted as keys', async () => {
  const { terminal } = await startReviewing(80, 14)

  terminal.press('\u001B[200~ayes\r\u001B[201~')
  terminal.press('a')
  terminal.press('\u001B[200~yes\r\u001B[201~')

  expect(await terminal.until('Type "yes" to apply: yes\u258F')).toContain('Enter apply')
})

test('after resizing nothing of the old size remains; under 60 columns there is no pane', async () => {
  const { terminal } = await startReviewing(100, 20)
  terminal.press('\rtg')
  await terminal.until('j move')

  terminal.resize(140, 30)
  await terminal.until((screen) => screen.split('\n')[29]?.startsWith('\u2193 j move') === true)
  terminal.resize(50, 12)

  expect(await terminal.until((screen) => screen.startsWith('production') && !screen.includes('\u2502\u2502'))).toMatchInlineSnapshot(`
    "production  15 changes               plan 7f3c91aa
    ┌ changes ───────────────────────────────────────┐
    │ ▸  ~ category tables "Tables"                  │
    │  ▾ ~ product OAK-TABLE "Oak table" ⚠        +4 │
    │     ~ prices ⚠                            6/10 │
    │     ~ variant OAK-120                  ▼10.5 % │
    │     - place sale                               │
    │     ! attribute Fit                            │
    │  ▾ + product ELM-TABLE "Elm table"          +2 │
    │     + prices                               2/2 │
    └───────────────────────────────────────── 1/16 ─┘
    Esc back   / filter   a apply   ? help   q quit"
  `)
})

test('the sign of an action has its colour', async () => {
  const { terminal } = await startReviewing(80, 24, { theme: colourTheme })
  terminal.press('\rt')
  await terminal.until('product ELM-TABLE')

  const colours = ['+ product ELM', '~ product OAK', '- place'].map((text) => terminal.colourAt(text))

  expect(colours).toEqual([2, 3, 1])
})

test('20,000 changes scroll: a key draws the visible rows, not the list', async () => {
  const changes = Array.from({ length: 20_000 }, (_, index) => {
    const sku = `SKU-${String(index).padStart(5, '0')}`
    return updatedProduct(sku, [field('weight', '1', '2')], `Product ${index}`)
  })
  const { terminal } = await startReviewing(160, 45, { plan: planOf(changes) })
  terminal.press('\rt')
  await terminal.until('1/20,000')
  const before = { bytes: terminal.written(), frames: terminal.frames() }

  terminal.press('j'.repeat(300))
  await terminal.until('301/20,000')
  const after = { bytes: terminal.written(), frames: terminal.frames() }
  terminal.press('G')
  const last = await terminal.until('20,000/20,000')

  expect(last).toContain('\u25B8  ~ product SKU-19999')
  expect(after.frames - before.frames).toBeLessThan(20)
  expect(after.bytes - before.bytes).toBeLessThan(200_000)
})

test('an editor is opened once, also when the terminal is resized while it is open', async () => {
  const editor = Promise.withResolvers<null>()
  const { terminal, opened } = await startReviewing(100, 20, { edited: editor.promise })
  terminal.press('\rtj')
  await terminal.until('products/tables.yaml:14')

  terminal.press('e')
  await terminal.until(() => opened.length > 0)
  terminal.resize(140, 30)
  editor.resolve(null)
  await terminal.until('plan again to see an edit')
  terminal.press('o')
  await terminal.until('Opened https://shop.example/oak-table')

  expect(opened).toEqual(['products/tables.yaml:14', 'https://shop.example/oak-table'])
})
