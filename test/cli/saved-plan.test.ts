import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stored } from '../support/any-store.ts'
import { type Ended, planogram } from '../support/command-line.ts'
import { openShop, type Shop } from '../support/open-shop.ts'
import { png } from '../support/written-catalogue.ts'

const live = ['CUP', 'MUG', 'TEE'].map((sku) => stored('Product', { sku, title: sku, price: '5' }))
const catalogue = `products:
  CUP: { title: New cup, price: 5 }
  MUG: { title: New mug, price: 5 }
  TEE: { title: New tee, price: 5 }
`

async function plannedShop(files: Readonly<Record<string, string>> = {}): Promise<Shop> {
  const shop = await openShop(live, { 'shop.yaml': catalogue, ...files })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  await shop.run('plan', '--out', 'plan.json')
  return shop
}

/** Another machine: a checkout of its own, without the state of the first. */
function checkoutOf(shop: Shop): { readonly root: string; run(...argv: readonly string[]): Promise<Ended> } {
  const root = mkdtempSync(join(tmpdir(), 'planogram-checkout-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  cpSync(shop.root, root, { recursive: true, filter: (path) => !path.includes('.planogram') })
  const env = { SHOP_KEY: shop.emulator.key, PATH: process.env['PATH'] ?? '' }
  return { root, run: (...argv) => planogram(root, argv, env) }
}

/** Somebody changes these products in the store. */
function change(shop: Shop, ...skus: readonly string[]): void {
  shop.emulator.seed(skus.map((sku) => stored('Product', { sku, title: 'Foreign', price: '5' })))
}

function titles({ emulator }: Shop): readonly string[] {
  return emulator.records('Product').map(({ fields }) => `${fields['sku']} ${fields['title']}`)
}

function writes({ emulator }: Shop): number {
  return emulator.requests().filter(({ method }) => method !== 'GET' && method !== 'PROPFIND').length
}

test('a plan of one machine is applied on another, also while other records of the store have changed', async () => {
  const shop = await plannedShop()
  shop.emulator.seed([stored('Product', { sku: 'HAT', title: 'Hat', price: '1' })])
  const other = checkoutOf(shop)

  const applied = await other.run('apply', 'plan.json', '--auto-approve')

  expect(applied.exitCode).toBe(0)
  expect(applied.stderr).toMatch(/^saved plan \w{8}, created \S+\n/m)
  expect(titles(shop)).toEqual(['CUP New cup', 'HAT Hat', 'MUG New mug', 'TEE New tee'])
})

test('what has changed in the store is refused record by record, with exit code 6', async () => {
  const shop = await plannedShop()
  change(shop, 'MUG')

  const applied = await shop.run('apply', 'plan.json', '--auto-approve')

  expect(applied.exitCode).toBe(6)
  expect(applied.stdout).toContain('product.MUG: title is "Foreign" instead of "MUG"')
  expect(titles(shop)).toEqual(['CUP New cup', 'MUG Foreign', 'TEE New tee'])
})

test('with --strict all that has changed is listed, and nothing is written: exit code 4', async () => {
  const shop = await plannedShop()
  change(shop, 'MUG', 'TEE')

  const applied = await shop.run('apply', 'plan.json', '--auto-approve', '--strict')

  expect(applied.exitCode).toBe(4)
  expect(applied.stderr).toContain(
    `error[plan-stale]: 2 records and files have changed in the store since the plan was created. Nothing was written.
  Changed in the store since the plan was created: product.MUG: title is "Foreign" instead of "MUG". Create a new plan.
  Changed in the store since the plan was created: product.TEE: title is "Foreign" instead of "TEE". Create a new plan.
`,
  )
  expect(writes(shop)).toBe(0)
})

test('where all of it has changed in the store, nothing is written: exit code 4', async () => {
  const shop = await plannedShop()
  change(shop, 'CUP', 'MUG', 'TEE')

  const applied = await shop.run('apply', 'plan.json', '--auto-approve')

  expect(applied.exitCode).toBe(4)
  expect(applied.stdout).toContain(
    'Nothing was written: the store has changed wherever the plan would write.\nNext: run planogram plan and review what it would change now.\n',
  )
  expect(applied.stdout.match(/"Foreign" instead of/g)).toHaveLength(3)
  expect(writes(shop)).toBe(0)
})

test('a picture that somebody else has changed is refused with --strict before anything is written', async () => {
  const shop = await openShop(live, { 'shop.yaml': `${catalogue}  HAT: { title: Hat, price: 1, image: hat.png }\n` })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  writeFileSync(join(shop.root, 'hat.png'), png('hat'))
  await shop.run('plan', '--out', 'plan.json')
  await shop.put('images/items/hat.png', png('another hat'))
  shop.emulator.clearRequests()

  const applied = await shop.run('apply', 'plan.json', '--auto-approve', '--strict')

  expect(applied.exitCode).toBe(4)
  expect(applied.stderr).toContain('images/items/hat.png in the store was uploaded by somebody else since the plan was created.')
  expect(writes(shop)).toBe(0)
})

test('a checkout that means something else is refused with what differs: exit code 4', async () => {
  const shop = await plannedShop()
  const other = checkoutOf(shop)
  writeFileSync(join(other.root, 'shop.yaml'), catalogue.replace('New mug, price: 5', 'New mug, price: 50'))

  const applied = await other.run('apply', 'plan.json', '--auto-approve')

  expect(applied.exitCode).toBe(4)
  expect(applied.stderr).toMatch(
    /error\[plan-stale\]: The saved plan \w{8} is stale: one value differs\. Nothing was written\.\n {2}product\.MUG price: the catalogue has "50" and the store "5", which/,
  )
  expect(writes(shop)).toBe(0)
})

test('a picture that was moved since is found by its content', async () => {
  const shop = await openShop(live, { 'shop.yaml': `${catalogue}  HAT: { title: Hat, price: 1, image: hat.png }\n` })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  writeFileSync(join(shop.root, 'hat.png'), png('hat'))
  await shop.run('plan', '--out', 'plan.json')
  const other = checkoutOf(shop)
  mkdirSync(join(other.root, 'photos'))
  renameSync(join(other.root, 'hat.png'), join(other.root, 'photos/hat.png'))
  writeFileSync(join(other.root, 'shop.yaml'), `${catalogue}  HAT: { title: Hat, price: 1, image: photos/hat.png }\n`)

  const applied = await other.run('apply', 'plan.json', '--auto-approve')

  expect(applied.exitCode).toBe(0)
  expect(shop.emulator.file('images/items/hat.png')?.size).toBe(png('hat').length)
})

test('a retried job: the plan is in the store already, exit code 0, nothing is written; also with its hash and --strict', async () => {
  const shop = await plannedShop()
  await shop.run('apply', 'plan.json', '--auto-approve')
  const other = checkoutOf(shop)
  shop.emulator.clearRequests()

  const again = await other.run('apply', 'plan.json', '--auto-approve')
  const strict = await other.run('apply', 'plan.json', '--auto-approve', '--strict')

  const expected = 'The store now matches the catalogue.\nAll changes of the plan are in the store already.\n'
  expect([again, strict].map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual([
    [0, expected],
    [0, expected],
  ])
  expect(writes(shop)).toBe(0)
})

test('what of a plan is in the store already is not counted as applied', async () => {
  const shop = await plannedShop()
  shop.emulator.seed([stored('Product', { sku: 'MUG', title: 'New mug', price: '5' })])

  const applied = await shop.run('apply', 'plan.json', '--auto-approve')

  expect([applied.exitCode, applied.stdout]).toEqual([
    0,
    'The store now matches the catalogue.\nApplied: 2 updated. 1 change was in the store already.\n',
  ])
})

test.each([
  ['shop.yaml', 'it has the place and the name of a document of the catalogue'],
  ['more/plan.yml', 'it has the place and the name of a document of the catalogue'],
  ['link.json', 'it has the place and the name of a document of the catalogue'],
  ['planogram.yaml', 'it is the config of the catalogue'],
])('a plan does not replace %s', async (file, why) => {
  const shop = await openShop(live, { 'shop.yaml': catalogue, 'more/cup.txt': '' })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  symlinkSync('shop.yaml', join(shop.root, 'link.json'))
  const before = readFileSync(join(shop.root, 'planogram.yaml'), 'utf8')

  const planned = await shop.run('plan', '--out', file)
  const undone = await shop.run('undo', 'run', '--out', file)
  const applied = await shop.run('apply', '--auto-approve', '--report', file)

  expect([planned.exitCode, undone.exitCode, applied.exitCode]).toEqual([64, 64, 64])
  expect(undone.stderr).toBe(planned.stderr)
  expect(planned.stderr).toContain(
    `\`--out\` does not accept \`${file}\`: ${why}.\n  help: Name a file that is not YAML, such as plan.json.`,
  )
  expect(applied.stderr).toContain(`\`--report\` does not accept \`${file}\`: ${why}.`)
  expect(shop.files()).toMatchObject({ 'shop.yaml': catalogue })
  expect(Object.keys(shop.files())).not.toContain('more/plan.yml')
  expect(readFileSync(join(shop.root, 'planogram.yaml'), 'utf8')).toBe(before)
})

test('a plan is saved as YAML outside of the catalogue, and in a hidden folder of it', async () => {
  const shop = await openShop(live, { 'shops/north/shop.yaml': catalogue })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  renameSync(join(shop.root, 'planogram.yaml'), join(shop.root, 'shops/north/planogram.yaml'))
  mkdirSync(join(shop.root, 'shops/north/.plans'))

  const outside = await shop.run('-C', 'shops/north', 'plan', '--out', 'plan.yaml')
  const hidden = await shop.run('-C', 'shops/north', 'plan', '--out', 'shops/north/.plans/plan.yaml')

  expect([outside.exitCode, hidden.exitCode]).toEqual([0, 0])
})
