import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Ended, planogram } from '../support/command-line.ts'
import { photo } from '../support/photo.ts'
import { type ShopFolder, shopFolder } from '../support/shop-folder.ts'

const tee = 'products:\n  TEE: { titel: Tee, price: 1 }\n'
const mug = 'products:\n  MUG: { title: Mug, price: 8.50, slug: my mug }\n'

/** The rule and place of every problem that was shown, and the last line. */
function seen({ exitCode, stdout, stderr }: Ended): unknown[] {
  const rules = [...stdout.matchAll(/^(?:error|warning)\[(.*?)\].*\n {2}--> (.*)$/gm)].map(([, rule, place]) => `${rule} ${place}`)
  const notes = stderr.trimEnd().replace(/^Intentional\? .*\n?/, '')
  return [exitCode, ...rules, stdout.trimEnd().split('\n').at(-1), ...(notes === '' ? [] : [notes])]
}

async function validate(shop: ShopFolder, ...args: readonly string[]): Promise<unknown[]> {
  return seen(await planogram(shop.root, ['validate', ...args]))
}

const elsewhere = (counts: string): string => `${counts} elsewhere: \`planogram validate\` shows them`

test('only what stands in a named document or folder is shown and decides the exit code, and the rest is counted', async () => {
  using shop = shopFolder({ 'a/tee.yaml': tee, 'a/more/hat.yaml': tee.replaceAll('TEE', 'HAT'), 'mug.yaml': mug })

  expect(await validate(shop, 'mug.yaml')).toEqual([0, 'slug-form mug.yaml:2:41', `1 warning in 1 named file; ${elsewhere('2 errors')}`])
  expect(await validate(shop, 'a')).toEqual([
    65,
    'unknown-key a/more/hat.yaml:2:10',
    'unknown-key a/tee.yaml:2:10',
    `2 errors in 2 named files; ${elsewhere('1 warning')}`,
  ])
  expect(await validate(shop, 'a/more', 'mug.yaml', 'a/more/hat.yaml')).toEqual([
    65,
    'unknown-key a/more/hat.yaml:2:10',
    'slug-form mug.yaml:2:41',
    `1 error, 1 warning in 2 named files; ${elsewhere('1 error')}`,
  ])
  const whole = [
    65,
    'unknown-key a/more/hat.yaml:2:10',
    'unknown-key a/tee.yaml:2:10',
    'slug-form mug.yaml:2:41',
    '2 errors, 1 warning in 3 files',
  ]
  expect(await validate(shop, '.')).toEqual(whole)
  expect(await validate(shop, 'planogram.yaml')).toEqual(whole)
})

/** The rule and the document of each problem that is shown. */
async function rulesFor(shop: ShopFolder, path: string): Promise<string[]> {
  const shown = await validate(shop, path)
  return shown.slice(1, -1).map((line) => String(line).replace(/:.*/, ''))
}

test('what is missing concerns the documents in which it would stand: a group, a category or a product that was renamed', async () => {
  using shop = shopFolder({
    'groups.yaml': 'groups: { vips: { title: VIP } }\n',
    'categories.yaml': 'categories: { sales: { name: Sale } }\n',
    'mug.yaml': 'products: { MUG: { title: Mug, price: 1, access: [vip], categories: [sale] } }\n',
    'tests.yaml': 'expect:\n  - { sku: CUPP, quantity: 1, price: 1 }\n  - { sku: CUP, group: vipp, quantity: 1, price: 1 }\n',
    'cup.yaml': 'products: { CUP: { title: Cup, price: 1, slug: cup } }\n',
    'sale.yaml': 'webhooks: []\n',
  })

  expect(await rulesFor(shop, 'groups.yaml')).toEqual(['references-exist mug.yaml', 'expect-holds tests.yaml'])
  expect(await rulesFor(shop, 'categories.yaml')).toEqual(['references-exist mug.yaml'])
  expect(await rulesFor(shop, 'cup.yaml')).toEqual(['expect-holds tests.yaml'])
  expect(await rulesFor(shop, 'sale.yaml')).toEqual([])
})

test('so it is with a price list that was renamed', async () => {
  using shop = shopFolder({
    'lists.yaml': 'price_lists: { tees: { breaks: [0], prices: { default: [1] } } }\n',
    'more.yaml': 'price_lists: { more: { extends: tee, factor: 2 } }\n',
    'tee.yaml': 'products: { TEE: { title: Tee, pricing: tee }, CUP: { title: Cup, pricing: more } }\n',
  })

  expect(await rulesFor(shop, 'lists.yaml')).toEqual(['price-list-unknown more.yaml', 'price-list-unknown tee.yaml'])
  expect(await rulesFor(shop, 'tee.yaml')).toEqual(['price-list-unknown tee.yaml'])
})

