import { afterAll, beforeEach, expect, test } from 'vitest'
import type { EmulatorOptions } from '../../../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { openAdministration } from '../../../support/administration.ts'
import { basic, storeRequest } from '../store-request.ts'

let time = new Date('2026-03-01T10:00:00Z')
const here = 'http://127.0.0.1:4711/cb/nonce'
const options = {
  now: () => time,
  oauth: {
    clients: [
      { id: 'erp', title: 'ERP <& co>' },
      { id: 'web', redirectUris: ['https://app.example/cb?x=1', 'http://127.0.0.1:1/fixed', 'http://plain.example/'] },
    ],
    autoApprove: true,
  },
} satisfies EmulatorOptions
const store = await startEmulator(options)

beforeEach(() => {
  time = new Date('2026-03-01T10:00:00Z')
  for (const { code, origin } of store.keys.list()) if (origin !== 'first') store.keys.remove(code)
})
afterAll(() => store.close())

const ask = async (query: Readonly<Record<string, string>> | string, at = store.url) => {
  const response = await fetch(`${at}/api_oauth?${new URLSearchParams(query).toString()}`, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, location: response.headers.get('location'), text: await response.text() }
}
const authorise = (redirectUri: string, client = 'erp', at = store.url) =>
  ask({ response_type: 'code', client_id: client, redirect_uri: redirectUri }, at)
const exchange = (code: string, redirectUri = here, at = store.url) =>
  ask({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, at)
const codeIn = (location: string | null) => new URL(location ?? 'x:').searchParams.get('code') ?? ''
const newCode = async () => codeIn((await authorise(here)).location)

test('a code is exchanged once for a key that reaches everything and never ends (O4)', async () => {
  const sent = await authorise(here)

  const reply = await exchange(codeIn(sent.location))

  const token = JSON.parse(reply.text) as Readonly<Record<string, string>>
  expect([sent.status, sent.location]).toEqual([
    302,
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:4711\/cb\/nonce\?code=[A-Za-z0-9_-]{43}$/),
  ])
  expect(token).toEqual({
    access_token: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
    service_api_endpoint: `${store.url}/API/V3`,
    token_type: 'bearer',
  })
  expect(['cache-control', 'content-type'].map((name) => reply.headers.get(name))).toEqual(['no-store', 'application/json; charset=utf-8'])
  const key = token['access_token'] ?? ''
  time = new Date('2036-03-01T10:00:00Z')
  expect((await storeRequest({ url: store.url, key })('GET', 'Customer+Order/')).status).toBe(200)
  expect((await fetch(`${store.url}/API/V3/Cat/?_key=${key}`)).status).toBe(200)
  expect((await fetch(`${store.filesUrl}/shop/images/`, { headers: { authorization: basic(key) } })).status).toBe(200)
  expect(store.keys.list().at(-1)).toMatchObject({
    title: 'OAuth: ERP <& co>',
    origin: 'oauth',
    resources: null,
    expires: null,
    suspect: null,
  })
})

test('the redirect_uri stays as it is, byte by byte, and the code comes after what it has', async () => {
  const seen = [
    await authorise('http://127.0.0.1:1/%7Ea?x=%20&y'),
    await authorise('http://[::1]:80/cb'),
    await authorise('http://LOCALHOST/'),
  ]

  expect(seen.map(({ location }) => location?.replace(/code=.*/, 'code'))).toEqual([
    'http://127.0.0.1:1/%7Ea?x=%20&y&code',
    'http://[::1]:80/cb?code',
    'http://LOCALHOST/?code',
  ])
})

test.each(['http://127.0.0.1:4711/cb/nonce/', 'http://127.0.0.1:4711/cb/non%63e', 'http://localhost:4711/cb/nonce', `${here}?`])(
  'the exchange is refused with another redirect_uri: %s',
  async (other) => {
    const code = await newCode()

    const refused = await exchange(code, other)
    const good = await exchange(code)

    expect([refused.status, JSON.parse(refused.text), refused.headers.get('cache-control')]).toEqual([
      400,
      { error: 'invalid_grant', error_description: 'the redirect_uri is not the one that the code was issued for' },
      'no-store',
    ])
    expect(good.status).toBe(200)
  },
)

