import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Ended, planogram, projectRoot } from '../support/command-line.ts'
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

const elsewhere = (counts: string): string => `${counts} in other files: \`planogram validate\` shows them`

test('only problems of named documents and folders are shown and decide the exit code; all others are counted', async () => {
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

test('a reference to a group, category or product that was renamed is a problem of the document that would define it', async () => {
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

test('a reference to a price list that was renamed is a problem of the document with price lists', async () => {
  using shop = shopFolder({
    'lists.yaml': 'price_lists: { tees: { breaks: [0], prices: { default: [1] } } }\n',
    'more.yaml': 'price_lists: { more: { extends: tee, factor: 2 } }\n',
    'tee.yaml': 'products: { TEE: { title: Tee, pricing: tee }, CUP: { title: Cup, pricing: more } }\n',
  })

  expect(await rulesFor(shop, 'lists.yaml')).toEqual(['price-list-unknown more.yaml', 'price-list-unknown tee.yaml'])
  expect(await rulesFor(shop, 'tee.yaml')).toEqual(['price-list-unknown tee.yaml'])
})

test('a problem with two places is shown for either document', async () => {
  using shop = shopFolder({
    'first.yaml': 'products: { MUG: { title: Mug, price: 1 } }\n',
    'second.yaml': 'products: { MUG: { title: Cup, price: 2 } }\n',
  })

  const problem = 'unique-keys second.yaml:1:13'
  expect(await validate(shop, 'first.yaml')).toEqual([65, problem, '1 error in 1 named file'])
  expect(await validate(shop, 'second.yaml')).toEqual([65, problem, '1 error in 1 named file'])
})

test('an error of the config is shown whatever path is named: it decides how all is read', async () => {
  using shop = shopFolder({ 'planogram.yaml': 'stores: { local: { emulator: true } }\nlimit: 3\n', 'mug.yaml': mug })

  expect(await validate(shop, 'mug.yaml')).toEqual([
    65,
    'slug-form mug.yaml:2:41',
    'unknown-key planogram.yaml:2:1',
    '1 error, 1 warning in 1 named file',
  ])
})

test('paths start where the command runs, or else at the catalogue root, and may be absolute or go through a link', async () => {
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

test('a text and a picture show the problems about them, also where they are missing', async () => {
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

test('documents of overlays are checked for every store; those of another store than the named one are skipped', async () => {
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
    'No file of the catalogue was named',
    'Skipped, not part of this catalogue: overlays/shop/shop.yaml.',
  ])
})

test('files that are not part of the catalogue are skipped, because hooks name them; of four, three are listed by name', async () => {
  using shop = shopFolder({
    'mug.yaml': mug,
    '.github/workflows/ci.yml': 'on: push\n',
    'README.md': '#',
    'a.json': '{}',
    'images/new.png': await photo(),
  })

  const some = await validate(shop, '.github/workflows/ci.yml', 'README.md', 'mug.yaml')
  const none = await validate(shop, '.github/workflows/ci.yml', 'README.md', 'a.json', join(projectRoot, 'package.json'))
  const quiet = await validate(shop, '--quiet', 'README.md')

  expect(some).toEqual([
    0,
    'slug-form mug.yaml:2:41',
    `1 warning in 1 named file; ${elsewhere('1 warning')}`,
    'Skipped, not part of this catalogue: .github/workflows/ci.yml, README.md.',
  ])
  expect(none.slice(-2)).toEqual([
    `No file of the catalogue was named; ${elsewhere('2 warnings')}`,
    'Skipped, not part of this catalogue: .github/workflows/ci.yml, README.md, a.json (and 1 more).',
  ])
  expect(quiet).toEqual([0, `No file of the catalogue was named; ${elsewhere('2 warnings')}`])
})

test('a path that does not exist, and a folder without anything of the catalogue, are wrong usage', async () => {
  using shop = shopFolder({ 'products/mug.yaml': mug, 'docs/readme.md': '#' })
  const errorOf = async (path: string): Promise<unknown[]> => {
    const { exitCode, stdout, stderr } = await planogram(join(shop.root), ['validate', path])
    return [exitCode, stdout, ...stderr.trimEnd().split('\n')]
  }
  const help = '  help: Name documents, texts, pictures or folders of the catalogue, or omit paths to show all problems.'

  expect(await errorOf('prodcuts')).toEqual([64, '', 'error[wrong-usage]: prodcuts does not exist.', '  help: Did you mean products?'])
  expect(await errorOf('docs')).toEqual([64, '', 'error[wrong-usage]: docs contains nothing of the catalogue.', help])
  expect(await errorOf('../nowhere')).toEqual([64, '', 'error[wrong-usage]: ../nowhere does not exist.', help])
  const outside = join(projectRoot, 'docs')
  expect(await errorOf(outside)).toEqual([64, '', `error[wrong-usage]: ${outside} is not in the catalogue in ${shop.root}.`, help])
  expect(await errorOf('nofile.yaml')).toEqual([64, '', 'error[wrong-usage]: nofile.yaml does not exist.', help])
  expect(await errorOf('mug.yaml')).toEqual([
    64,
    '',
    'error[wrong-usage]: mug.yaml does not exist.',
    '  help: Did you mean products/mug.yaml?',
  ])
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
    '1 error in other files; planogram validate shows them',
    undefined,
  ])
})
