import { afterAll, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { logIn } from '../../../support/administration.ts'
import { rawRequest } from '../../../support/raw-request.ts'

let time = new Date('2026-03-01T10:00:00Z')
const clients = [{ id: 'erp', title: '<script>alert("ERP")</script>' }]
const store = await startEmulator({ now: () => time, oauth: { clients } })
const session = await logIn(store)
const here = 'http://127.0.0.1:4711/cb/nonce'

beforeEach(() => {
  time = new Date('2026-03-01T10:00:00Z')
})
afterAll(() => store.close())

const open = async (headers: Readonly<Record<string, string>> = session, at = store.url) => {
  const query = new URLSearchParams({ response_type: 'code', client_id: 'erp', redirect_uri: here }).toString()
  const response = await fetch(`${at}/api_oauth?${query}`, { redirect: 'manual', headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, ticket: /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? '' }
}
const press = async (form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}, at = store.url) => {
  const all = { ...session, ...headers }
  const response = await fetch(`${at}/api_oauth`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual', headers: all })
  await response.arrayBuffer()
  return { status: response.status, location: response.headers.get('location'), headers: response.headers }
}
/** As browsers send it for a link that was followed. */
const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

test('the page is a form without a script, harmless whatever the names hold, under a strict policy', async () => {
  const page = await open()

  const policy = page.headers.get('content-security-policy') ?? ''
  expect([page.status, page.headers.get('cache-control'), page.headers.get('x-content-type-options')]).toEqual([200, 'no-store', 'nosniff'])
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; form-action 'self' http:\/\/127\.0\.0\.1:4711; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect(page.text).toContain('<h1>Allow &lt;script&gt;alert(&quot;ERP&quot;)&lt;/script&gt; to access this store?</h1>')
  expect(page.text).not.toContain('<script')
  expect(page.text).toContain('<strong>127.0.0.1:4711</strong>')
  expect(page.text).toContain('<html lang="en">')
  // With no-referrer a browser would send `Origin: null` with the form, and the guard would refuse it.
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
})

test('nobody sees the page, or approves, without the login, and the login leads back to it', async () => {
  const query = new URLSearchParams({ response_type: 'code', client_id: 'erp', redirect_uri: here }).toString()
  const { ticket } = await open()

  const seen = await open({})
  const approved = await press({ ticket, decision: 'approve' }, { cookie: 'none=1' })
  const next = new URL(seen.headers.get('location') ?? '', store.url).searchParams.get('next')

  expect([seen.status, seen.ticket, next]).toEqual([303, '', `/api_oauth?${query}`])
  expect([approved.status, approved.location]).toEqual([400, null])
  expect((await press({ ticket, decision: 'approve' })).status).toBe(303)
})

test('an application that is not registered is refused before the login', async () => {
  const answer = await fetch(`${store.url}/api_oauth?response_type=code&client_id=nobody&redirect_uri=${encodeURIComponent(here)}`)

  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('This client_id is not registered')])
})

test('approved: the browser goes on with a code, and the answer of the page works once', async () => {
  const { ticket } = await open()

  const first = await press({ ticket, decision: 'approve' })
  const second = await press({ ticket, decision: 'approve' })

  expect([first.status, first.location]).toEqual([
    303,
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:4711\/cb\/nonce\?code=[A-Za-z0-9_-]{43}$/),
  ])
  expect(['cache-control', 'referrer-policy'].map((name) => first.headers.get(name))).toEqual(['no-store', 'no-referrer'])
  expect([second.status, second.location]).toEqual([400, null])
})

test.each([
  ['approve', /^http:\/\/127\.0\.0\.1:4711\/cb\/nonce\?code=[A-Za-z0-9_-]{43}&state=a%26b$/],
  ['deny', /^http:\/\/127\.0\.0\.1:4711\/cb\/nonce\?error=access_denied&state=a%26b$/],
])('the state of the request comes back: %s', async (decision, location) => {
  const query = new URLSearchParams({ response_type: 'code', client_id: 'erp', redirect_uri: here, state: 'a&b' }).toString()
  const text = await (await fetch(`${store.url}/api_oauth?${query}`, { headers: session })).text()

  const seen = await press({ ticket: /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? '', decision })

  expect([seen.status, seen.location]).toEqual([303, expect.stringMatching(location)])
})

test('denied: error=access_denied, and no code', async () => {
  const { ticket } = await open()

  const seen = await press({ ticket, decision: 'deny' })

  expect([seen.status, seen.location]).toEqual([303, `${here}?error=access_denied`])
  expect((await press({ ticket, decision: 'approve' })).status).toBe(400)
})

test.each(['html' as const, 'empty' as const])('denied under oauthErrors %s: no redirect at all', async (oauthErrors) => {
  await using other = await startEmulator({ oauth: { clients }, switches: { oauthErrors } })
  const its = await logIn(other)
  const { ticket } = await open(its, other.url)

  const seen = await press({ ticket, decision: 'deny' }, its, other.url)

  expect([seen.status, seen.location]).toEqual([400, null])
})

test('what is neither approve nor deny is a no', async () => {
  const { ticket } = await open()

  const seen = await press({ ticket })

  expect(seen.location).toBe(`${here}?error=access_denied`)
})

test('a page is good for ten minutes', async () => {
  const { ticket } = await open()
  time = new Date('2026-03-01T10:10:00Z')

  const seen = await press({ ticket, decision: 'approve' })

  expect([seen.status, seen.location]).toEqual([400, null])
})

test.each([
  ['a ticket that was made up', { ticket: 'x'.repeat(32), decision: 'approve' }, {}, 400],
  ['no ticket', { decision: 'approve' }, {}, 400],
  ['another site', { decision: 'approve' }, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
  ['another port of this machine', { decision: 'approve' }, { 'sec-fetch-site': 'same-site' }, 403],
  ['another site by a form', { decision: 'approve' }, { ...link, origin: 'null' }, 403],
  ['too much', { ticket: 'x'.repeat(5_000) }, {}, 413],
  ['no form', {}, { 'content-type': 'application/json' }, 415],
])('refused: %s', async (_title, form, headers, status) => {
  const seen = await press(form, headers)

  expect([seen.status, seen.location]).toEqual([status, null])
})

/** The status of a request with these very headers; fetch sets some of them itself. */
const follow = async (path: string, headers: Readonly<Record<string, string>>) => {
  const lines = Object.entries({ host: new URL(store.url).host, connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const answer = await rawRequest(Number(new URL(store.url).port), `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
}

test('a link of another site may lead to the page, but not into a frame, not to the exchange and not to the Data API', async () => {
  const page = `/api_oauth?response_type=code&client_id=erp&redirect_uri=${encodeURIComponent(here)}`
  const programs = ['/api_oauth?grant_type=authorization_code&code=x&redirect_uri=y', `/API/V3/Cat/?_key=${store.key}`, '/files/shop/']
  const control = ['/_emulator/', '//_emulator/', '/%5Femulator/']

  const pages = [await follow(page, link), await follow(page, { ...link, 'sec-fetch-site': 'same-site' })]
  const refused = [
    await follow(page, { ...link, 'sec-fetch-dest': 'iframe' }),
    await follow(page, { ...link, 'sec-fetch-mode': 'no-cors' }),
    await follow(page, { ...link, origin: 'https://evil.example' }),
    ...(await Promise.all([...programs, ...control].map((path) => follow(path, link)))),
  ]

  // To the login, because browsers do not send the session for the link of another site.
  expect(pages).toEqual([303, 303])
  expect(refused).toEqual(Array.from({ length: 9 }, () => 403))
})