test('a code that is used twice is refused, and the key of the first use is revoked and listed as suspect (O3)', async () => {
  const code = await newCode()
  const first = await exchange(code)
  const key = String(JSON.parse(first.text).access_token)
  const statusOf = async (): Promise<number> => (await fetch(`${store.url}/API/V3/Cat/?_key=${key}`)).status
  const before = await statusOf()

  const second = await exchange(code)

  expect([first.status, second.status, JSON.parse(second.text).error_description]).toEqual([200, 400, 'the code was already used'])
  expect([before, await statusOf()]).toEqual([200, 401])
  expect(store.keys.list().map(({ suspect, expires }) => [suspect, expires])).toEqual([
    [null, null],
    ['revoked: its authorization code was used a second time', '2026-03-01 10:00:00'],
  ])
})

test('a key that was revoked for its code stays revoked, whatever the administration tool sets', async () => {
  const code = await newCode()
  const key = String(JSON.parse((await exchange(code)).text).access_token)
  await exchange(code)
  const [revoked] = store.keys.list().filter(({ suspect }) => suspect !== null)
  const pages = await openAdministration(store)

  const changed = await pages.press('keys', [
    ['action', 'change'],
    ['code', revoked?.code ?? ''],
    ['title', 'OAuth: erp'],
    ['access', 'all'],
    ['expires', ''],
  ])

  expect(changed.status).toBe(400)
  expect((await fetch(`${store.url}/API/V3/Cat/?_key=${key}`)).status).toBe(401)
  expect(revoked && store.keys.change(revoked.code, { ...revoked, expires: null })).toBe(true)
  expect((await fetch(`${store.url}/API/V3/Cat/?_key=${key}`)).status).toBe(401)
})

test.each([
  ['xyz', `${here}?code=CODE&state=xyz`],
  ['a b&c=d#e/ü', `${here}?code=CODE&state=${encodeURIComponent('a b&c=d#e/ü')}`],
  ['', `${here}?code=CODE&state=`],
])('the state %j of a request comes back with the code', async (state, expected) => {
  const query = new URLSearchParams({ response_type: 'code', client_id: 'erp', redirect_uri: here, state }).toString()
  const response = await fetch(`${store.url}/api_oauth?${query}`, { redirect: 'manual' })

  expect(response.headers.get('location')?.replace(/code=[^&]+/, 'code=CODE')).toBe(expected)
})

test('a request without a state gets none back, and one with two is refused', async () => {
  const query = new URLSearchParams({ response_type: 'code', client_id: 'erp', redirect_uri: here }).toString()
  const without = await fetch(`${store.url}/api_oauth?${query}`, { redirect: 'manual' })
  const twice = await fetch(`${store.url}/api_oauth?${query}&state=a&state=b`, { redirect: 'manual' })

  expect(without.headers.get('location')).not.toContain('state')
  expect([twice.status, twice.headers.get('location')]).toEqual([400, null])
})