test('an edit here that breaks a document there is seen from both', async () => {
  using shop = shopFolder({
    'first.yaml': 'products: { MUG: { title: Mug, price: 1 } }\n',
    'second.yaml': 'products: { MUG: { title: Cup, price: 2 } }\n',
  })

  const problem = 'unique-keys second.yaml:1:13'
  expect(await validate(shop, 'first.yaml')).toEqual([65, problem, '1 error in 1 named file'])
  expect(await validate(shop, 'second.yaml')).toEqual([65, problem, '1 error in 1 named file'])
})

test('an error of the config is shown whatever is named: all is read by it', async () => {
  using shop = shopFolder({ 'planogram.yaml': 'stores: { local: { emulator: true } }\nlimit: 3\n', 'mug.yaml': mug })

  expect(await validate(shop, 'mug.yaml')).toEqual([
    65,
    'slug-form mug.yaml:2:41',
    'unknown-key planogram.yaml:2:1',
    '1 error, 1 warning in 1 named file',
  ])
})

test('paths start where the command runs, or else at the catalogue root, and may be absolute or lead through a link', async () => {
  using shop = shopFolder({
    'shop/planogram.yaml': 'stores: { local: { emulator: true } }\n',
    'shop/a/tee.yaml': tee,
    'other/a/tee.yaml': tee,
  })
  const shown = [65, 'unknown-key a/tee.yaml:2:10', '1 error in 1 named file']
  symlinkSync(join(shop.root, 'shop'), join(shop.root, 'link'))
  mkdirSync(join(shop.root, 'shop', 'b'))

  expect(await validate(shop, '-C', 'shop', 'shop/a/tee.yaml')).toEqual(shown)
  expect(await validate(shop, '-C', 'shop', 'a/tee.yaml')).toEqual(shown)
  expect(await validate(shop, '-C', 'shop', join(shop.root, 'shop/a/tee.yaml'))).toEqual(shown)
  expect(await validate(shop, '-C', 'link', join(realpathSync(shop.root), 'shop/a/tee.yaml'))).toEqual(shown)
  expect(await validate(shop, '-C', 'shop', 'link/a')).toEqual(shown)
  expect(await validate(shop, '-C', 'shop', '.')).toEqual([65, 'unknown-key a/tee.yaml:2:10', '1 error in 1 file'])
  expect(seen(await planogram(join(shop.root, 'shop/b'), ['validate', '-C', '..', '../a/tee.yaml']))).toEqual(shown)
})

test('a text and a picture bring the problems that are about them, also where they are missing', async () => {
  using shop = shopFolder({
    'shop.yaml':
      'products:\n  TEE:\n    title: Tee\n    price: 1\n    comment: { file: copy/tee.html }\n    faqs: { file: copy/gone.html }\n    image: images/tee.png\n    extra_images: [images/not.png, images/gone.png]\n    slug: my tee\n',
    'copy/tee.html': '<b>Tee',
    'images/tee.png': await photo(),
    'images/not.png': 'no picture',
  })
  const rest = (counts: string): string => `1 error in 1 named file; ${elsewhere(counts)}`

  expect(await validate(shop, 'images/not.png')).toEqual([65, 'pictures-are-pictures shop.yaml:8:20', rest('2 errors, 2 warnings')])
  expect(await validate(shop, 'images/gone.png')).toEqual([65, 'pictures-exist shop.yaml:8:36', rest('2 errors, 2 warnings')])
  expect(await validate(shop, 'images/tee.png')).toEqual([0, `No problems in 1 named file; ${elsewhere('3 errors, 2 warnings')}`])
  expect(await validate(shop, 'copy/gone.html')).toEqual([65, 'text-missing shop.yaml:6:19', rest('2 errors, 2 warnings')])
  expect(await validate(shop, 'copy/tee.html')).toEqual([
    0,
    'html-broken shop.yaml:5:14',
    `1 warning in 1 named file; ${elsewhere('3 errors, 1 warning')}`,
  ])
  expect(await validate(shop, 'images')).toEqual([
    65,
    'pictures-are-pictures shop.yaml:8:20',
    'pictures-exist shop.yaml:8:36',
    `2 errors in 3 named files; ${elsewhere('1 error, 2 warnings')}`,
  ])
})

