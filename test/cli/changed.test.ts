import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parsePlanFile } from '../../src/plan/plan-file.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { bareRecord } from '../../src/plan/record-of-change.ts'
import { commit, git } from '../support/git-repository.ts'
import { openShop, type Shop } from '../support/open-shop.ts'

const png = readFileSync(join(import.meta.dirname, '../../catalog.example/images/bag-belt.png'))

const lists = 'price_lists: { std: { breaks: [0, 10], prices: { default: [10, 9] } } }\n'
const files = {
  '.gitignore': '.planogram/\n',
  'lists.yaml': lists,
  'categories.yaml': 'categories: { apparel: { name: Apparel }, tees: { name: T-shirts, slug: tees, parents: { apparel: 1 } } }\n',
  'shop.yaml': `products:
  TEE: { title: Tee, pricing: std, slug: tee, categories: [tees] }
  CAP: { title: Cap, pricing: std, categories: [tees] }
  BAG: { title: Bag, price: 8, attributes: { Fit: Loose }, variants: { list: { BAG-s: { price: 8 } } } }
  MUG: { title: Mug, price: 8 }
  CUP: { title: Cup, price: 7 }
`,
}

/** A shop whose catalogue is in a repository, at its first commit, and was applied. */
async function appliedShop(manage = 'manage: { prune: { products: retire } }\n'): Promise<Shop> {
  const shop = await openShop([], files)
  onTestFinished(() => shop[Symbol.asyncDispose]())
  writeFileSync(join(shop.root, 'planogram.yaml'), readFileSync(join(shop.root, 'planogram.yaml'), 'utf8') + manage)
  git(shop.root, 'init', '--quiet')
  commit(shop.root)
  const { exitCode, stderr } = await shop.run('apply', '--auto-approve')
  if (exitCode !== 0) throw new Error(stderr)
  return shop
}

function edit({ root }: Shop, ...edits: readonly (readonly [string, string])[]): void {
  const path = join(root, 'shop.yaml')
  writeFileSync(
    path,
    edits.reduce(
      (text, [from, to]) => {
        if (!text.includes(from)) throw new Error(`${from} is not in the catalogue`)
        return text.replace(from, to)
      },
      readFileSync(path, 'utf8'),
    ),
  )
}

async function planned(shop: Pick<Shop, 'run'>, ...argv: readonly string[]): Promise<Plan> {
  const { exitCode, stdout, stderr } = await shop.run('plan', '--format', 'json', ...argv)
  if (exitCode !== 0) throw new Error(stderr)
  return parsePlanFile(stdout)
}

function facts({ changes }: Plan): readonly string[] {
  return changes.map(({ action, address, origin }) => `${action} ${address} ${origin}`)
}

test('what differs since a commit is compared record by record: an edited price list, a new, a removed and an edited product', async () => {
  const shop = await appliedShop()
  writeFileSync(join(shop.root, 'lists.yaml'), lists.replace('[10, 9]', '[11, 9]'))
  edit(shop, ['title: Bag', 'title: Sack'], ['  CUP: { title: Cup, price: 7 }\n', '  POT: { title: Pot, price: 5, categories: [tees] }\n'])
  shop.emulator.seed([bareRecord('Product', { sku: 'MUG', title: 'Edited in the store' })])

  const made = await planned(shop, '--changed', 'HEAD')
  const whole = await planned(shop)

  expect(made.changes).toEqual(whole.changes.filter(({ address }) => address !== 'product.MUG'))
  expect(facts(made)).toEqual([
    'update product.TEE git',
    'update grid.TEE git',
    'update product.CAP git',
    'update grid.CAP git',
    'update product.BAG git',
    'create product.POT git',
    'create product.POT/category.tees git',
    'update product.CUP git',
  ])
  expect(made.selection?.changed).toEqual({
    ref: 'HEAD',
    commit: git(shop.root, 'rev-parse', 'HEAD'),
    addresses: ['product.BAG', 'product.CAP', 'product.CUP', 'product.POT', 'product.TEE'],
  })
  expect(made.madeFrom.certificate.filter(({ unread }) => unread !== undefined)).toEqual([
    { resource: 'Cat', seen: 2, total: 2, orphans: 0, unread: 0 },
    { resource: 'Product', seen: 4, total: 4, orphans: 0, unread: 1 },
    { resource: 'UserGroups', seen: 0, total: 0, orphans: 0, unread: 0 },
  ])
})

function productText(sku: string): string {
  return `  ${sku}: { title: ${sku}, slug: ${sku.toLowerCase()}, price: 10, attributes: { Fit: Loose }, categories: [a] }\n`
}

