import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { basic, faultOf, storeRequest } from '../store-request.ts'

let time = new Date('2026-03-01T10:00:00Z')
const store = await startEmulator({ now: () => time })
const as = (key: string) => storeRequest({ url: store.url, key })
const send = as(store.key)
const ask = (fields: string) => `<ResultSet><ApiAccess>${fields}</ApiAccess></ResultSet>`
const keyIn = (text: string) => /<key>([^<]+)<\/key>/.exec(text)?.[1] ?? ''

beforeEach(() => {
  time = new Date('2026-03-01T10:00:00Z')
  for (const { code, origin } of store.keys.list()) if (origin !== 'first') store.keys.remove(code)
})
afterAll(() => store.close())

test('a key that has access to ApiAccess creates another; the answer shows it, nothing else ever does', async () => {
  const reply = await send('POST', 'ApiAccess', ask('<title>ERP &amp; co</title>'))
  const key = keyIn(reply.text)

  const used = await as(key)('GET', 'Product/')
  const read = await send('GET', 'ApiAccess/')
  const single = await send('GET', `ApiAccess/${store.keys.list()[1]?.code}?_fields=title,key`)

  expect([reply.status, reply.counts, used.status]).toEqual([200, '0 1 1', 200])
  expect(key).toMatch(/^[A-Za-z0-9_-]{32}$/)
  expect(read.records.length).toBe(2)
  expect(single.records).toEqual(['<ApiAccess><title>ERP &amp; co</title></ApiAccess>'])
  expect(read.text + single.text).not.toContain(key)
  expect(JSON.stringify([store.keys.list(), store.requests()])).not.toContain(key)
})

test('several at once, each with its own key, in the order of the body', async () => {
  const reply = await send(
    'POST',
    'ApiAccess',
    '<ResultSet><ApiAccess><title>a</title></ApiAccess><ApiAccess><title>b</title></ApiAccess></ResultSet>',
  )

  const keys = [...reply.text.matchAll(/<title>(\w)<\/title><key>([^<]+)<\/key>/g)].map(([, title, key]) => [title, key])
  expect(keys.map(([title]) => title)).toEqual(['a', 'b'])
  expect(new Set(keys.map(([, key]) => key)).size).toBe(2)
})

test('resources, deny and expires limit the new key', async () => {
  const reply = await send(
    'POST',
    'ApiAccess',
    ask('<resources>Products, Order</resources><deny>Order</deny><expires>2026-03-02</expires>'),
  )
  const key = keyIn(reply.text)

  const seen = [await as(key)('GET', 'Product/'), await as(key)('GET', 'Order/'), await as(key)('GET', 'Cat/')]
  time = new Date('2026-03-02T00:00:00Z')
  const late = await as(key)('GET', 'Product/')

  expect([...seen, late].map(({ status }) => status)).toEqual([200, 403, 403, 401])
  expect(reply.text).toContain('<resources>Product,Order</resources><deny>Order</deny><expires>2026-03-02 00:00:00</expires>')
})

test('a key without access to ApiAccess creates none', async () => {
  const { key } = store.keys.add({ deny: ['ApiAccess'] })

  const seen = await as(key)('POST', 'ApiAccess', ask('<title>x</title>'))

  expect(faultOf(seen)).toBe('403 This key has no access to ApiAccess')
  expect(store.keys.list().length).toBe(2)
})

