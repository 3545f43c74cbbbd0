import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { bareRecord } from '../../src/plan/record-of-change.ts'
import { openShop, type Shop } from '../support/open-shop.ts'

const png = readFileSync(join(import.meta.dirname, '../../catalog.example/images/bag-belt.png'))

const files = {
  'shop.yaml': `groups:
  dealer: { title: Dealers }
  vip: { title: VIP }
categories:
  apparel: { name: Apparel }
  tees: { name: T-shirts, parents: { apparel: 10 } }
  sale: { name: Sale }
products:
  TEE:
    title: Tee
    categories: [tees]
    access: [dealer]
    attributes: { Fit: Loose }
    image: images/tee.png
    options: { size: { label: Size, values: { s: Small, m: Medium } } }
    variants: { matrix: "{sku}-{size}", each: { price: 10 } }
  TEE-XL: { title: Large tee, price: 12 }
  MUG: { title: Mug, price: 8, categories: [sale] }
`,
}

async function openFolder(manage = ''): Promise<Shop> {
  const shop = await openShop([], files)
  onTestFinished(() => shop[Symbol.asyncDispose]())
  writeFileSync(join(shop.root, 'planogram.yaml'), readFileSync(join(shop.root, 'planogram.yaml'), 'utf8') + manage)
  mkdirSync(join(shop.root, 'images'))
  writeFileSync(join(shop.root, 'images/tee.png'), png)
  return shop
}

async function planned(shop: Shop, ...argv: readonly string[]): Promise<Plan> {
  const ended = await shop.run('plan', '--format', 'json', ...argv)
  if (ended.exitCode !== 0) throw new Error(ended.stderr)
  return JSON.parse(ended.stdout)
}

/** The addresses of root records and files that a plan changes. */
function roots({ changes }: Plan): readonly string[] {
  return [...new Set(changes.map((change) => (change.kind === 'file' ? change.address : change.root.address)))].toSorted()
}

async function apply(shop: Shop, ...argv: readonly string[]): Promise<string> {
  const ended = await shop.run('apply', '--auto-approve', ...argv)
  if (ended.exitCode !== 0) throw new Error(ended.stderr)
  return ended.stdout
}

function edit(shop: Shop, from: string, to: string): void {
  const path = join(shop.root, 'shop.yaml')
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
}

test('a new product is planned with what it needs, and the plan says why', async () => {
  const shop = await openFolder()

  const made = await planned(shop, '--target', 'product.TEE')
  const { stdout } = await shop.run('plan', '--target', 'product.TEE')

  expect(roots(made)).toEqual(['category.apparel', 'category.tees', 'file.images/items/tee.png', 'group.dealer', 'product.TEE'])
  expect(made.selection?.targets).toEqual(['product.TEE'])
  expect(made.selection?.also.toSorted((a, b) => (a.address < b.address ? -1 : 1))).toEqual([
    { address: 'category.apparel', neededBy: 'category.tees' },
    { address: 'category.tees', neededBy: 'product.TEE' },
    { address: 'file.images/items/tee.png', neededBy: 'product.TEE' },
    { address: 'group.dealer', neededBy: 'product.TEE' },
  ])
  expect(stdout).toContain('limited to product.TEE\n')
  expect(stdout).toContain('also category.tees, because product.TEE needs it\n')
})

test.each([
  ['a glob', ['--target', 'product.TEE*'], ['product.TEE', 'product.TEE-XL']],
  ['several', ['--target', 'product.MUG', '--target', 'product.TEE-?L'], ['product.MUG', 'product.TEE-XL']],
  ['without some', ['--target', 'product.*', '--exclude', 'product.TEE*'], ['product.MUG']],
  ['a variant', ['--target', 'variant.TEE-s'], ['product.TEE']],
  ['a part', ['--target', 'product.*/attribute.Fit'], ['product.TEE']],
])('%s selects root records', async (_, argv, expected) => {
  const shop = await openFolder()
  await apply(shop)
  for (const sku of ['TEE', 'TEE-XL', 'MUG']) shop.emulator.seed([bareRecord('Product', { sku, title: 'Changed' })])

  const made = await planned(shop, ...argv)

  expect(roots(made)).toEqual(expected)
})

