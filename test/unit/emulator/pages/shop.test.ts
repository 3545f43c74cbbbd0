import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { startExampleStore } from '../../../support/example-store.ts'
import { getPage, partOf, record, textOf } from './page.ts'

const store = await startExampleStore()
store.seed([
  record('Product', { sku: 'GHOST', title: 'Ghost lamp', slug: 'ghost-lamp', price: '12', inactive: 'true', image: 'no-such.png' }),
  record('Product', { sku: 'PAIR', title: 'Pair', price: '1' }, { Variants: [record('Variants', { code: 'PAIR-1', sku: 'PAIR' })] }),
  record('Product', { sku: '..', title: 'Two dots', price: '1' }),
  record('Product', { sku: 'A/B C', title: 'Odd key', slug: '/evil.example', price: '1' }),
  record('Cat', { code: 'loose', name: 'Loose end' }),
  record('Cat', { code: 'ring-a', name: 'Ring A' }, { CatParent: [record('CatParent', { cat_code: 'ring-a', parent_code: 'ring-b' })] }),
  record('Cat', { code: 'ring-b', name: 'Ring B' }, { CatParent: [record('CatParent', { cat_code: 'ring-b', parent_code: 'ring-a' })] }),
])
afterAll(() => store.close())

/** The address of the large picture. */
const large = ({ html }: { html: string }): string | undefined => /<div class="large">[\s\S]*?src="([^"]+)"/.exec(html)?.[1]
const priceBox = (page: { html: string }): string => partOf(page, /<div class="price-panel"/, '<details')