test('no key grants more than it has: resources, denials, end and files are passed on', async () => {
  const { key } = store.keys.add({ resources: ['ApiAccess', 'Cat', 'Order'], deny: ['Order'], expires: new Date('2026-03-05T00:00:00Z') })
  const limited = as(key)

  const beyond = [
    await limited('POST', 'ApiAccess', ask('<resources>Product</resources>')),
    await limited('POST', 'ApiAccess', ask('<resources>Order</resources>')),
    await limited('POST', 'ApiAccess', ask('<expires>2026-03-06</expires>')),
  ]
  const reply = await limited('POST', 'ApiAccess', ask('<title>heir</title>'))

  const heir = keyIn(reply.text)
  const seen = [await as(heir)('GET', 'Cat/'), await as(heir)('GET', 'Product/'), await as(heir)('GET', 'Order/')]
  const files = await fetch(`${store.filesUrl}/shop/images/`, { headers: { authorization: basic(heir) } })
  expect(beyond.map(faultOf)).toEqual([
    '403 This key has no access to Product and cannot grant it',
    '403 This key has no access to Order and cannot grant it',
    '400 ApiAccess.expires: is later than the expiry of the key of this request',
  ])
  expect([...seen.map(({ status }) => status), files.status]).toEqual([200, 403, 403, 403])
  expect(store.keys.list().at(-1)).toMatchObject({ title: 'heir', origin: 'api', expires: '2026-03-05 00:00:00' })
})

test.each([
  [
    'POST',
    'ApiAccess',
    '<code>k1</code><resources>Cat</resources>',
    '400 ApiAccess.code: is assigned by the store; an existing key cannot be changed',
  ],
  ['POST', 'ApiAccess', '<key>mine</key>', '400 ApiAccess.key: is assigned by the store; an existing key cannot be changed'],
  ['POST', 'ApiAccess', '<resources>Nope</resources>', '400 ApiAccess.resources: &quot;Nope&quot; contains a resource that does not exist'],
  ['POST', 'ApiAccess', '<expires>soon</expires>', '400 ApiAccess.expires: &quot;soon&quot; is not a date (YYYY-MM-DD HH:MM:SS)'],
  ['POST', 'ApiAccess', '<admin>true</admin>', '406 Invalid fields specified: admin'],
  ['PUT', 'ApiAccess/k1', '<resources>Cat</resources>', '400 An existing application key cannot be changed through the API'],
])('refused: %s %s %s', async (...[method, path, fields, fault]) => {
  const seen = await send(method, path, ask(fields))

  expect(faultOf(seen)).toBe(fault)
  expect(store.keys.list().length).toBe(1)
})

test('one bad record: no key at all, whatever the switch batch says', async () => {
  await using loose = await startEmulator({ switches: { batch: 'continue', writeReply: 'empty-204' } })
  const sent = storeRequest(loose)

  const bad = await sent('POST', 'ApiAccess', '<ResultSet><ApiAccess/><ApiAccess><deny>X</deny></ApiAccess></ResultSet>')
  const good = await sent('POST', 'ApiAccess', ask('<title>x</title>'))

  expect([bad.status, good.status, keyIn(good.text).length]).toEqual([400, 200, 32])
  expect(loose.keys.list().length).toBe(2)
})

test('DELETE of the record ends the key (W28)', async () => {
  const { key, code } = store.keys.add()

  const gone = await send('DELETE', `ApiAccess/${code}`)

  expect([gone.status, (await as(key)('GET', 'Cat/')).status, store.keys.list().length]).toEqual([200, 401, 1])
})

test('a store whose keys ignore case, or that shows no such DELETE, keeps its first key too', async () => {
  await using nocase = await startEmulator({ switches: { collation: 'nocase' } })
  await using shown = await startEmulator({ switches: { deletes: 'shown' } })

  const refused = [await storeRequest(nocase)('DELETE', 'ApiAccess/K1'), await storeRequest(shown)('DELETE', 'ApiAccess/k1')]

  expect(refused.map(({ status }) => status)).toEqual([403, 405])
  expect([nocase, shown].map(({ keys }) => keys.list().length)).toEqual([1, 1])
})

test.each(['ApiAccess/k1', 'ApiAccess?code=k1', 'ApiAccess?title=first%20key', 'ApiAccess?code=k1&code=k2'])(
  'DELETE %s: the first key belongs to the store, and no key can remove it',
  async (path) => {
    const { key } = store.keys.add()

    const refused = await as(key)('DELETE', path)

    expect(faultOf(refused)).toBe('403 The first key belongs to the store and cannot be deleted')
    expect([(await send('GET', 'Cat/')).status, store.keys.list().length]).toEqual([200, 2])
  },
)