/** The requests and the rows of a plan of one changed product, in a store with so many. */
async function requestsAt(count: number): Promise<{ readonly requests: number; readonly rows: number }> {
  const skus = Array.from({ length: count }, (_, index) => `SKU-${String(index)}`)
  const text = `categories: { a: { name: A } }\nproducts:\n${skus.map(productText).join('')}`
  const shop = await openShop(
    [
      bareRecord('Cat', { code: 'a', name: 'A' }),
      ...skus.flatMap((sku) => [
        bareRecord('Product', { sku, title: sku, slug: sku.toLowerCase(), price: '10' }),
        bareRecord('ProductAttributes', { sku, label: 'Fit', value: 'Loose' }),
        bareRecord('ProdCat', { sku, cat_code: 'a' }),
      ]),
    ],
    { '.gitignore': '.planogram/\n', 'shop.yaml': text },
  )
  onTestFinished(() => shop[Symbol.asyncDispose]())
  git(shop.root, 'init', '--quiet')
  commit(shop.root)
  edit(
    shop,
    ['title: SKU-3', 'title: Three'],
    ['attributes: { Fit: Loose }, categories: [a]', 'attributes: { Fit: Loose }, categories: []'],
  )
  shop.emulator.clearRequests()
  const { madeFrom, changes } = await planned(shop, '--changed', 'HEAD')
  expect(changes.map(({ address }) => address)).toEqual(['product.SKU-0/category.a', 'product.SKU-3'])
  return { requests: shop.emulator.requests().length, rows: madeFrom.certificate.reduce((sum, { seen }) => sum + seen, 0) }
}

test('the number of requests of a plan of one changed product does not grow with the store', async () => {
  const [few, many] = [await requestsAt(10), await requestsAt(2_100)]

  expect(many).toEqual(few)
  expect(few).toEqual({ requests: 9, rows: 7 })
})

test('no difference ends with exit code 0, reads nothing and says so', async () => {
  const shop = await appliedShop()
  shop.emulator.clearRequests()

  const made = await shop.run('plan', '--changed', 'HEAD', '--detailed-exitcode')
  const applied = await shop.run('apply', '--changed', 'HEAD', '--auto-approve')

  expect([made.exitCode, applied.exitCode]).toEqual([0, 0])
  expect(made.stdout).toMatch(/^Plan for shop .*\n\nNothing changed since HEAD\.\n$/)
  expect(applied.stdout).toContain('Nothing changed since HEAD.')
  expect(shop.emulator.requests()).toEqual([])
})

test('what a changed record refers to is created with it, and a picture whose bytes changed is uploaded', async () => {
  const shop = await openShop([], { ...files, 'images/mug.png': '' })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  writeFileSync(join(shop.root, 'images/mug.png'), png)
  edit(shop, ['MUG: { title: Mug', 'MUG: { image: images/mug.png, title: Mug'])
  git(shop.root, 'init', '--quiet')
  commit(shop.root)
  edit(shop, ['TEE: { title: Tee', 'TEE: { title: Classic tee'])
  writeFileSync(join(shop.root, 'images/mug.png'), Buffer.concat([png, Buffer.from('more')]))

  const made = await planned(shop, '--changed', 'HEAD')
  const text = await shop.run('plan', '--changed', 'HEAD')

  expect([...new Set(made.changes.map((change) => (change.kind === 'file' ? change.address : change.root.address)))]).toEqual([
    'category.apparel',
    'category.tees',
    'product.TEE',
    'file.images/items/mug.png',
  ])
  expect(made.selection?.also.map(({ address }) => address)).toEqual(['category.tees', 'category.apparel'])
  expect(text.stdout).toContain('limited to what differs since HEAD')
  expect(text.stdout).toContain('4 other records of the catalogue: not read')
  expect(text.stdout).toContain('also category.tees, because product.TEE needs it')
})

test('a slug and codes that other records of the store have are found, and rows of a removed record too', async () => {
  const shop = await appliedShop()
  shop.emulator.seed([
    bareRecord('Product', { sku: 'THEIRS', title: 'Of somebody', slug: 'new-tee' }),
    bareRecord('Variants', { code: 'MUG-s', sku: 'CUP', price: '7' }),
    bareRecord('ProductAttributes', { sku: 'POT', label: 'Old', value: 'Left' }),
    bareRecord('Product', { sku: 'PAN-s' }),
    bareRecord('Options', { code: 'SIZE', sku: 'THEIRS', o_group: 'size' }),
  ])
  edit(
    shop,
    ['slug: tee', 'slug: new-tee'],
    [
      'MUG: { title: Mug, price: 8 }',
      'MUG: { title: Mug, price: 8, variants: { list: { MUG-s: { price: 8 } } } }\n  POT: { title: Pot, price: 5 }' +
        '\n  PAN: { title: Pan, variants: { list: { PAN-s: { price: 8 } } } }' +
        '\n  LID: { title: Lid, price: 3, options: { size: { code: SIZE, values: { s: S } } } }',
    ],
    ['CUP: { title: Cup, price: 7', 'CUP: { title: Cup, price: 7, variants: { list: {} }'],
  )
  commit(shop.root)
  git(shop.root, 'tag', 'before', 'HEAD~1')
  edit(shop, ['CUP: { title: Cup, price: 7, variants: { list: {} }', 'CUP: { title: Cup, price: 7'])

  const made = await planned(shop, '--changed', 'before')
  const whole = await planned(shop)

  expect(made.changes.map(({ address }) => address)).toContain('product.POT/attribute.Old')
  expect(made.hazards.map(({ kind }) => kind)).toContain('same-slug')
  expect(made.changes.filter(({ action }) => action === 'cannot')).toHaveLength(3)
  expect([made.changes, made.hazards]).toEqual([whole.changes, whole.hazards])
})

