import { expect, test } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { colourTheme } from '../../src/report/theme.ts'
import { field, planOf, samplePlan, updatedProduct } from '../support/sample-plan.ts'
import { startReviewing } from '../support/start-review.ts'

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
  const { terminal, ending } = await startReviewing(80, 14, { plan: { ...samplePlan, guards }, stoppedBy: ['hide'] })

  terminal.press('a')
  const refused = await terminal.until('Nothing can be applied')
  terminal.press('yes\r')
  await terminal.until('summary')
  terminal.press('q')

  expect(refused).toMatchInlineSnapshot(`
    "production  https://shop.example  15 changes                       plan 7f3c91aa
    ┌ apply ───────────────────────────────────────────────────────────────────────┐
    │ Guards of planogram.yaml stop this plan: hide.                               │
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
