import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bareRecord } from '../../src/plan/record-of-change.ts'
import { openShop, type Shop } from '../support/open-shop.ts'

const tee = (price: string, title = 'Tee'): string =>
  `products:\n  TEE: { title: ${title}, price: 10, pricing: { breaks: [1, 10], prices: { default: [${price}, 9] } } }\n`

const described = (title: string): string => `products:\n  TEE: { title: ${title}, price: 10, attributes: { Fit: Loose } }\n`

/** How many titles and prices that are overwritten a report lists, and what it says of the others. */
function counts(report: string): readonly unknown[] {
  return [
    report.match(/title {2}store TEE-\d\d → TEE-\d\d {2}changed in the store/g)?.length,
    report.match(/~ prices {2}changed in the store\n +default 1\+ {2}10\.50 → 10\.00/g)?.length,
    /… (?:and )?\d+ more records/.exec(report)?.[0],
  ]
}

/** A shop to which a grid was applied, and of which somebody has then set the first price in the store. */
async function shopWith(storePrice: string, manage = ''): Promise<Shop> {
  const shop = await openShop([], { 'shop.yaml': tee('10') })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  appendFileSync(join(shop.root, 'planogram.yaml'), `guards: { price_change: off }\n${manage}`)
  const { exitCode, stderr } = await shop.run('apply', '--auto-approve')
  if (exitCode !== 0) throw new Error(stderr)
  setPrice(shop, storePrice)
  return shop
}

/** Sets the price of the first cell in the store, without planogram. */
function setPrice({ emulator }: Shop, price: string): void {
  const [product] = emulator.records('Product+PricingAdvanced')
  const rows = (product?.children.PricingAdvanced ?? []).map(({ fields }) => (fields['start'] === '1' ? { ...fields, price } : fields))
  emulator.seed(rows.map((fields) => bareRecord('PricingAdvanced', fields)))
}

function write(shop: Shop, text: string): void {
  writeFileSync(join(shop.root, 'shop.yaml'), text)
}

async function shown(shop: Shop, ...argv: readonly string[]): Promise<string> {
  const { stdout, stderr } = await shop.run(...argv)
  return `${stdout}${stderr}`.split('\n').slice(1).join('\n')
}

test('a grid says who has changed its prices, in the text and for a pull request', async () => {
  const [inStore, inGit, both] = [await shopWith('20'), await shopWith('10'), await shopWith('20')]
  for (const shop of [inGit, both]) write(shop, tee('12'))

  const texts = await Promise.all([inStore, inGit, both].map((shop) => shown(shop, 'plan')))
  const markdown = await shown(inStore, 'plan', '--format', 'markdown')

  expect(texts.map((text) => /~ prices.*\n.*/.exec(text)?.[0].replaceAll(/ +/g, ' '))).toMatchInlineSnapshot(`
    [
      "~ prices changed in the store
     default 1-9 20.00 → 10.00 ▼50.0 %",
      "~ prices
     default 1-9 10.00 → 12.00 ▲20.0 %",
      "~ prices changed in the catalogue and in the store: the whole grid is written
     default 1-9 20.00 → 12.00 ▼40.0 %",
    ]
  `)
  expect(markdown).toContain('price grid was changed in the store and is overwritten')
})

test('a grid that was never applied is adopted, and says so', async () => {
  const shop = await openShop([], { 'shop.yaml': 'products: { TEE: { title: Tee, price: 10 } }\n' })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  await shop.run('apply', '--auto-approve')
  const row = { sku: 'TEE', start: '1', end: '9999999', price: '20' }
  shop.emulator.seed([
    bareRecord('Product', { sku: 'TEE', title: 'Tea', price: '10', advanced_pricing: 'true' }),
    bareRecord('PricingAdvanced', row),
  ])
  write(shop, tee('10'))

  const text = await shown(shop, 'plan')

  expect(text.split('\n').filter((line) => /prices|title|places/.test(line))).toMatchInlineSnapshot(`
    [
      "x price_change: 2 prices change by more than 30%",
      "! product TEE "Tee": title was changed in the store and is overwritten.  shop.yaml:2",
      "~ product TEE "Tee"  title, prices (2 of 2 cells)  shop.yaml:2",
      "      title  Tea → Tee  changed in the store",
      "      ~ prices  adopted: it was never applied",
    ]
  `)
})