test('what was not targeted is neither changed nor removed, and its base does not move', async () => {
  const shop = await openFolder('manage: { prune: { products: retire } }\nguards: { empty_category: off }\n')
  await apply(shop)
  edit(shop, '  MUG: { title: Mug, price: 8, categories: [sale] }\n', '')
  edit(shop, 'price: 12', 'price: 13')
  edit(shop, 'title: Tee\n', 'title: Classic tee\n')
  shop.emulator.seed([bareRecord('Product', { sku: 'TEE-XL', price: '13' })])

  const applied = await apply(shop, '--target', 'product.TEE')
  const rest = await planned(shop)
  shop.emulator.seed([bareRecord('Product', { sku: 'TEE-XL', price: '14' })])
  const drifted = await planned(shop)

  expect(applied).toContain('The store now matches what the plan is limited to.\nApplied: 1 updated.')
  expect(rest.changes.map(({ address, origin }) => [address, origin])).toEqual([['product.MUG', 'git']])
  // The base of TEE-XL is still 12: both sides moved. It would be 13 if the limited apply had adopted it.
  expect(
    drifted.changes.flatMap((change) => (change.address === 'product.TEE-XL' && change.kind === 'record' ? change.fields : [])),
  ).toEqual([{ field: 'price', before: '14', after: '13', base: '12' }])
})

test('a limited apply does not make the base complete: the next whole one adopts the others', async () => {
  const shop = await openFolder()
  await apply(shop, '--target', 'product.TEE-XL')
  shop.emulator.seed([bareRecord('UserGroups', { code: 'vip', title: 'VIP' })])
  const before = await planned(shop)
  await apply(shop)
  rmSync(join(shop.root, 'shop.yaml'))
  writeFileSync(join(shop.root, 'shop.yaml'), 'products:\n  TEE-XL: { title: Large tee, price: 12 }\n')

  const { untouched } = await planned(shop)

  expect(before.changes.map(({ address }) => address)).not.toContain('group.vip')
  expect(untouched.left.map(({ address }) => address)).toContain('group.vip')
})

test('a saved limited plan is applied on another machine as it is, and the store then matches what it is limited to', async () => {
  const shop = await openFolder('manage: { prune: { products: retire } }\nguards: { empty_category: off }\n')
  await apply(shop)
  edit(shop, '  MUG: { title: Mug, price: 8, categories: [sale] }\n', '')
  edit(shop, 'price: 12', 'price: 13')

  await shop.run('plan', '--target', 'product.MUG', '--out', 'plan.json')
  const shown = await shop.run('show', 'plan.json')
  const applied = await apply(shop, 'plan.json')
  const again = await shop.run('apply', 'plan.json', '--auto-approve')
  const rest = await planned(shop)

  expect(shown.stdout).toContain('limited to product.MUG\n')
  expect(applied).toContain('Applied: 1 updated.')
  expect(again.exitCode).toBe(0)
  expect(roots(rest)).toEqual(['product.TEE-XL'])
})

test('a glob that matches nothing names the nearest addresses; what is needed cannot be excluded', async () => {
  const shop = await openFolder()

  const wrong = await shop.run('plan', '--target', 'product.TEA')
  const bare = await shop.run('plan', '--target', 'T?E')
  const excluded = await shop.run('plan', '--exclude', 'catgory.tees')
  const needed = await shop.run('plan', '--target', 'product.TEE', '--exclude', 'category.tees')
  const saved = await shop.run('apply', 'plan.json', '--target', 'product.TEE')

  expect([wrong, bare, excluded, needed, saved].map(({ exitCode }) => exitCode)).toEqual([64, 64, 64, 64, 64])
  expect(wrong.stderr).toContain('`--target product.TEA` matches nothing')
  expect(wrong.stderr).toContain('Did you mean product.TEE?')
  expect(bare.stderr).toContain('Did you mean product.T?E?')
  expect(excluded.stderr).toContain('Did you mean category.tees?')
  expect(needed.stderr).toContain('product.TEE needs category.tees, which `--exclude` leaves out.')
  expect(saved.stderr).toContain('`--target` is for a new plan')
})

test('a target is known without a difference, and where it was applied and has left the catalogue', async () => {
  const shop = await openFolder()
  await apply(shop)

  const same = await planned(shop, '--target', 'product.MUG')
  edit(shop, '  MUG: { title: Mug, price: 8, categories: [sale] }\n', '')
  const left = await planned(shop, '--target', 'product.MUG')

  expect([roots(same), roots(left)]).toEqual([[], []])
})

