import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { EmulatorOptions } from '../../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { basic, storeRequest } from './store-request.ts'
import { idleMs } from '../../support/idle-ms.ts'
import { timed } from '../../support/cpu-ms.ts'

const folder = await mkdtemp(join(tmpdir(), 'planogram-emulator-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const one = '<ResultSet><UserGroup><code>vip</code></UserGroup></ResultSet>'

test('in memory: starts on a free port of the loopback with a random key, and says what it can do', async () => {
  await using first = await startEmulator()
  await using second = await startEmulator({
    site: 'acme',
    switches: { deletes: 'shown', links: 'error', batch: 'stop', attributes: 'label+value' },
  })

  const seen = await storeRequest(first)('GET', 'Product/')

  expect(seen.status).toBe(200)
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect([first.filesUrl, first.site, second.site, first.key === second.key]).toEqual([`${first.url}/files`, 'shop', 'acme', false])
  expect(first.capabilities).toEqual({ deletes: 'generic', links: 'upsert', attributes: 'label', batches: 'atomic', files: true })
  expect(second.capabilities).toEqual({ deletes: 'shown', links: 'unknown', attributes: 'label+value', batches: 'unknown', files: true })
})

test('it starts in under 10 ms of processor time (the best of five)', async () => {
  const took: number[] = []
  for (let run = 0; run < 5; run += 1) {
    const started = await timed(() => startEmulator())
    took.push(started.took)
    await started.seen.close()
  }

  expect(Math.min(...took)).toBeLessThan(10)
})

test('a data folder keeps records, files and key for the next start; one process holds it at a time', async () => {
  const data = join(folder, 'kept')
  const first = await startEmulator({ data })
  await storeRequest(first)('POST', 'UserGroups', one)
  await fetch(`${first.filesUrl}/shop/images/items/a.txt`, { method: 'PUT', body: 'picture', headers: { authorization: basic(first.key) } })
  await expect(startEmulator({ data })).rejects.toThrow(/store\.db cannot be opened: another process has it open/)
  await first.close()

  await using second = await startEmulator({ data })

  expect(second.key).toBe(first.key)
  expect((await storeRequest(second)('GET', 'UserGroups/')).counts).toBe('0 1 1')
  expect(await (await fetch(`${second.filesUrl}/shop/images/items/a.txt`, { headers: { authorization: basic(second.key) } })).text()).toBe(
    'picture',
  )
  await second.close()
  await using third = await startEmulator({ data, key: 'given' })
  expect((await storeRequest({ url: third.url, key: first.key })('GET', 'UserGroups/')).status).toBe(401)
  expect((await storeRequest(third)('GET', 'UserGroups/')).status).toBe(200)
})

test('a taken port and a folder that is none are told in one sentence', async () => {
  await using store = await startEmulator()

  const taken = startEmulator({ port: Number(new URL(store.url).port) })
  const noFolder = startEmulator({ data: join(import.meta.dirname, 'start-emulator.test.ts') })

  await expect(taken).rejects.toThrow(/^The embedded store cannot listen on 127\.0\.0\.1:\d+: /)
  await expect(noFolder).rejects.toThrow(/^The embedded store .* cannot be opened: /)
})

test('seed keeps uid, code and id, fills in parents, is whole or not at all, and the next numbers follow it', async () => {
  await using store = await startEmulator()
  const send = storeRequest(store)
  const price = { resource: 'PricingAdvanced', fields: { uid: '41', price: '3' }, children: {} } as const
  const option = { resource: 'VariantOptions', fields: { code: '7', sku: 'A', o_group: 'size', o_value: 's' }, children: {} } as const
  store.seed([
    { resource: 'Variants', fields: { code: 'A-s', sku: 'A' }, children: { PricingAdvanced: [price], VariantOptions: [option] } },
  ])

  await send('POST', 'PricingAdvanced', '<ResultSet><PricingAdvanced><sku>B</sku><price>1</price></PricingAdvanced></ResultSet>')

  expect((await send('GET', 'PricingAdvanced/?_fields=uid,sku')).records).toEqual([
    '<PricingAdvanced><uid>41</uid><sku>A-s</sku></PricingAdvanced>',
    '<PricingAdvanced><uid>42</uid><sku>B</sku></PricingAdvanced>',
  ])
  expect((await send('GET', 'VariantOptions/?_fields=code,variant_code')).records).toEqual([
    '<VariantOptions><code>7</code><variant_code>A-s</variant_code></VariantOptions>',
  ])
  const bad = { resource: 'UserGroups', fields: { code: 'b', title: '\u0001' }, children: {} } as const
  expect(() => store.seed([{ ...bad, fields: { code: 'a' } }, bad])).toThrow(
    'UserGroups.title contains a character that XML cannot represent',
  )
  expect((await send('GET', 'UserGroups/')).counts).toBe('0 0 0')
})

test('reset empties records, numbers and files, and keeps the key', async () => {
  await using store = await startEmulator()
  const send = storeRequest(store)
  const file = () => fetch(`${store.filesUrl}/shop/images/items/a.txt`, { headers: { authorization: basic(store.key) } })
  await send('POST', 'UserGroups', one)
  await fetch(`${store.filesUrl}/shop/images/items/a.txt`, { method: 'PUT', body: 'x', headers: { authorization: basic(store.key) } })
  expect((await file()).status).toBe(200)

  store.reset()

  expect([(await send('GET', 'UserGroups/')).counts, (await file()).status]).toEqual(['0 0 0', 404])
})

test('the log has each request with its status and without the key', async () => {
  await using store = await startEmulator({ key: 'top-secret' })
  await storeRequest(store)('GET', 'Cat/nope')
  await fetch(`${store.url}/API/V3/Cat/?_key=top-secret&code=x&password=p`)
  await fetch(`${store.url}/nowhere`)

  const seen = store.requests()

  expect(seen).toEqual([
    { method: 'GET', path: '/API/V3/Cat/nope', status: 404 },
    {
      method: 'GET',
      path: '/API/V3/Cat/?_key=***&code=***&password=***',
      status: 406,
      reason: 'R5: An unknown field in a filter. 406.',
      assumption: 'R5',
    },
    { method: 'GET', path: '/nowhere', status: 404 },
  ])
  store.clearRequests()
  expect(store.requests()).toEqual([])
})

test('close ends at once although a client keeps its connection open, and may be called twice', async () => {
  const store = await startEmulator()
  await storeRequest(store)('GET', 'Product/')

  const waited = await idleMs(() => Promise.all([store.close(), store.close()]))

  expect(waited).toBeLessThan(400)
  await expect(fetch(store.url)).rejects.toThrow('fetch failed')
})

const rows = (n: number) =>
  Array.from(
    { length: 9 },
    (_, row) => ({ resource: 'PricingAdvanced', fields: { start: `${row}`, price: `${n}` }, children: {} }) as const,
  )

test('2,000 products with their rows come streamed; a client that goes away halfway does no harm', async () => {
  await using store = await startEmulator()
  store.seed(
    Array.from({ length: 2000 }, (_, n) => ({
      resource: 'Product',
      fields: { sku: `S${n}`, comment: 'text '.repeat(200) },
      children: { PricingAdvanced: rows(n) },
    })),
  )
  const address = `${store.url}/API/V3/Product+PricingAdvanced/`
  const headers = { authorization: basic(store.key) }
  const stop = new AbortController()
  const cut = await fetch(address, { headers, signal: stop.signal })
  await cut.body?.getReader().read()
  stop.abort()

  const whole = await fetch(address, { headers })
  const text = await whole.text()

  expect(whole.headers.get('transfer-encoding')).toBe('chunked')
  expect([text.match(/<Product /g)?.length, text.match(/<PricingAdvanced /g)?.length, text.endsWith('</ResultSet>\n')]).toEqual([
    2000,
    18_000,
    true,
  ])
})

const body = (n: number) =>
  `<ResultSet><Product><sku>SHARED</sku><title>${n}</title><PricingAdvanced><price>${n}</price></PricingAdvanced></Product><Product><sku>S${n}</sku></Product></ResultSet>`

test('writers at the same time: every record is there, and each key once', async () => {
  await using store = await startEmulator()
  const send = storeRequest(store)

  const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => send('POST', 'Product+PricingAdvanced', body(n))))

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await send('GET', 'Product/')).counts).toBe('0 41 41')
  const uids = (await send('GET', 'PricingAdvanced/?_fields=uid')).records
  expect([uids.length, new Set(uids).size]).toEqual([40, 40])
})