test('documents of overlays are checked for every store; those of another store than the named one are no part of it', async () => {
  using shop = shopFolder({
    'planogram.yaml': 'stores: { local: { emulator: true }, shop: { emulator: true, catalogue: overlays/shop } }\ndefault_store: local\n',
    'shop.yaml': 'groups: { vip: { title: VIP } }\nproducts: { MUG: { title: Mug, price: 8.50, access: [vip] } }\n',
    'overlays/shop/shop.yaml': 'groups: { vip: { titel: x } }\n',
  })

  expect(await validate(shop, 'overlays/shop/shop.yaml')).toEqual([
    65,
    'unknown-key overlays/shop/shop.yaml:1:18',
    '1 error in 1 named file',
  ])
  expect(await validate(shop, '--store', 'local', 'overlays/shop/shop.yaml')).toEqual([
    0,
    'Nothing of the catalogue was named',
    'No part of this catalogue, so not checked: overlays/shop/shop.yaml.',
  ])
})

test('a file that is gone may be missed anywhere, so that all problems are shown', async () => {
  using shop = shopFolder({
    'groups.yaml': 'groups: { vip: { title: VIP } }\n',
    'mug.yaml': mug.replace('slug: my mug', 'access: [dealer]'),
  })

  expect(await validate(shop, 'old.yaml', 'groups.yaml')).toEqual([
    65,
    'references-exist mug.yaml:2:44',
    '1 error in 2 files',
    'Not there: old.yaml. Others may miss what a file held that is gone, so all problems are shown.',
  ])
  expect((await validate(shop, 'group.yaml')).at(-1)).toBe(
    'Not there: group.yaml. Did you mean groups.yaml? Others may miss what a file held that is gone, so all problems are shown.',
  )
  expect((await validate(shop, 'old/mug.yaml')).at(-1)).toContain('Did you mean mug.yaml?')
})

test('files that hooks name and that are no part of the catalogue are passed over; four are not listed by name', async () => {
  using shop = shopFolder({
    'mug.yaml': mug,
    '.github/workflows/ci.yml': 'on: push\n',
    'README.md': '#',
    'a.json': '{}',
    'images/new.png': await photo(),
  })

  const some = await validate(shop, '.github/workflows/ci.yml', 'README.md', 'mug.yaml')
  const none = await validate(shop, '.github/workflows/ci.yml', 'README.md', 'a.json', '../other.yaml')
  const quiet = await validate(shop, '--quiet', 'README.md')

  expect(some).toEqual([
    0,
    'slug-form mug.yaml:2:41',
    `1 warning in 1 named file; ${elsewhere('1 warning')}`,
    'No part of this catalogue, so not checked: .github/workflows/ci.yml, README.md.',
  ])
  expect(none.slice(-2)).toEqual([
    `Nothing of the catalogue was named; ${elsewhere('2 warnings')}`,
    'No part of this catalogue, so not checked: .github/workflows/ci.yml, README.md, a.json and 1 more.',
  ])
  expect(quiet).toEqual([0, `Nothing of the catalogue was named; ${elsewhere('2 warnings')}`])
})

test('a folder in which there is nothing is wrong usage', async () => {
  using shop = shopFolder({ 'products/mug.yaml': mug, 'docs/readme.md': '#' })
  const errorOf = async (path: string): Promise<unknown[]> => {
    const { exitCode, stdout, stderr } = await planogram(join(shop.root), ['validate', path])
    return [exitCode, stdout, ...stderr.trimEnd().split('\n')]
  }
  const help = '  help: Name documents, texts or pictures of the catalogue, or folders of them; without a path all of it is shown.'

  expect(await errorOf('prodcuts')).toEqual([
    64,
    '',
    'error[wrong-usage]: prodcuts is neither a file nor a folder.',
    '  help: Did you mean products?',
  ])
  expect(await errorOf('docs')).toEqual([64, '', 'error[wrong-usage]: docs holds nothing of the catalogue.', help])
  expect(await errorOf('../nowhere')).toEqual([64, '', `error[wrong-usage]: ../nowhere is not in the catalogue in ${shop.root}.`, help])
})

test('every format keeps to the paths', async () => {
  using shop = shopFolder({ 'a.yaml': tee, 'mug.yaml': mug })
  const printed = async (format: string): Promise<string> =>
    (await planogram(shop.root, ['validate', 'mug.yaml', '--format', format])).stdout

  const json: unknown = JSON.parse(await printed('json'))
  const sarif: { runs: { results: { ruleId: string }[] }[] } = JSON.parse(await printed('sarif'))
  const github = (await printed('github')).split('\n')

  expect(json).toMatchObject({ errors: 0, warnings: 1, elsewhere: { errors: 1, warnings: 0 }, problems: [{ rule: 'slug-form' }] })
  expect(sarif.runs[0]?.results.map(({ ruleId }) => ruleId)).toEqual(['slug-form'])
  expect(github.map((line) => line.split('::')[2])).toEqual([
    'the slug "my mug" contains a space%0AWrite my-mug, for example.',
    '1 error in files that were not named; planogram validate shows them',
    undefined,
  ])
})
