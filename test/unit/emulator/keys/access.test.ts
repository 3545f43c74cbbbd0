import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { basic, faultOf, storeRequest } from '../store-request.ts'

let time = new Date('2026-03-01T10:00:00Z')
const store = await startEmulator({ now: () => time })
const as = (key: string) => storeRequest({ url: store.url, key })
const refused = '401 The application key is missing, unknown or expired'

beforeEach(() => {
  time = new Date('2026-03-01T10:00:00Z')
  for (const { code, origin } of store.keys.list()) if (origin !== 'first') store.keys.remove(code)
})
afterAll(() => store.close())

const body = '<ResultSet><Product><sku>A</sku></Product></ResultSet>'
const put = '<ResultSet><Inventory><quantity>1</quantity></Inventory></ResultSet>'

test.each([
  ['GET', 'Product/', undefined],
  ['GET', 'Product/A', undefined],
  ['GET', 'Inventory+Product/', undefined],
  ['GET', 'Inventory+(Product+Options)/', undefined],
  ['GET', 'Inventory+Products.xsd', undefined],
  ['POST', 'Products', body],
  ['PUT', 'Product/A', body],
  ['DELETE', 'Product/A', undefined],
  ['DELETE', 'Product?sku=A', undefined],
  ['OPTIONS', 'Product/', undefined],
])('a key to some resources is refused: %s %s', async (...[method, path, sent]) => {
  const { key } = store.keys.add({ resources: ['Inventory', 'Options'] })

  const seen = await as(key)(method, path, sent)

  expect(faultOf(seen)).toBe('403 This key has no access to Product')
})

test('HEAD is refused without a body; a join that does not exist is refused before the key is asked', async () => {
  const { key } = store.keys.add({ resources: ['Inventory'] })

  const seen = [await as(key)('HEAD', 'Product/'), await as(key)('GET', 'Inventory+Customer/'), await as(key)('GET', 'Nothing/')]

  expect(seen.map(({ status, text }) => [status, text.slice(0, 5)])).toEqual([
    [403, ''],
    [406, '<?xml'],
    [404, '<?xml'],
  ])
})

test('what the key does reach works, by any name of the resource', async () => {
  const { key } = store.keys.add({ resources: ['Variant', 'AdvancedPricing', 'Inventory'] })

  const seen = [await as(key)('GET', 'Variants+PricingAdvanced/'), await as(key)('GET', 'Inventory.xsd')]
  const changed = await as(key)('PUT', 'Inventory/A', put)

  expect(seen.map(({ status }) => status)).toEqual([200, 200])
  expect(faultOf(changed)).toBe('404 Inventory A not found')
})

test('deny wins, over all resources and over a list', async () => {
  const all = store.keys.add({ deny: ['Customer'] })
  const some = store.keys.add({ resources: ['Customer', 'Order'], deny: ['Customer'] })

  const seen = [
    await as(all.key)('GET', 'Customer/'),
    await as(all.key)('GET', 'Order+Customer/'),
    await as(all.key)('GET', 'Order/'),
    await as(some.key)('GET', 'Customer/'),
    await as(some.key)('GET', 'Order/'),
  ]

  expect(seen.map(({ status }) => status)).toEqual([403, 403, 200, 403, 200])
})

test('a key ends on the clock of the store, and expire ends it at once', async () => {
  const { key } = store.keys.add({ expires: new Date('2026-03-01T12:00:00Z') })
  const other = store.keys.add()
  const before = await as(key)('GET', 'Cat/')
  time = new Date('2026-03-01T11:59:59Z')
  const still = await as(key)('GET', 'Cat/')

  time = new Date('2026-03-01T12:00:00Z')
  store.keys.expire(other.code)

  const after = [await as(key)('GET', 'Cat/'), await as(other.key)('GET', 'Cat/')]
  expect([before.status, still.status]).toEqual([200, 200])
  expect(after.map(faultOf)).toEqual([refused, refused])
  expect([store.keys.expire('nope'), store.keys.remove('nope')]).toEqual([false, false])
})

test('the Files API takes keys to all resources, or those that are told so (F8)', async () => {
  const folder = (key: string) => fetch(`${store.filesUrl}/shop/images/`, { headers: { authorization: basic(key) } })
  const all = store.keys.add()
  const some = store.keys.add({ resources: ['Product'] })
  const both = store.keys.add({ resources: ['Product'], files: true })
  const none = store.keys.add({ files: false })

  const seen = await Promise.all([all, some, both, none].map(({ key }) => folder(key)))

  expect(seen.map(({ status }) => status)).toEqual([200, 403, 200, 403])
  expect(await seen[1]?.text()).toContain('<msg>This key has no access to the Files API</msg>')
})

test('the list shows every key without its text', () => {
  const { key, code } = store.keys.add({ key: 'top-secret', title: 'ERP', resources: ['Products', 'Product'], deny: ['Order'] })

  const list = store.keys.list()

  const always = { created: '2026-03-01 10:00:00', used: null, expires: null, expired: false, suspect: null }
  expect(list).toEqual([
    {
      ...always,
      code: expect.any(String),
      title: 'first key',
      origin: 'first',
      ending: store.key.slice(-4),
      resources: null,
      deny: [],
      files: true,
    },
    { ...always, code, title: 'ERP', origin: 'added', ending: '', resources: ['Product'], deny: ['Order'], files: false },
  ])
  expect(JSON.stringify(list)).not.toContain(key)
})

test('adding a key of the same text replaces it', async () => {
  store.keys.add({ key: 'same', resources: ['Cat'] })

  store.keys.add({ key: 'same' })

  expect((await as('same')('GET', 'Product/')).status).toBe(200)
  expect(store.keys.list().length).toBe(2)
})

test.each([
  [{ resources: ['Products', 'Prodcut'] }, /lists a resource that does not exist: Products, Prodcut/],
  [{ deny: ['X'] }, /lists a resource that does not exist: X/],
  [{ resources: [] }, /may access neither a resource nor the Files API/],
  [{ key: 'a:b' }, /is empty, or contains a colon or a control character/],
  [{ key: '' }, /is empty, or contains a colon/],
])('refused: %j', (options, message) => {
  expect(() => store.keys.add(options)).toThrow(message)
  expect(store.keys.list().length).toBe(1)
})

test('a 403 has the body of the switch errorBody', async () => {
  await using html = await startEmulator({ switches: { errorBody: 'html' } })
  const { key } = html.keys.add({ deny: ['Cat'] })

  const seen = await storeRequest({ url: html.url, key })('GET', 'Cat/')

  expect([seen.status, seen.text]).toEqual([403, '<html><body><h1>403</h1></body></html>\n'])
})

test('keys live through a restart and a reset; the code of a removed key is not given again', async () => {
  const data = await mkdtemp(join(tmpdir(), 'planogram-keys-'))
  const first = await startEmulator({ data })
  const { key, code } = first.keys.add({ resources: ['Cat'] })
  first.reset()
  first.keys.remove(first.keys.add().code)
  await first.close()

  const second = await startEmulator({ data })

  const seen = [await storeRequest({ url: second.url, key })('GET', 'Cat/'), await storeRequest(second)('GET', 'Product/')]
  const next = second.keys.add().code
  await second.close()
  await rm(data, { recursive: true, force: true })
  expect(seen.map(({ status }) => status)).toEqual([200, 200])
  expect([code, next]).toEqual(['k2', 'k4'])
})