test.each([
  [{ deletes: 'never' }, 'The switch deletes has no value "never".', /^Use one of: generic, shown\.$/],
  [{ delete: 'shown' }, 'There is no switch "delete".', /^Use one of: writeReply, batch/],
  [{ toString: 'shown' }, 'There is no switch "toString".', /^Use one of: writeReply, batch/],
])('a switch that does not exist is refused: %j', async (switches, message, fix) => {
  const failed = startEmulator({ switches } as EmulatorOptions)

  await expect(failed).rejects.toMatchObject({ message, fix: expect.stringMatching(fix) })
})

test.each(['', '.', '..', 'a/b', 'a\\b', 'a\n', "''", 'a b', 'é', '-a', 'a?b', 'a%41', 'x'.repeat(101)])(
  '%j is refused as a site name',
  async (site) => {
    await expect(startEmulator({ site })).rejects.toThrow('is not a site name')
  },
)

test('keys list when they were created and last used, also after a restart', async () => {
  const data = join(folder, 'used')
  let time = new Date('2026-03-01T10:00:00Z')
  const first = await startEmulator({ data, key: 'a-key-of-many-characters', now: () => time })
  const { key } = first.keys.add({ title: 'second', key: 'short' })
  time = new Date('2026-03-02T10:00:00Z')
  await storeRequest(first)('GET', 'Product/')
  await storeRequest({ url: first.url, key })('GET', 'Nothing/')
  await storeRequest({ url: first.url, key: 'wrong' })('GET', 'Product/')
  const before = first.keys.list()
  await first.close()

  await using second = await startEmulator({ data, now: () => time })

  const seen = before.map(({ title, ending, created, used }) => [title, ending, created, used])
  expect(seen).toEqual([
    ['first key', 'ters', '2026-03-01 10:00:00', '2026-03-02 10:00:00'],
    ['second', '', '2026-03-01 10:00:00', '2026-03-02 10:00:00'],
  ])
  expect(second.keys.list()).toEqual(before)
})
