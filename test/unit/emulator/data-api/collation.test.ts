import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Switches } from '../../../../src/emulator/assumptions/switches.ts'
import type { RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { type StoreRequest, storeRequest } from '../store-request.ts'

let store: RunningEmulator
let send: StoreRequest

async function open(more: Partial<Switches> = {}): Promise<void> {
  store = await startEmulator({ switches: { collation: 'nocase', ...more } })
  send = storeRequest(store)
}
beforeEach(() => open())
afterEach(() => store.close())

async function post(spec: string, ...nodes: readonly string[]): Promise<number> {
  return (await send('POST', spec, `<ResultSet>${nodes.join('')}</ResultSet>`)).status
}

test('rows join their parents whatever the case of the two keys', async () => {
  await post('Product', '<Product><sku>Tee</sku></Product>')
  await post('Cat', '<Cat><code>Tops</code><name>All tops</name></Cat>')
  await post('PricingAdvanced', '<PricingAdvanced><sku>TEE</sku><price>5</price></PricingAdvanced>')
  await post('ProdCat', '<ProdCat><sku>tee</sku><cat_code>TOPS</cat_code></ProdCat>')
  await post('Variants', '<Variant><code>tee-S</code><sku>tEE</sku></Variant>')
  await post('Inventory', '<Inventory><sku>TEE-s</sku><quantity>2</quantity></Inventory>')

  const seen = await send(
    'GET',
    'Product+PricingAdvanced+Cat+(Variants+Inventory)/?_fields=sku|PricingAdvanced:price|Cat:name|Variants:code|Inventory:quantity',
  )
  const back = await send('GET', 'PricingAdvanced+Product/?_fields=sku|Product:sku')

  expect(seen.records).toEqual([
    '<Product><sku>Tee</sku><PricingAdvanced><price>5</price></PricingAdvanced><Cat><name>All tops</name></Cat>' +
      '<Variant><code>tee-S</code><Inventory><quantity>2</quantity></Inventory></Variant></Product>',
  ])
  expect(back.records).toEqual(['<PricingAdvanced><sku>TEE</sku><Product><sku>Tee</sku></Product></PricingAdvanced>'])
})

test('keys, filters, PUT and DELETE find a record whatever the case', async () => {
  await post(
    'Product+PricingAdvanced',
    '<Product><sku>Tee</sku><PricingAdvanced><sku>TEE</sku><price>5</price></PricingAdvanced></Product>',
  )

  const statuses = [
    (await send('GET', 'Product/tEE')).status,
    (await send('PUT', 'Product/TEE', '<ResultSet><Product><sku>tee</sku><title>New</title></Product></ResultSet>')).status,
    await post('Product', '<Product><sku>TEE</sku><brand>North</brand></Product>'),
    await post('PricingAdvanced', '<PricingAdvanced><uid>1</uid><sku>tee</sku><price>6</price></PricingAdvanced>'),
  ]
  const products = await send('GET', 'Product/?sku=tee&_fields=title,brand')
  const removed = await send('DELETE', 'PricingAdvanced?sku=tEe')

  expect([...statuses, removed.status]).toEqual([200, 200, 200, 200, 200])
  expect(products.records).toEqual(['<Product><title>New</title><brand>North</brand></Product>'])
  expect([(await send('GET', 'Product/')).counts, (await send('GET', 'PricingAdvanced/')).counts]).toEqual(['0 1 1', '0 0 0'])
})

test('a PUT finds a record by its key and keeps the spelling that the record has', async () => {
  await post('Product', '<Product><sku>Tee</sku></Product>')

  await send('PUT', 'Product/TEE', '<ResultSet><Product><title>New</title></Product></ResultSet>')

  expect((await send('GET', 'Product/?_fields=sku,title')).records).toEqual(['<Product><sku>Tee</sku><title>New</title></Product>'])
})

test('references and cascades ignore the case, too', async () => {
  await store.close()
  await open({ references: 'reject', cascade: 'owned' })
  await post('Product', '<Product><sku>Tee</sku></Product>')

  const accepted = await post('PricingAdvanced', '<PricingAdvanced><sku>TEE</sku><price>5</price></PricingAdvanced>')
  const refused = await post('PricingAdvanced', '<PricingAdvanced><sku>TE</sku><price>5</price></PricingAdvanced>')
  await send('DELETE', 'Product/tee')

  expect([accepted, refused, (await send('GET', 'PricingAdvanced/')).counts]).toEqual([200, 400, '0 0 0'])
})

test('nested rows of the same parent in another case are replaced', async () => {
  await store.close()
  await open({ nested: 'replace' })
  await post('Product', '<Product><sku>Tee</sku></Product>')
  await post('ProdCat', '<ProdCat><sku>TEE</sku><cat_code>old</cat_code></ProdCat>')

  await post('Product+ProdCat', '<Product><sku>tee</sku><ProdCat><cat_code>new</cat_code></ProdCat></Product>')

  expect((await send('GET', 'ProdCat/?_fields=cat_code')).records).toEqual(['<ProdCat><cat_code>new</cat_code></ProdCat>'])
})

test('the pages of the shop find products and categories whatever the case', async () => {
  await post('Cat', '<Cat><code>Tops</code><name>All tops</name></Cat>')
  await post('CatParent', '<CatParent><cat_code>TOPS</cat_code><parent_code>0</parent_code></CatParent>')
  await post('Product', '<Product><sku>Tee</sku><title>A tee</title><slug>Fine-Tee</slug></Product>')
  await post('ProdCat', '<ProdCat><sku>TEE</sku><cat_code>tops</cat_code></ProdCat>')

  const pages = await Promise.all(
    ['product/TEE', 'fine-tee', 'category/TOPS'].map(async (path) =>
      (await fetch(`${store.url}/${path}`, { headers: { accept: 'text/html' } })).text(),
    ),
  )

  expect(pages.map((page) => [page.includes('A tee'), page.includes('All tops')])).toEqual([
    [true, true],
    [true, true],
    [true, true],
  ])
})

test('lint does not take a key in another case for a missing one', async () => {
  await post('Product', '<Product><sku>Tee</sku></Product>')
  await post('Inventory', '<Inventory><sku>TEE</sku><quantity>1</quantity></Inventory>', '<Inventory><sku>gone</sku></Inventory>')

  const findings: unknown = await (await fetch(`${store.url}/_emulator/lint`)).json()

  expect(findings).toEqual([expect.objectContaining({ rule: 'reference', key: 'gone' })])
})

const subscription = (url: string): string => `<Webhook><name>NewOrder</name><url>${url}</url></Webhook>`

test('subscriptions to addresses that differ in case are one, for POST and DELETE', async () => {
  await post('Webhooks', subscription('http://127.0.0.1:9/Hook'), subscription('http://127.0.0.1:9/hook'))
  const before = (await send('GET', 'Webhooks/')).counts

  await send('DELETE', 'Webhooks?name=NewOrder&url=http://127.0.0.1:9/HOOK')

  expect([before, (await send('GET', 'Webhooks/')).counts]).toEqual(['0 1 1', '0 0 0'])
})
