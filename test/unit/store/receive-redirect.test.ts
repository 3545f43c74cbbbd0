import { expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { awaitRedirect, receiveRedirect } from '../../../src/store/oauth/receive-redirect.ts'
import { freePort } from '../../support/free-port.ts'
import { rawRequest } from '../../support/raw-request.ts'

const calm = { limitMs: 60_000, stopped: new AbortController().signal }

/** The status and the target of a redirect, of a request that is not followed. */
async function seen(address: string, init: RequestInit = {}): Promise<readonly [number, string | null]> {
  const { status, headers } = await fetch(address, { redirect: 'manual', ...init })
  return [status, headers.get('location')]
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((cause: unknown) => cause)
  return error instanceof OperationalError ? `${error.code}: ${error.message}` : 'none'
}

test('requests of others change nothing, and get no page: another path, method or host, another state, no code, two codes', async () => {
  await using receiver = await receiveRedirect('our-state')
  const { origin, port, pathname } = new URL(receiver.redirectUri)
  const waiting = awaitRedirect(receiver, calm)
  const foreign = await Promise.all([
    seen(`${origin}/favicon.ico`),
    seen(`${origin}/?code=stolen`),
    seen(`${receiver.redirectUri}?code=stolen`, { method: 'POST' }),
    seen(`${receiver.redirectUri}?code=stolen&state=other`),
    seen(`${receiver.redirectUri}?code=stolen&state=our-state&state=our-state`),
    seen(`${receiver.redirectUri}?code=stolen&code=two`),
    seen(receiver.redirectUri),
  ])
  const rebound = await rawRequest(
    Number(port),
    `GET ${pathname}?code=stolen HTTP/1.1\r\nHost: evil.example:${port}\r\nConnection: close\r\n\r\n`,
  )

  const own = await seen(`${receiver.redirectUri}?code=ours&state=our-state`)

  expect(foreign).toEqual(Array.from({ length: 7 }, () => [404, null]))
  expect(rebound).toMatch(/^HTTP\/1\.1 404 /)
  expect(own).toEqual([303, `${pathname}/end`])
  expect(await waiting).toEqual({ code: 'ours' })
})

test('a store that does not return the state is believed, and the first answer counts', async () => {
  await using receiver = await receiveRedirect('our-state')

  await seen(`${receiver.redirectUri}?code=first`)
  await seen(`${receiver.redirectUri}?code=second`)

  expect(await awaitRedirect(receiver, calm)).toEqual({ code: 'first' })
})

test('the page of the outcome waits for it, has no code in its address, and is kept nowhere', async () => {
  await using receiver = await receiveRedirect('our-state')
  const page = fetch(`${receiver.redirectUri}?error=access_denied&state=our-state`)

  const answer = await awaitRedirect(receiver, calm)
  await receiver.show('failed')
  const { url, headers, ...shown } = await page.then(async (response) => ({
    url: response.url,
    headers: response.headers,
    status: response.status,
    text: await response.text(),
  }))

  expect(answer).toEqual({ error: 'access_denied' })
  expect(url).toBe(`${receiver.redirectUri}/end`)
  expect(shown).toEqual({ status: 200, text: expect.stringContaining('<h1>The login failed</h1>') })
  expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
})

test('a pasted address is an answer as the one of a browser, and no page is waited for', async () => {
  await using receiver = await receiveRedirect('our-state')
  const { pathname, port } = new URL(receiver.redirectUri)

  const taken = [
    'not an address',
    `http://127.0.0.1:1${pathname}?code=ours`,
    `http://127.0.0.1:${port}/?code=ours`,
    receiver.redirectUri,
    `${receiver.redirectUri}?code=ours`,
  ].map((address) => receiver.take(address))
  await receiver.show('worked')

  expect(taken).toEqual([false, false, false, false, true])
  expect(await awaitRedirect(receiver, calm)).toEqual({ code: 'ours' })
})

test('two logins have other paths, and waiting ends at its limit and where the user stops it', async () => {
  await using one = await receiveRedirect('our-state')
  await using other = await receiveRedirect('our-state')
  const stopping = new AbortController()

  const late = failureOf(awaitRedirect(one, { ...calm, limitMs: 1 }))
  const stopped = failureOf(awaitRedirect(other, { ...calm, stopped: stopping.signal }))
  stopping.abort()

  expect(await late).toBe('login-failed: The browser did not come back within 0 minutes; no key was kept.')
  expect(await stopped).toBe('interrupted: Interrupted while waiting for the browser; no key was kept.')
  expect(new URL(one.redirectUri).pathname).toMatch(/^\/[\w-]{32}$/)
  expect(new URL(one.redirectUri).pathname).not.toBe(new URL(other.redirectUri).pathname)
})

test('a fixed redirect URI: a page cannot send a code as a picture or a frame, and the page of the outcome is on this machine', async () => {
  await using receiver = await receiveRedirect('our-state', `http://127.0.0.1:${await freePort()}/`)
  const { redirectUri } = receiver

  const hidden = await Promise.all(
    ['image', 'iframe'].map((destination) => seen(`${redirectUri}?code=stolen`, { headers: { 'sec-fetch-dest': destination } })),
  )
  const forged = await seen(`${redirectUri}?code=stolen&state=other`)
  const own = await seen(`${redirectUri}?code=ours&state=our-state`, { headers: { 'sec-fetch-dest': 'document' } })

  expect([...hidden, forged, own]).toEqual([
    [404, null],
    [404, null],
    [404, null],
    [303, '/end'],
  ])
  expect(await awaitRedirect(receiver, calm)).toEqual({ code: 'ours' })
})
