import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { basic } from '../store-request.ts'
import { getPage, record } from './page.ts'

const store = await startEmulator()
const slugs = [
  '_admin',
  '_admin/orders',
  '_emulator',
  '_shop/x',
  'api_oauth',
  'API/x',
  'files',
  'product/B',
  'category',
  'plain',
  'two/parts',
]
store.seed({
  records: [
    ...slugs.map((slug, at) => record('Product', { sku: `SKU-${at}`, title: slug, slug, price: '1' })),
    record('Product', { sku: 'BLUE', title: 'Blå genser', brand: 'Ærlig', price: '1', slug: 'blue' }),
  ],
  files: [{ path: 'images/items/a.png', bytes: Buffer.from('first') }],
})
afterAll(() => store.close())

test('the link to a product leads to it, also where its slug is an address of the store itself', async () => {
  const { html } = await getPage(store, '/_shop/products')
  const links = [...html.matchAll(/<a href="([^"]+)">\s*<span class="card-picture">/g)].map(([, address = '']) => address)
  const pages = await Promise.all(links.map((address) => getPage(store, address)))

  const titles = pages.map((page) => /<h1>([^<]*)<\/h1>/.exec(page.html)?.[1])
  expect(titles).toHaveLength(slugs.length + 1)
  expect(new Set(titles)).toEqual(new Set([...slugs, 'Blå genser']))
})

test.each(['blå', 'BLÅ GENSER', 'ærlig', 'GENSER', 'bla\u030A'])('the search finds %s, whatever its case', async (text) => {
  const page = await getPage(store, `/_shop/products?q=${encodeURIComponent(text)}`)

  expect(page.text).toContain('1 product ')
  expect(page.html.match(/<li class="card/g)).toHaveLength(1)
})

test('a search is a list with pages', async () => {
  const page = await getPage(store, '/_shop/products?q=sku-&page=2')

  expect(page.text).toContain(`${slugs.length} products`)
  expect(page.html.match(/<li class="card/g)).toHaveLength(slugs.length)
})

test('a browser asks each time whether a picture is still the same', async () => {
  const address = `${store.url}/_shop/files/images/items/a.png`
  const first = await fetch(address)
  const etag = first.headers.get('etag') ?? ''
  const same = await fetch(address, { headers: { 'if-none-match': etag }, cache: 'no-store' })
  await fetch(`${store.filesUrl}/shop/images/items/a.png`, { method: 'PUT', headers: { authorization: basic(store.key) }, body: 'second' })
  const other = await fetch(address, { headers: { 'if-none-match': etag }, cache: 'no-store' })

  expect([first, same, other].map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual([
    [200, 'no-cache'],
    [304, 'no-cache'],
    [200, 'no-cache'],
  ])
  expect(await other.text()).toBe('second')
})