test('a record that has left the catalogue and was never applied is not removed', async () => {
  const shop = await appliedShop()
  rmSync(join(shop.root, '.planogram'), { recursive: true })
  edit(shop, ['  CUP: { title: Cup, price: 7 }\n', ''])

  const made = await planned(shop, '--changed', 'HEAD')
  const based = await planned(shop, '--changed', 'HEAD', '--base', 'HEAD')

  expect([made.base, facts(made)]).toEqual(['unknown', []])
  expect(facts(based)).toEqual(['update product.CUP git'])
})

test('a guard counts what was not read: the last product of a category', async () => {
  const shop = await appliedShop()
  edit(shop, ['slug: tee, categories: [tees]', 'slug: tee, categories: []'])
  const one = await planned(shop, '--changed', 'HEAD')
  edit(shop, ['CAP: { title: Cap, pricing: std, categories: [tees]', 'CAP: { title: Cap, pricing: std, categories: []'])

  const both = await planned(shop, '--changed', 'HEAD')

  expect([one.guards.map(({ guard }) => guard), both.guards.map(({ guard }) => guard)]).toEqual([[], ['empty_category']])
})

test('a saved plan of what changed is applied without the repository, and only that is known afterwards', async () => {
  const shop = await appliedShop()
  edit(shop, ['title: Mug', 'title: Big mug'])
  shop.emulator.seed([bareRecord('Product', { sku: 'CUP', title: 'Edited in the store' })])

  await shop.run('plan', '--changed', 'HEAD', '--out', 'plan.json')
  rmSync(join(shop.root, '.git'), { recursive: true })
  const applied = await shop.run('apply', 'plan.json', '--auto-approve')
  const refused = await shop.run('apply', 'plan.json', '--changed', 'HEAD')
  const after = await planned(shop)

  expect(applied.exitCode).toBe(0)
  expect(applied.stdout).toContain('The store now matches what the plan is limited to.\nApplied: 1 updated.')
  expect([refused.exitCode, refused.stderr.split('\n')[0]]).toEqual([
    64,
    expect.stringContaining('`--changed` is for a new plan: a saved plan and that of `--resume` were made with their own.'),
  ])
  expect(facts(after)).toEqual(['update product.CUP store'])
})

test('no such commit, a shallow clone and no repository are errors that say what to do', async () => {
  const shop = await appliedShop()
  const first = git(shop.root, 'rev-parse', 'HEAD')
  commit(shop.root)
  const clone = mkdtempSync(join(tmpdir(), 'planogram-clone-'))
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  git(clone, 'clone', '--quiet', '--depth', '1', `file://${shop.root}`, '.')
  const shallow = await shop.run('--chdir', clone, 'plan', '--changed', first)
  const unknown = await shop.run('plan', '--changed', 'nowhere')
  const unwritten = await shop.run('plan', '--changed', 'refs/planogram/shop')
  rmSync(join(shop.root, '.git'), { recursive: true })

  const none = await shop.run('plan', '--changed', 'HEAD')

  expect(shallow.stderr).toContain(`git fetch --depth 1 origin ${first}`)
  expect([shallow, unknown, unwritten, none].map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual([
    [1, ''],
    [1, ''],
    [1, ''],
    [1, ''],
  ])
  expect(unknown.stderr).toContain('The repository has no commit `nowhere`.')
  expect(unwritten.stderr).toContain('The repository has no commit `refs/planogram/shop`.')
  expect(none.stderr).toContain('not a git repository')
})

function hooks(...names: readonly string[]): string {
  return `webhooks:\n${names.map((name) => `  - { name: NewOrder, url: "https://hooks.example/${name}" }\n`).join('')}`
}

test('webhooks are read where one of them differs, and only that one is planned', async () => {
  const shop = await appliedShop('manage: { prune: { webhooks: delete } }\n')
  writeFileSync(join(shop.root, 'hooks.yaml'), hooks('a', 'b'))
  await shop.run('apply', '--auto-approve')
  commit(shop.root)
  edit(shop, ['title: Mug', 'title: Big mug'])
  shop.emulator.clearRequests()
  const products = await planned(shop, '--changed', 'HEAD')
  const asked = shop.emulator.requests().filter(({ path }) => path.includes('Webhooks'))
  writeFileSync(join(shop.root, 'hooks.yaml'), hooks('b', 'c'))

  const made = await planned(shop, '--changed', 'HEAD')

  expect([facts(products), asked]).toEqual([['update product.MUG git'], []])
  expect(made.changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
    'update product.MUG',
    expect.stringMatching(/^create webhook\.NewOrder.*c$/),
    expect.stringMatching(/^remove webhook\.NewOrder.*a$/),
  ])
})