test('two exchanges at the same time: one key', async () => {
  const code = await newCode()

  const seen = await Promise.all([exchange(code), exchange(code), exchange(code)])

  expect(seen.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400', '400'])
  expect(store.keys.list().length).toBe(2)
})

test('a code lives for ten minutes on the clock of the store', async () => {
  const [code, late] = [await newCode(), await newCode()]
  time = new Date('2026-03-01T10:09:59Z')
  const good = await exchange(code)

  time = new Date('2026-03-01T10:10:00Z')

  expect([good.status, JSON.parse((await exchange(late)).text).error_description]).toEqual([200, 'the code has expired'])
})

test.each([
  ['', 'invalid_request', 'Missing, empty or repeated: grant_type, code, redirect_uri'],
  ['code=x', 'invalid_request', 'Missing, empty or repeated: redirect_uri'],
  ['code=x&code=y&redirect_uri=z', 'invalid_request', 'Missing, empty or repeated: code'],
  ['code=unknown&redirect_uri=z', 'invalid_grant', 'the code is unknown'],
])('a bad exchange: %s', async (...[query, error, why]) => {
  const seen = await ask(query === '' ? 'grant_type=' : `grant_type=authorization_code&${query}`)

  expect([seen.status, JSON.parse(seen.text)]).toEqual([400, { error, error_description: why }])
})

test('another grant type is refused', async () => {
  const seen = await ask(`grant_type=client_credentials&code=x&redirect_uri=y`)

  expect(JSON.parse(seen.text).error).toBe('unsupported_grant_type')
})

test.each([
  ['an unknown client', 'nobody', here],
  ['another host over http', 'erp', 'http://evil.example/cb'],
  ['another host over https, where none is registered', 'erp', 'https://evil.example/cb'],
  ['a host that begins like the loopback', 'erp', 'http://127.0.0.1.evil.example/'],
  ['a user in the address', 'erp', 'http://127.0.0.1@evil.example/'],
  ['a user name for this machine', 'erp', 'http://user@127.0.0.1:4711/cb'],
  ['plain http elsewhere, although it is registered', 'web', 'http://plain.example/'],
  ['a backslash', 'erp', 'http://127.0.0.1\\@evil.example/'],
  ['a script', 'erp', 'javascript:alert(1)'],
  ['a fragment', 'erp', `${here}#x`],
  ['a line break', 'erp', `${here}\r\nset-cookie: a=b`],
  ['no address', 'erp', '/cb'],
  ['an address that is not registered', 'web', 'https://app.example/cb'],
  ['the loopback at another path', 'web', here],
])('never redirected: %s', async (_title, client, redirectUri) => {
  const seen = await authorise(redirectUri, client)

  expect([seen.status, seen.location, seen.headers.get('content-type')]).toEqual([400, null, 'text/html; charset=utf-8'])
  expect(seen.text).toContain('This request cannot be approved')
})

test.each(['https://app.example/cb?x=1', 'http://127.0.0.1:1/fixed', 'http://127.0.0.1:54321/fixed'])(
  'registered, on the loopback at any port: %s',
  async (redirectUri) => {
    const seen = await authorise(redirectUri, 'web')

    expect([seen.status, (await exchange(codeIn(seen.location), redirectUri)).status]).toEqual([302, 200])
  },
)

test.each([
  `response_type=token&client_id=erp&redirect_uri=${here}`,
  `response_type=code&client_id=erp`,
  `response_type=code&client_id=erp&client_id=web&redirect_uri=${here}`,
])('a request without the shape of platform.md is told on a page: %s', async (query) => {
  const seen = await ask(query)

  expect([seen.status, seen.location]).toEqual([400, null])
})

test.each([
  ['html' as const, 'text/html; charset=utf-8', /^<!doctype html>/],
  ['empty' as const, 'text/plain; charset=utf-8', /^$/],
])('oauthErrors %s (O1)', async (oauthErrors, type, text) => {
  await using other = await startEmulator({ ...options, switches: { oauthErrors } })

  const seen = [await exchange('unknown', here, other.url), await authorise(here, 'nobody', other.url)]

  expect(seen.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
    [400, type],
    [400, type],
  ])
  for (const one of seen) expect(one.text).toMatch(text)
})

test('by default one client may ask, for addresses on this machine', async () => {
  await using plain = await startEmulator({ oauth: { autoApprove: true } })

  const seen = [await authorise(here, 'planogram', plain.url), await authorise('https://app.example/', 'planogram', plain.url)]

  expect(seen.map(({ status }) => status)).toEqual([302, 400])
})

test('neither code nor token is in the log or, in plain, in the database; other methods are refused', async () => {
  const code = await newCode()
  const token = JSON.parse((await exchange(code)).text).access_token as string
  const put = await fetch(`${store.url}/api_oauth`, { method: 'PUT' })

  const log = JSON.stringify(store.requests())

  expect([log.includes(code), log.includes(token), log.includes('code=***')]).toEqual([false, false, true])
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST'])
})