test('with `drift: keep` the prices that stay are listed with those of the catalogue', async () => {
  const shop = await shopWith('20', 'manage: { drift: keep }\n')

  const text = await shown(shop, 'plan')
  const markdown = await shown(shop, 'plan', '--format', 'markdown')

  expect(text.slice(text.indexOf('Changed'), text.indexOf('No changes'))).toMatchInlineSnapshot(`
    "Changed in the store, and kept (1):
      grid.TEE
          default 1-9  20.00 → 10.00  ▼50.0 %

    "
  `)
  expect(markdown.split('\n').filter((line) => line.includes('and kept'))).toMatchInlineSnapshot(`
    [
      "- \`changed in the store, and kept: grid.TEE (default 1-9 20.00 → 10.00 ▼50.0 %)\`",
    ]
  `)
})

test('with `drift: keep` a grid that the catalogue changed too is written whole, and the plan says so', async () => {
  const shop = await shopWith('20', 'manage: { drift: keep }\n')
  write(shop, tee('10').replace('9]', '8]'))

  const text = await shown(shop, 'plan')

  expect(text.split('\n').filter((line) => /prices|default/.test(line))).toMatchInlineSnapshot(`
    [
      "! TEE default 1-9: 20.00 → 10.00 (▼50.0 %).  shop.yaml:2",
      "~ product TEE "Tee"  prices (2 of 2 cells)  shop.yaml:2",
      "      ~ prices  changed in the catalogue and in the store: the whole grid is written",
      "          default 1-9  20.00 → 10.00  ▼50.0 %",
      "          default 10+  9.00 → 8.00  ▼11.1 %",
    ]
  `)
})

test('a row that somebody added or removed in the store says so, and so does a value that is overwritten', async () => {
  const shop = await openShop([], { 'shop.yaml': described('Tee') })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  await shop.run('apply', '--auto-approve')
  shop.emulator.seed([
    bareRecord('Product', { sku: 'TEE', title: 'Store tee', price: '10' }),
    bareRecord('ProductAttributes', { sku: 'TEE', label: 'Cut', value: 'Long' }),
  ])
  write(shop, described('Shirt'))

  const text = await shown(shop, 'plan')
  const markdown = await shown(shop, 'plan', '--format', 'markdown')

  expect(text.split('\n').filter((line) => /^ +(title|[-+~])/.test(line))).toMatchInlineSnapshot(`
    [
      "      title  Store tee → Shirt  changed in the store too, was Tee",
      "      - attribute Cut  value Long  changed in the store",
    ]
  `)
  expect(markdown).toContain('`product TEE "Shirt": title was changed in the store and is overwritten.`')
  expect(markdown).toContain('title  Store tee → Shirt  changed in the store too, was Tee')
  expect(markdown).toContain('- attribute Cut  value Long  changed in the store')
})

test('what is overwritten is listed where a plan is shown by cause, beside prices too', async () => {
  const skus = Array.from({ length: 30 }, (_, index) => `TEE-${index + 10}`)
  const shop = await openShop([], {
    'shop.yaml': `products:\n${skus.map((sku) => `  ${sku}: { title: ${sku}, price: 10, pricing: { prices: { default: [10] }, breaks: [1] } }\n`).join('')}`,
  })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  appendFileSync(join(shop.root, 'planogram.yaml'), 'guards: { price_change: off, max_changes: off }\n')
  await shop.run('apply', '--auto-approve')
  for (const { fields, children } of shop.emulator.records('Product+PricingAdvanced')) {
    const rows = (children.PricingAdvanced ?? []).map((row) => bareRecord('PricingAdvanced', { ...row.fields, price: '10.5' }))
    shop.emulator.seed([bareRecord('Product', { ...fields, title: `store ${fields['sku'] ?? ''}` }), ...rows])
  }

  const text = await shown(shop, 'plan')
  const markdown = await shown(shop, 'plan', '--format', 'markdown')

  expect([counts(text), counts(markdown)]).toMatchInlineSnapshot(`
    [
      [
        5,
        5,
        "… 25 more records",
      ],
      [
        15,
        15,
        "… and 10 more records",
      ],
    ]
  `)
})
