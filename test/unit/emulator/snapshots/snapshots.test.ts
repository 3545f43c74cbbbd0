import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { basic, storeRequest } from '../store-request.ts'

const folder = mkdtempSync(join(tmpdir(), 'planogram-snapshots-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const product = (store: RunningEmulator, sku: string, title: string) =>
  storeRequest(store)('POST', 'Product', `<ResultSet><Product><sku>${sku}</sku><title>${title}</title></Product></ResultSet>`)
const upload = (store: RunningEmulator, path: string, body: string) =>
  fetch(`${store.filesUrl}/shop/${path}`, { method: 'PUT', body, headers: { authorization: basic(store.key) } })
const download = async (store: RunningEmulator, path: string) =>
  (await fetch(`${store.filesUrl}/shop/${path}`, { headers: { authorization: basic(store.key) } })).text()
const titles = async (store: RunningEmulator) =>
  (await storeRequest(store)('GET', 'Product/?_fields=title')).records.join('').replace(/<[^>]*>/g, '')

test.each([
  ['in memory', undefined],
  ['in a folder', join(folder, 'round')],
])('%s: a loaded snapshot is the state that was saved, files included, and the key stays', async (_, data) => {
  await using store = await startEmulator(data === undefined ? {} : { data })
  await product(store, 'A', 'first')
  await upload(store, 'images/items/a.txt', 'one')
  store.snapshots.save('before')
  await product(store, 'A', 'second')
  await product(store, 'B', 'more')
  await upload(store, 'images/items/a.txt', 'two')
  await fetch(`${store.filesUrl}/shop/images/thumb/`, { method: 'DELETE', headers: { authorization: basic(store.key) } })
  const later = store.keys.add()

  store.snapshots.load('before')

  expect([await titles(store), await download(store, 'images/items/a.txt')]).toEqual(['first', 'one'])
  expect((await storeRequest({ url: store.url, key: later.key })('GET', 'Product/')).counts).toBe('0 1 1')
  expect(store.snapshots.diff('before')).toEqual([])
})

test('list, diff and remove', async () => {
  await using store = await startEmulator()
  store.seed([
    { resource: 'PricingAdvanced', fields: { uid: '1', sku: 'A', price: '3' }, children: {} },
    { resource: 'ProdCat', fields: { sku: 'A', cat_code: 'c' }, children: {} },
  ])
  await upload(store, 'images/items/a.txt', 'one')
  store.snapshots.save('one')
  store.seed([{ resource: 'PricingAdvanced', fields: { uid: '1', sku: 'A', price: '4', group_code: 'vip' }, children: {} }])
  await storeRequest(store)('DELETE', 'ProdCat?sku=A')
  await product(store, 'A', 'new')
  await upload(store, 'images/items/a.txt', 'other')
  store.snapshots.save('two')

  const seen = store.snapshots.diff('one', 'two')

  expect(seen).toEqual([
    { resource: 'Product', key: 'A', change: 'added', fields: {} },
    { resource: 'PricingAdvanced', key: '1', change: 'changed', fields: { price: ['3', '4'], group_code: [null, 'vip'] } },
    { resource: 'ProdCat', key: 'A c', change: 'removed', fields: {} },
    {
      resource: 'File',
      key: 'images/items/a.txt',
      change: 'changed',
      fields: { sha256: [expect.stringMatching(/^7692c3/), expect.stringMatching(/^d9298a/)], size: ['3', '5'] },
    },
  ])
  expect(store.snapshots.list().map(({ name, size }) => [name, size > 1000])).toEqual([
    ['one', true],
    ['two', true],
  ])
  expect([store.snapshots.remove('one'), store.snapshots.remove('one')]).toEqual([true, false])
  expect(store.snapshots.list().map(({ name }) => name)).toEqual(['two'])
})

test('snapshots outlive the process, keep their bytes alive, and hold no key', async () => {
  const data = join(folder, 'kept')
  const first = await startEmulator({ data, key: 'top-secret-key' })
  await upload(first, 'images/items/a.txt', 'kept')
  first.snapshots.save('old')
  await fetch(`${first.filesUrl}/shop/images/items/a.txt`, { method: 'DELETE', headers: { authorization: basic(first.key) } })
  await first.close()

  await using second = await startEmulator({ data })
  second.snapshots.load('old')

  expect(await download(second, 'images/items/a.txt')).toBe('kept')
  expect(readFileSync(join(data, 'snapshots', 'old.db')).includes('top-secret-key')).toBe(false)
  second.reset()
  second.snapshots.remove('old')
  expect(readdirSync(join(data, 'blobs', 'kept'))).toEqual([])
})

test.each(['', '.', '..', '../up', 'a/b', 'a\0b', 'x'.repeat(65), '-x'])('a snapshot cannot be named %j', async (name) => {
  await using store = await startEmulator()

  expect(() => store.snapshots.save(name)).toThrow('Invalid snapshot name')
  expect(() => store.snapshots.load(name)).toThrow(/^(?:Invalid snapshot name|There is no snapshot)/)
})

test('loading what is not there changes nothing', async () => {
  await using store = await startEmulator()
  await product(store, 'A', 'first')

  expect(() => store.snapshots.load('nothing')).toThrow('There is no snapshot nothing.')
  expect(await titles(store)).toBe('first')
})

test('reset goes back to the seed; a store that holds records already keeps them', async () => {
  const data = join(folder, 'seeded')
  const seed = {
    records: [
      { resource: 'Product', fields: { sku: 'A', title: 'seeded' }, children: {} },
      { resource: 'Customer', fields: { username: 'ann' }, children: {} },
      { resource: 'Order', fields: { order_number: '1000', username: 'ann' }, children: {} },
    ],
    files: [{ path: 'images/items/a.txt', bytes: Buffer.from('seeded') }],
    keys: [{ key: 'second-key', resources: ['Product'] }],
  } as const
  const first = await startEmulator({ data, seed })
  await product(first, 'A', 'changed')
  await upload(first, 'images/items/a.txt', 'changed')
  await first.close()
  await using second = await startEmulator({ data, seed })
  const before = [await titles(second), await download(second, 'images/items/a.txt')]

  second.reset()

  expect(before).toEqual(['changed', 'changed'])
  expect([await titles(second), await download(second, 'images/items/a.txt')]).toEqual(['seeded', 'seeded'])
  expect((await storeRequest({ url: second.url, key: 'second-key' })('GET', 'Product/')).status).toBe(200)
  expect((await storeRequest({ url: second.url, key: 'second-key' })('GET', 'Order/')).status).toBe(403)
  expect((await storeRequest(second)('GET', 'Order/1000?_fields=username')).records).toEqual(['<Order><username>ann</username></Order>'])
})

test('a store keeps its id when it starts again, is reset, or loads a snapshot; another store has another one', async () => {
  const data = join(folder, 'id')
  const first = await startEmulator({ data })
  first.snapshots.save('before')
  await first.close()
  await using again = await startEmulator({ data })
  await using other = await startEmulator()

  again.snapshots.load('before')
  again.reset()

  expect(again.id).toEqual({ id: expect.stringMatching(/^[0-9a-f]{16}$/), isLate: false })
  expect(again.id).toEqual(first.id)
  expect(other.id.id).not.toBe(first.id.id)
})
