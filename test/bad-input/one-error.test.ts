import { expect, test } from 'vitest'
import { onePixel, validateShop } from './validate-shop.ts'

const config = `stores:
  local: { emulator: true }
  production: { base_url: https://shop.example, key: \${KEY}, catalogue: overlays/production }
default_store: local
`
/** A shop whose overlay changes a product and a group. */
const shop = {
  'planogram.yaml': config,
  'groups.yaml': 'groups:\n  dealer: { title: Dealers }\n  club: { title: Club }\n',
  'categories.yaml': 'categories:\n  mugs: { name: Mugs }\n  cups: { name: Cups }\n',
  'prices.yaml': 'price_lists:\n  mugs:\n    breaks: [0, 10]\n    prices: { default: [9.00, 8.00], dealer: [7.00, 6.00] }\n',
  'products/mugs.yaml':
    'products:\n  MUG: { title: Mug, pricing: mugs, categories: [mugs], attributes: { Hot for: 2 h } }\n  CUP: { title: Cup, price: 8.00, categories: [cups], access: [dealer] }\n',
  'products/tests.yaml': 'expect:\n  - { sku: MUG, group: dealer, quantity: 1, price: 7.00 }\n',
  'overlays/production/all.yaml':
    'groups:\n  club: { title: Club of production }\nproducts:\n  MUG: { description: For tea, attributes: { Hot for: !remove } }\n',
}

/** The first line and the place of each problem. */
async function problemsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const report = await validateShop({ ...shop, ...files })
  return [...report.matchAll(/^(error|warning)\[([\w-]+)\].*\n +--> (.*)$/gm)].map(
    ([, severity, rule, place]) => `${severity} ${rule} ${place}`,
  )
}

test('the shop has no problems', async () => {
  expect(await problemsOf({})).toEqual([])
})

test.each([
  ['a tab in the config', config.replace('  local', '\tlocal'), ['error yaml-broken planogram.yaml:2:1']],
  ['a misspelt stores', config.replace('stores', 'store'), ['error unknown-key planogram.yaml:1:1']],
  ['a misspelt catalogue', config.replace('catalogue', 'catalog'), ['error unknown-key planogram.yaml:3:62']],
  ['the wrong folder of an overlay', config.replace('/production }', '/prod }'), ['error overlay-missing planogram.yaml:3:73']],
])('%s: documents of the overlay are not taken for those of the catalogue', async (_, planogram, problems) => {
  expect(await problemsOf({ 'planogram.yaml': planogram })).toEqual(problems)
})

test('another error of the config does not hide those of documents', async () => {
  const files = {
    'planogram.yaml': `${config}limits: { concurency: 4 }\n`,
    'groups.yaml': 'groups: { dealer: { titel: Dealers }, club: { title: Club } }\n',
  }

  expect(await problemsOf(files)).toEqual(['error unknown-key groups.yaml:1:21', 'error unknown-key planogram.yaml:5:11'])
})

test.each([
  ['a broken document', 'products/mugs.yaml', `${shop['products/mugs.yaml']}  POT\n`, ['error yaml-broken products/mugs.yaml:4:3']],
  [
    'a misspelt section',
    'products/mugs.yaml',
    shop['products/mugs.yaml'].replace('products', 'produkts'),
    ['error unknown-key products/mugs.yaml:1:1'],
  ],
  ['a misspelt section of groups', 'groups.yaml', shop['groups.yaml'].replace('groups', 'grops'), ['error unknown-key groups.yaml:1:1']],
  ['a group that is a number', 'groups.yaml', 'groups:\n  dealer: 12\n  club: { title: Club }\n', ['error wrong-type groups.yaml:2:11']],
  [
    'a category that is a text',
    'categories.yaml',
    'categories:\n  mugs: Mugs\n  cups: { name: Cups }\n',
    ['error wrong-type categories.yaml:2:9'],
  ],
  ['a price list that is a number', 'prices.yaml', 'price_lists:\n  mugs: 12\n', ['error wrong-type prices.yaml:2:9']],
  ['price lists that are a text', 'prices.yaml', 'price_lists: 10 %\n', ['error wrong-type prices.yaml:1:14']],
])('%s is one error', async (_, file, text, problems) => {
  expect(await problemsOf({ [file]: text })).toEqual(problems)
})

test('a picture in another case, and in another folder: other pictures with its file name are no collision', async () => {
  const report = await validateShop({
    'planogram.yaml': 'stores: { local: { emulator: true } }\n',
    'images/tea.png': onePixel,
    'images/cup.png': onePixel,
    'shop.yaml': `products:
  CUP: { title: Cup, price: 8.00, categories: [], image: images/cup.png, extra_images: [images/tea.png] }
  TEA: { title: Tea, price: 8.00, categories: [], image: images/TEA.PNG }
  POT: { title: Pot, price: 8.00, categories: [], image: imgs/cup.png }
  JUG: { title: Jug, price: 8.00, categories: [], image: images/jug.png }
`,
  })

  expect(report.match(/^(error|warning|  help).*/gm)).toEqual([
    'error[pictures-exist]: the picture images/TEA.PNG does not exist',
    '  help: Did you mean "images/tea.png"? A path starts at the root of the catalogue, or with ./ beside the document.',
    'error[pictures-exist]: the picture imgs/cup.png does not exist',
    '  help: Did you mean "images/cup.png"? A path starts at the root of the catalogue, or with ./ beside the document.',
    // Not images/cup.png, although the paths are similar.
    'error[pictures-exist]: the picture images/jug.png does not exist',
    '  help: A path starts at the root of the catalogue, or with ./ beside the document.',
  ])
})

test('a variant to override that does not exist: one that has an override is not suggested', async () => {
  const report = await validateShop({
    'shop.yaml': `products:
  TEE:
    title: Tee
    categories: []
    options: { size: { label: Size, values: { s: S, m: M, l: L } } }
    variants: { matrix: '{sku}-{size}', each: { price: 9.00 }, override: { TEE-s: { price: 8.00 }, TEE-x: { price: 8.00 } } }
`,
  })

  expect(report).toContain('TEE has no variant "TEE-x" to override')
  expect(report).toContain('help: Did you mean "TEE-m"?')
})