test('an option is not taken from a product that the plan leaves out', async () => {
  const shop = await openFolder()
  const colour = 'options: { colour: { code: COLOUR, values: { r: Red } } }'
  edit(shop, 'TEE-XL: { title: Large tee, price: 12 }', `TEE-XL: { title: Large tee, price: 12, ${colour} }`)
  edit(shop, 'MUG: { title: Mug, price: 8, categories: [sale] }', 'MUG: { title: Mug, price: 8, options: {} }')
  await apply(shop)
  edit(shop, colour, 'options: {}')
  edit(shop, 'price: 8, options: {}', `price: 8, ${colour}`)

  const excluded = await shop.run('plan', '--exclude', 'product.TEE-XL')
  const targeted = await planned(shop, '--target', 'product.MUG')
  const applied = await apply(shop, '--target', 'product.MUG')

  expect([excluded.exitCode, excluded.stderr]).toEqual([
    64,
    expect.stringContaining('product.MUG needs product.TEE-XL, which `--exclude` leaves out.'),
  ])
  expect([targeted.selection?.also, roots(targeted)]).toEqual([
    [{ address: 'product.TEE-XL', neededBy: 'product.MUG' }],
    ['product.MUG', 'product.TEE-XL'],
  ])
  expect(applied).toContain('The store now matches')
  expect(shop.emulator.records('Options').map(({ fields }) => [fields['code'], fields['sku']])).toContainEqual(['COLOUR', 'MUG'])
})

test('after a limited apply only the price tests of its products count', async () => {
  const shop = await openFolder()
  await apply(shop)
  edit(shop, 'price: 8', 'price: 9')
  edit(shop, 'price: 12', 'price: 13')
  writeFileSync(join(shop.root, 'tests.yaml'), 'expect:\n  - { sku: MUG, price: 9 }\n  - { sku: TEE-XL, price: 13 }\n')

  const applied = await apply(shop, '--target', 'product.MUG')

  expect(applied).toContain('1 price test')
})

test('a webhook that is not targeted is not created, and is not ours afterwards', async () => {
  const shop = await openFolder('manage: { prune: { webhooks: delete } }\n')
  writeFileSync(join(shop.root, 'hooks.yaml'), 'webhooks:\n  - { name: NewOrder, url: "https://hooks.example/a" }\n')
  await apply(shop, '--target', 'product.MUG')
  const before = await planned(shop, '--target', 'webhook.*')
  shop.emulator.seed([bareRecord('Webhooks', { name: 'NewOrder', url: 'https://hooks.example/a' })])
  writeFileSync(join(shop.root, 'hooks.yaml'), 'webhooks: []\n')

  const after = await planned(shop, '--exclude', 'product.*', '--exclude', 'category.*', '--exclude', 'group.*', '--exclude', 'file.*')

  expect(before.changes.map(({ action }) => action)).toEqual(['create'])
  expect(after.changes).toEqual([])
})

/** The advice of the error, which follows the warnings. */
function helpOf(stderr: string): string {
  return /.*help: (.*)/s.exec(stderr)?.[1]?.trim() ?? ''
}

test('a mistyped address of --target and --exclude gets the help that explain gives', async () => {
  const shop = await openFolder()
  const addresses = ['attribute.TEE>Material', 'tees', 'product.tee', 'product.TEE.categories.tees', 'prodct.TEE']
  const seen = await Promise.all(
    addresses.map(async (address) => {
      const explained = await shop.run('explain', address, '--offline')
      const limited = [await shop.run('plan', '--target', address), await shop.run('plan', '--exclude', address)]
      return [explained, ...limited].map(({ exitCode, stderr }) => `${exitCode} ${helpOf(stderr)}`)
    }),
  )

  expect(seen.map(([explained]) => explained)).toEqual([
    '64 Write product.TEE/attribute.Material.',
    '64 Did you mean category.tees?',
    '64 Did you mean product.TEE?',
    '64 Did you mean product.TEE/category.tees?',
    '64 Did you mean product.TEE?',
  ])
  for (const [explained, target, excluded] of seen) expect([target, excluded]).toEqual([explained, explained])
})