test('the home page shows the categories at the top and the products that are picked out', async () => {
  const home = await getPage(store, '/')

  const tree = partOf(home, /<nav class="tree"/, '</nav>')
  expect(home.status).toBe(200)
  expect(tree).toContain('Clothing Tents &amp; sleeping'.replace('&amp;', '&'))
  expect(tree).toContain('Dealer room Hidden')
  expect(tree).toContain('Not in the tree')
  expect(tree).toContain('Loose end')
  expect(home.text).toContain('Featured')
  expect(home.html.match(/<li class="card /g)?.length).toBeGreaterThan(5)
})

test('a category shows its products in the order of their places, and a category with several parents every way to it', async () => {
  const category = await getPage(store, '/category/mugs')

  const ways = [...category.html.matchAll(/<nav class="crumbs"[\s\S]*?<\/nav>/g)].map(([crumbs]) => textOf(crumbs))
  const titles = [...category.html.matchAll(/<span class="card-title">([^<]*)</g)].map(([, title]) => title)
  expect(ways.toSorted()).toEqual(['Camp kitchen Drinkware', 'Gifts & paper Drinkware'])
  expect(titles).toEqual(['Enamel mug', 'Stoneware mug', 'Travel mug'])
})

test('categories in a circle are shown and end', async () => {
  const page = await getPage(store, '/category/ring-a')

  expect(page.status).toBe(200)
  expect(partOf(page, /<nav class="tree"/, '</nav>')).toContain('Ring A')
})

test('a category of any depth has a page, on which the tree ends', async () => {
  await using deep = await startEmulator()
  const levels = Array.from({ length: 3000 }, (_, at) => at)
  deep.seed(
    levels.flatMap((at) => [
      record('Cat', { code: `level-${at}`, name: `Level ${at}` }),
      record('CatParent', { cat_code: `level-${at}`, parent_code: at === 0 ? '0' : `level-${at - 1}` }),
    ]),
  )
  const [bottom, near] = await Promise.all(['level-2999', 'level-50'].map((code) => getPage(deep, `/category/${code}`)))

  expect([bottom?.status, near?.status]).toEqual([200, 200])
  expect(bottom && partOf(bottom, /<nav class="tree"/, '</nav>')).toContain('Level 100 More levels are not shown here.')
  expect(near && partOf(near, /<nav class="tree"/, '</nav>')).toContain('Level 51 All products')
})

test('a product is found under its slug and its sku, the same page', async () => {
  const bySlug = await getPage(store, '/enamel-mug')
  const bySku = await getPage(store, '/product/MUG-ENAMEL')

  expect(bySlug.text).toBe(bySku.text)
  expect(bySlug.text).toContain('Enamel mug')
})

test('a product shows pictures, description, attributes and stock', async () => {
  const page = await getPage(store, '/enamel-mug')

  const pictures = [...page.html.matchAll(/src="(\/_shop\/files\/[^"]+)"/g)].map(([, address = '']) => address)
  const answers = await Promise.all(pictures.map((address) => fetch(store.url + address)))
  expect(new Set(pictures)).toEqual(new Set(['/_shop/files/images/items/mug-enamel.png', '/_shop/files/images/items/mug-enamel-gold.png']))
  expect(answers.map(({ status, headers }) => `${status} ${headers.get('content-type')}`)).toEqual(pictures.map(() => '200 image/png'))
  expect(page.text).toContain('The gold rim is painted by hand')
  expect(page.text).toContain('Holds 350 ml')
  expect(page.text).toContain('140 in stock')
})

test('a simple option adds its adjustment to the price', async () => {
  const [plain, gold] = [await getPage(store, '/enamel-mug'), await getPage(store, '/enamel-mug?option.rim=gold')]

  expect(priceBox(plain)).toContain('£11.00')
  expect(priceBox(gold)).toContain('£14.00')
  expect(partOf(gold, /<ol>\s*<li>\s*<span class="step-text"/, '</ol>')).toBe('simple price £11.00 option rim = gold: +3 £14.00')
})

test('advanced options choose the variant: its price, picture and code', async () => {
  const first = await getPage(store, '/classic-tee')
  const navy = await getPage(store, '/classic-tee?option.size=l&option.colour=navy')

  expect(first.text).toContain('TEE-CLASSIC-s-red (of TEE-CLASSIC)')
  expect(large(first)).toBe('/_shop/files/images/items/tee-classic.png')
  expect(navy.text).toContain('TEE-CLASSIC-l-navy (of TEE-CLASSIC)')
  expect(large(navy)).toBe('/_shop/files/images/items/tee-classic-navy.png')
  expect(priceBox(navy)).toContain('£21.95')
})

test('viewing as a group, with pieces and a currency, marks the entry that won and says why', async () => {
  const page = await getPage(store, '/classic-tee?group=dealer&quantity=50&currency=EUR')

  const won = [...page.html.matchAll(/<span\s+class="entry[^"]* won"\s*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => textOf(cell))
  expect(priceBox(page)).toContain('€12.50')
  expect(priceBox(page)).toContain('price forced in EUR for group dealer from quantity 48')
  expect(won).toHaveLength(1)
  expect(won[0]).toContain('€12.50')
})

test('without a forced price the rate counts, and the step says that it is ours', async () => {
  const page = await getPage(store, '/classic-tee?quantity=12&currency=EUR')

  expect(priceBox(page)).toContain('€20.30')
  expect(page.text).toContain('x 1.16, the rate from GBP to EUR')
})

const steps = (html: string): string => partOf({ html }, /<ol>\s*<li>\s*<span class="step-text"/, '</ol>')

test('in a currency without a rate each step shows the price in the default currency', async () => {
  const page = await getPage(store, '/classic-tee?currency=USD')
  const forced = await getPage(store, '/classic-tee?group=dealer&quantity=50&currency=EUR')

  expect(steps(page.html)).toMatch(/£19\.95 .*no price$/)
  expect(steps(page.html)).not.toContain('$')
  expect(steps(forced.html)).toContain('€12.50')
})

test('subproducts are listed with price and stock, and each one shows its own breaks', async () => {
  const page = await getPage(store, '/hexagon-bolts?variant=BOLT-M8&quantity=150')

  const rows = [...partTable(page.html, 'subproducts')].map((row) => textOf(row))
  expect(rows).toEqual(['M6 BOLT-M6 £0.20 2400 in stock', 'M8 BOLT-M8 £0.22 1800 in stock', 'M10 BOLT-M10 £0.35 900 in stock'])
  expect(priceBox(page)).toContain('£0.22')
  expect(partTable(page.html, 'breaks').map((row) => textOf(row))).toEqual(
    ['1 to 99 £0.25 £0.18', '100 to 999 £0.22 (this price applies) £0.15', '1000 or more £0.18 £0.13'].map((row) =>
      row.replace('£0.13', '£0.125'),
    ),
  )
})

function partTable(html: string, name: string): readonly string[] {
  const table = html.slice(html.indexOf(`<table class="${name}"`))
  return [...table.slice(table.indexOf('<tbody>'), table.indexOf('</tbody>')).matchAll(/<tr[\s\S]*?<\/tr>/g)].map(([row]) => row)
}

test('a timed promotion counts on its days only, by the clock of the store', async () => {
  const before = await getPage(store, '/classic-tee')
  store.clock.set(new Date('2030-12-24T20:00:00Z'))
  const during = await getPage(store, '/classic-tee')
  store.clock.reset()

  expect(priceBox(before)).toContain('£19.95')
  expect(priceBox(during)).toContain('£17.96 instead of £19.95')
  expect(during.text).toContain('10% off from 2030-12-01 to 2030-12-24')
})

test('a hidden product is shown with a badge and a note, and its missing picture is named', async () => {
  const page = await getPage(store, '/ghost-lamp')
  const list = await getPage(store, '/_shop/products?q=ghost')

  expect(page.status).toBe(200)
  expect(page.text).toContain('It is inactive: hidden from the website for all customers.')
  expect(page.text).toContain('Missing file: images/items/no-such.png')
  expect(partOf(list, /<li class="card/, '</li>')).toContain('Hidden')
})

test('the page of a product whose variants cannot be chosen explains it', async () => {
  const page = await getPage(store, '/product/PAIR')

  expect(page.text).toContain('It has 1 variant, but option_type is not Matrix: customers cannot choose one.')
})

test('a product that is kept for a group says so to others', async () => {
  const [visitor, dealer] = [await getPage(store, '/product/TEE-COUNTER'), await getPage(store, '/product/TEE-COUNTER?group=dealer')]

  expect(visitor.text).toMatch(/Only for Dealers, Gold dealers/)
  expect(visitor.text).toMatch(/Visitor would not see it with access restriction enabled/)
  expect(dealer.text).not.toMatch(/would not see it/)
})

test('keys and slugs that are no address still lead to their product, and never out of the shop', async () => {
  const list = await getPage(store, '/_shop/products?q=o')
  const addresses = [...list.html.matchAll(/<a href="([^"]+)">\s*<span class="card-picture"/g)].map(([, address]) => address)

  expect(addresses.filter((address) => !/^\/[^/\\]/.test(address ?? ''))).toEqual([])
  expect((await getPage(store, '/product/?key=..')).text).toContain('Two dots')
  expect((await getPage(store, '/product/A%2FB%20C')).text).toContain('Odd key')
  expect(list.html).not.toContain('href="//')
})

test('links carry the viewer', async () => {
  const page = await getPage(store, '/category/tees?group=dealer&quantity=12')

  const links = [...page.html.matchAll(/<a href="(\/[^"_][^"]*)">\s*<span class="card-picture"/g)].map(([, address = '']) => address)
  expect(links.length).toBeGreaterThan(3)
  expect(links.filter((address) => !address.endsWith('?group=dealer&amp;quantity=12'))).toEqual([])
})

test('lists come in pages', async () => {
  const [first, last] = [await getPage(store, '/_shop/products'), await getPage(store, '/_shop/products?page=999')]

  expect(first.html.match(/<li class="card /g)).toHaveLength(24)
  expect(first.text).toMatch(/Page 1 of \d+ Next/)
  expect(last.text).toMatch(/Previous Page (\d+) of \1/)
})

test.each([
  ['an address that nothing has', '/nothing-here', 404],
  ['a malformed escape', '/%zz', 400],
  ['a file that is not there', '/_shop/files/images/items/none.png', 404],
  ['a folder', '/_shop/files/images/items', 404],
  ['dots in a file address', '/_shop/files/..%2f..%2fetc%2fpasswd', 404],
  ['an asset that is not there', '/_shop/constructor', 404],
])('%s is refused', async (_, path, status) => {
  const page = await getPage(store, path)

  expect(page.status).toBe(status)
})

test.each(['*/*', 'application/xml', undefined])(
  'a wrong address of the shop is a page also for a client that accepts %s',
  async (accept) => {
    const answer = await fetch(`${store.url}/nothing-here`, accept === undefined ? {} : { headers: { accept } })

    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await answer.text()).toMatch(/^<!doctype html>/)
  },
)

test('the shop is read only', async () => {
  const answers = await Promise.all(['POST', 'PUT', 'DELETE'].map((method) => fetch(`${store.url}/enamel-mug`, { method })))

  expect(answers.map(({ status }) => status)).toEqual([405, 405, 405])
})

test('an empty store says that it is empty', async () => {
  await using empty = await startExampleStore()
  empty.reset()

  expect((await getPage(empty, '/')).text).toContain('This store has no products and no categories yet.')
})
