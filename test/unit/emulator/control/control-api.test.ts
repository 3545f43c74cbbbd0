import { request } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { basic, storeRequest } from '../store-request.ts'
import { type Answer, controlRequest } from './control-request.ts'

const store = await startEmulator({ key: 'control-key', now: () => new Date('2026-11-20T07:00:00Z') })
const send = storeRequest(store)
beforeEach(() => {
  store.clock.reset()
  store.reset()
  store.faults.clear()
  store.clearRequests()
})
afterAll(() => store.close())

const control = (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> =>
  controlRequest(store.url, { method, path, body, headers })

test('health says that the store is ready, and what it is', async () => {
  const seen = await control('GET', 'health', undefined, {})

  expect(seen).toEqual({
    status: 200,
    body: {
      status: 'ready',
      store: expect.stringMatching(/^[0-9a-f]{16}$/),
      instance: expect.stringMatching(/^[0-9a-f]{16}$/),
      profile: 'default',
      site: 'shop',
      now: '2026-11-20T07:00:00.000Z',
      frozen: false,
    },
  })
})

test('the assumptions have their id, the words that they rest on, what is taken and the switch with its values', async () => {
  const seen = await control('GET', 'assumptions', undefined, {})

  expect(seen.status).toBe(200)
  expect((seen.body as readonly { id: string }[]).length).toBe(116)
  expect((seen.body as readonly { id: string }[]).find(({ id }) => id === 'W28')).toEqual({
    id: 'W28',
    gap: 'DELETE of resources other than PricingAdvanced and Webhooks.',
    quote: 'It creates, reads, updates and deletes records of store resources',
    takes: 'Supported for all, by key and by field.',
    switches: [
      {
        name: 'deletes',
        doc: 'Whether DELETE supports all resources, or only those that the document of the platform shows.',
        values: ['generic', 'shown'],
        value: 'generic',
      },
    ],
  })
})

test.each([
  ['POST', 'reset', undefined],
  ['POST', 'seed', { records: [] }],
  ['POST', 'faults', { do: { kind: 'lost-answer' } }],
  ['DELETE', 'faults', undefined],
  ['POST', 'snapshots', { name: 'x' }],
  ['DELETE', 'requests', undefined],
  ['POST', 'clock', { advanceMs: 1 }],
])('%s /_emulator/%s changes something, so it needs the header X-Emulator', async (method, path, body) => {
  const without = await control(method, path, body, {})
  const foreign = await control(method, path, body, { 'x-emulator': '1', origin: 'http://evil.example' }).catch(() => ({ status: 403 }))

  expect(without).toEqual({ status: 403, body: { error: 'Requests that change the emulator need the header X-Emulator: 1' } })
  expect(foreign.status).toBe(403)
})

test('a Host that is not this machine is refused', async () => {
  const status = await new Promise((resolve) => {
    const port = Number(new URL(store.url).port)
    request({ host: '127.0.0.1', port, path: '/_emulator/requests', headers: { host: 'evil.example' } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).end()
  })

  expect(status).toBe(403)
})

test('seed puts in records and files, and reset takes them out', async () => {
  const seed = {
    records: [
      {
        resource: 'Products',
        fields: { sku: 'A' },
        children: { AdvancedPricing: [{ resource: 'PricingAdvanced', fields: { uid: '7', price: '2' } }] },
      },
    ],
    files: [{ path: 'images/items/a.txt', base64: Buffer.from('bytes').toString('base64') }],
  }
  const seeded = await control('POST', 'seed', seed)
  const found = await send('GET', 'Product+PricingAdvanced/?_fields=sku|PricingAdvanced:uid')
  const file = await fetch(`${store.filesUrl}/shop/images/items/a.txt`, { headers: { authorization: basic(store.key) } })

  const reset = await control('POST', 'reset')

  expect([seeded.status, reset.status]).toEqual([204, 204])
  expect(found.records).toEqual(['<Product><sku>A</sku><PricingAdvanced><uid>7</uid></PricingAdvanced></Product>'])
  expect(await file.text()).toBe('bytes')
  expect((await send('GET', 'Product/')).counts).toBe('0 0 0')
})

test.each([
  [{ records: 7 }, '"records" must be a list'],
  [{ records: [{}] }, 'a record has no "resource"'],
  [{ records: [{ resource: 'Nothing', fields: {} }] }, 'there is no resource Nothing'],
  [{ records: [{ resource: 'Product', fields: { sku: 7 } }] }, 'Product.sku must be a string'],
  [
    { records: [{ resource: 'Product', fields: { sku: 'A', 'bad name<': 'x' } }] },
    'Product has a field with the name "bad name<", which is not the name of an XML element',
  ],
  [{ records: [{ resource: 'Product', fields: { sku: 'A', '': 'x' } }] }, 'Product has a field with the name "", which'],
  [{ records: [{ resource: 'Product', fields: { sku: 'A' }, children: { Nothing: [] } }] }, 'there is no resource Nothing'],
  [{ files: [{ path: 'x' }] }, 'a file needs "path" and "base64"'],
  ['not json', 'The body is not valid JSON'],
  [[], 'it must be an object'],
])('the seed %j is refused: %s', async (seed, why) => {
  const seen = await control('POST', 'seed', seed)

  expect([seen.status, JSON.stringify(seen.body)]).toEqual([400, expect.stringContaining(JSON.stringify(why).slice(1, -1))])
  expect((await send('GET', 'Product/')).counts).toBe('0 0 0')
})

test('a seed that is not UTF-8 is refused', async () => {
  const seed = Buffer.from('{"records":[{"resource":"Product","fields":{"sku":"\u00ff"}}]}', 'latin1')

  const seen = await fetch(`${store.url}/_emulator/seed`, { method: 'POST', headers: { 'x-emulator': '1' }, body: seed })

  expect([seen.status, await seen.text()]).toEqual([400, expect.stringContaining('The body is not valid JSON')])
  expect((await send('GET', 'Product/')).counts).toBe('0 0 0')
})

test('faults are added, listed with what has fired, and forgotten', async () => {
  const plan = { on: { resource: 'Cat' }, do: { kind: 'status', status: 503 } }
  const added = await control('POST', 'faults', [plan])
  const refused = await control('POST', 'faults', { do: { kind: 'nothing' } })
  await send('GET', 'Cat/')

  const seen = await control('GET', 'faults', undefined, {})

  expect(added).toEqual({ status: 200, body: { plans: [plan], fired: [] } })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('Invalid fault plan')])
  expect(seen.body).toEqual({ plans: [plan], fired: [{ plan: 0, kind: 'status', method: 'GET', path: '/API/V3/Cat/' }] })
  expect((await control('DELETE', 'faults')).status).toBe(204)
  expect(store.faults.plans()).toEqual([])
})

