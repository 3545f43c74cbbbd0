import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planogram, projectRoot } from '../support/command-line.ts'
import { type ShopFolder, shopFolder } from '../support/shop-folder.ts'
import { scriptProgram, startShell } from '../support/typed-shell.ts'

const mug = 'products:\n  MUG: { title: Mug, price: 8.50 }\n  CUP: { title: Cup, price: 5 }\n'
const review = `${process.execPath} ${join(projectRoot, 'dist/cli/main.js')} review plan.json`

/** A shop with a saved plan. */
async function plannedShop(): Promise<ShopFolder> {
  const shop = shopFolder({ 'shop.yaml': mug })
  await planogram(shop.root, ['plan', '--out', 'plan.json'])
  return shop
}

function shellIn(folder: string): ReturnType<typeof startShell> {
  return startShell(folder, { HOME: folder, PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color' })
}

test.skipIf(scriptProgram === null)(
  'a review is stopped with Ctrl-Z and goes on where it was, in the size that the window has then; the terminal is whole both times',
  async () => {
    using shop = await plannedShop()
    await using shell = await shellIn(shop.root)

    const stopped = await shell.type(review, async () => {
      await shell.until('summary')
      shell.press('\r')
      await shell.until('changes by cause')
      shell.press('\u001A')
    })
    await shell.resize(60, 12)
    const drawn: string[] = []
    const ended = await shell.type('fg', async () => {
      drawn.push(await shell.until(/changes by cause[^]*Esc back/))
      shell.press(' ')
      await shell.until('skipped')
      shell.press('q')
    })
    const echoed = await shell.type('echo still here')

    // 128 + SIGTSTP
    expect(stopped).toBe(148)
    expect([ended, echoed]).toEqual([0, 0])
    expect(drawn.join('').replace(/^.*\n/, '')).toMatchInlineSnapshot(`
      "┌ changes by cause ───────┐┌ new in shop.yaml ─────────────┐
      │ ▸▾ new in shop.yaml     ││ + new in shop.yaml            │
      │      + product MUG      ││     2 products                │
      │      + product CUP      ││                               │
      │                         ││ products: 2 to create         │
      │                         ││                               │
      │                         ││                               │
      │                         ││                               │
      │                         ││                               │
      └─────────────────── 1/3 ─┘└───────────────────────────────┘
      n next risk   Esc back   / filter   ? help   q quit"
    `)
    expect((await shell.until('still here')).replaceAll('\n', '')).toContain('the decisions are in plan.json.decisions.json')
  },
)

test.skipIf(scriptProgram === null)('Ctrl-C ends a review with 130, and a plan that is no file says so in one line', async () => {
  using shop = await plannedShop()
  await using shell = await shellIn(shop.root)

  const interrupted = await shell.type(review, async () => {
    await shell.until('summary')
    shell.press('\u0003')
  })
  const missing = await shell.type(review.replace('plan.json', 'no.json'))

  expect([interrupted, missing]).toEqual([130, 1])
  expect(await shell.until('no.json')).toContain('file-unreadable')
})