test('the request log can be asked, in the process and over HTTP; a refusal has its reason there and in a header', async () => {
  await send('GET', 'Cat/')
  await send('POST', 'PricingAdvanced', '<ResultSet><PricingAdvanced><uid>9</uid><price>1</price></PricingAdvanced></ResultSet>')
  const refused = await fetch(`${store.url}/API/V3/Cat?_key=${store.key}`, { method: 'DELETE' })

  const seen = await control('GET', 'requests?status=404', undefined, {})

  const reason = 'W7: POST of a price entry with an unknown uid. 404: the store assigns uids.; switch unknownUid is 404, could be insert'
  expect(seen.body).toEqual([{ method: 'POST', path: '/API/V3/PricingAdvanced', status: 404, reason, assumption: 'W7' }])
  expect(refused.headers.get('x-emulator-reason')).toBe(
    'W29: DELETE without a field whose values are all set, or with % in a value. 400; for Webhooks see H5.',
  )
  expect(store.requests({ method: 'DELETE' })).toMatchObject([{ path: '/API/V3/Cat?_key=***', status: 400, assumption: 'W29' }])
  expect(store.requests({ path: '/API/V3/Cat/' })).toEqual([{ method: 'GET', path: '/API/V3/Cat/', status: 200 }])
  expect(store.requests({ path: '/API/V3/Cat' }).length).toBe(1)
  expect((await control('DELETE', 'requests')).status).toBe(204)
  expect(store.requests()).toEqual([])
})

test('snapshots are saved, listed, compared, loaded and removed', async () => {
  await send('POST', 'UserGroups', '<ResultSet><UserGroup><code>a</code></UserGroup></ResultSet>')
  const saved = await control('POST', 'snapshots', { name: 'one' })
  await send('POST', 'UserGroups', '<ResultSet><UserGroup><code>b</code></UserGroup></ResultSet>')
  const diff = await control('GET', 'snapshots/one/diff', undefined, {})

  const loaded = await control('POST', 'snapshots/one/load')

  expect(saved).toMatchObject({ status: 200, body: { name: 'one' } })
  expect(diff.body).toEqual([{ resource: 'UserGroups', key: 'b', change: 'added', fields: {} }])
  expect([loaded.status, (await send('GET', 'UserGroups/')).counts]).toEqual([204, '0 1 1'])
  expect(await control('GET', 'snapshots', undefined, {})).toMatchObject({ body: [{ name: 'one' }] })
  expect((await control('DELETE', 'snapshots/one')).status).toBe(204)
  expect((await control('DELETE', 'snapshots/one')).status).toBe(404)
  expect(await control('POST', 'snapshots/none/load')).toMatchObject({ status: 400, body: { error: 'There is no snapshot none.' } })
  expect(await control('POST', 'snapshots', { name: '../up' })).toMatchObject({ status: 400 })
})

test('the clock is set, moved and stopped', async () => {
  const seen = [
    await control('POST', 'clock', { set: '2030-01-31T12:00:00Z' }),
    await control('POST', 'clock', { advanceMs: 60_000, frozen: true }),
    await control('POST', 'clock', { frozen: false }),
    await control('POST', 'clock', { set: 'never' }),
    await control('POST', 'clock', { advanceMs: 'x' }),
    await control('POST', 'clock', []),
    await control('POST', 'clock', { reset: true }),
  ]

  expect(seen.map(({ status, body }) => (status === 200 ? body : status))).toEqual([
    { now: '2030-01-31T12:00:00.000Z', frozen: false },
    { now: '2030-01-31T12:01:00.000Z', frozen: true },
    { now: '2030-01-31T12:01:00.000Z', frozen: false },
    400,
    400,
    400,
    { now: '2026-11-20T07:00:00.000Z', frozen: false },
  ])
})

test.each([
  { advanceMs: 1e300 },
  { advanceMs: 8.64e15 },
  { advanceMs: -1e300 },
  { advanceMs: Date.parse('9999-12-31T00:00:00Z') },
  { set: '-271821-04-20T00:00:00Z' },
  { set: '+010000-01-01T00:00:00Z' },
  { set: '9999-12-29T00:00:00Z', advanceMs: 86_400_001 },
  { set: '+010000-01-01T00:00:00Z', advanceMs: -1e12, frozen: true },
  { set: '2030-01-31T12:00:00Z', advanceMs: 'x' },
  { frozen: true, advanceMs: 1e300 },
])('a time that the store cannot write is refused, and the clock keeps its own: %j', async (body) => {
  const refused = await control('POST', 'clock', body)

  const order = await send('POST', 'Order', '<ResultSet><Order/></ResultSet>')
  expect([refused.status, order.status]).toEqual([400, 200])
  expect((await control('GET', 'clock')).body).toEqual({ now: '2026-11-20T07:00:00.000Z', frozen: false })
})

test.each(['0001-01-02T00:00:00.000Z', '9999-12-30T00:00:00.000Z'])('the clock can be set to %s', async (set) => {
  const seen = await control('POST', 'clock', { set })

  expect(seen).toEqual({ status: 200, body: { now: set, frozen: false } })
  expect((await send('POST', 'Order', '<ResultSet><Order/></ResultSet>')).status).toBe(200)
})

test('a step beyond the last time fails before the clock changes', async () => {
  await expect(store.step(1e300)).rejects.toMatchObject({ code: 'wrong-usage', message: 'The clock cannot be set to this time.' })
  expect(() => store.clock.advance(1e300)).toThrow('The clock cannot be set to this time.')
  expect(store.clock.now().toISOString()).toBe('2026-11-20T07:00:00.000Z')
})

test('the clock drives dates, NOW(), the end of keys and the times of files', async () => {
  store.clock.set(new Date('2030-03-01T00:00:00Z'))
  store.clock.freeze()
  await send('POST', 'Order', '<ResultSet><Order/></ResultSet>')
  const { key } = store.keys.add({ expires: new Date('2030-03-01T01:00:00Z') })
  const headers = { authorization: basic(store.key) }
  await fetch(`${store.filesUrl}/shop/images/items/a.txt`, { method: 'PUT', body: 'x', headers })
  const file = await fetch(`${store.filesUrl}/shop/images/items/a.txt`, { headers })
  const search = encodeURIComponent('order_date > NOW() - INTERVAL 1 DAY')
  const before = [
    (await send('GET', `Order/?_search=${search}`)).counts,
    (await storeRequest({ url: store.url, key })('GET', 'Cat/')).status,
  ]
  store.clock.advance(86_400_000)

  const after = [
    (await send('GET', `Order/?_search=${search}`)).counts,
    (await storeRequest({ url: store.url, key })('GET', 'Cat/')).status,
  ]

  expect((await send('GET', 'Order/?_fields=order_date')).records).toEqual(['<Order><order_date>2030-03-01 00:00:00</order_date></Order>'])
  expect(file.headers.get('last-modified')).toBe('Fri, 01 Mar 2030 00:00:00 GMT')
  expect([before, after]).toEqual([
    ['0 1 1', 200],
    ['0 0 0', 401],
  ])
})

test('betweenRequests stands for another writer', async () => {
  let calls = 0
  store.betweenRequests(() => {
    calls += 1
    store.seed([{ resource: 'UserGroups', fields: { code: `other${calls}` }, children: {} }])
  })
  const seen = [(await send('GET', 'UserGroups/')).counts, (await send('GET', 'UserGroups/')).counts]
  store.betweenRequests(null)

  expect([...seen, (await send('GET', 'UserGroups/')).counts, calls]).toEqual(['0 1 1', '0 2 2', '0 2 2', 2])
})

test.each([
  ['PUT', 'reset', 405],
  ['GET', 'reset', 405],
  ['POST', 'toString', 404],
  ['GET', 'snapshots/one/nothing', 404],
])('%s /_emulator/%s is %i', async (method, path, status) => {
  const answer = await fetch(`${store.url}/_emulator/${path}`, { method, headers: { 'x-emulator': '1' } })

  expect(answer.status).toBe(status)
})
