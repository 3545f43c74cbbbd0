import { expect } from 'vitest'
import { basic, storeRequest } from '../../unit/emulator/store-request.ts'
import { logIn } from '../../support/administration.ts'
import type { WriteStore } from '../contract-store.ts'
import { node, writes } from '../proof.ts'
import type { Proof } from '../proof.ts'

/** A refused key in a word: which status it gets is not shown (assumptions.md K1). */
function told(status: number): number | 'no such key' {
  return status === 401 || status === 403 ? 'no such key' : status
}

async function statusWith({ url }: WriteStore, key: string, path: string, method = 'GET'): Promise<number> {
  const answer = await fetch(`${url}/API/V3/${path}`, { method, headers: { authorization: basic(key) } })
  await answer.text()
  return answer.status
}

const redirect = 'http://127.0.0.1:9/cb/nonce'

function authorise({ url }: WriteStore, redirectUri = redirect, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const query = new URLSearchParams({ response_type: 'code', client_id: 'planogram', redirect_uri: redirectUri })
  return fetch(`${url}/api_oauth?${query.toString()}`, { redirect: 'manual', headers })
}

function exchange({ url }: WriteStore, code: string, redirectUri = redirect): Promise<Response> {
  const query = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })
  return fetch(`${url}/api_oauth?${query.toString()}`)
}

function codeOf(answer: Response): string {
  return new URL(answer.headers.get('location') ?? 'none:').searchParams.get('code') ?? ''
}

interface Token {
  readonly access_token: string
  readonly service_api_endpoint: string
  readonly token_type: string
}

/** platform.md, "Authentication" and "OAuth endpoint". */
export const accessProofs: readonly Proof[] = [
  writes(
    'a key reaches all or some resources, one may be denied, and a timeout ends it',
    ['A key is registered in the administration tool'],
    async (store) => {
      const keys = {
        some: store.emulator.keys.add({ resources: ['Product', 'Inventory'] }).key,
        denied: store.emulator.keys.add({ deny: ['Order'] }).key,
        timed: store.emulator.keys.add({ expires: new Date('2026-05-31T12:00:10Z') }).key,
      }

      const seen = [
        await statusWith(store, keys.some, 'Product+Inventory/'),
        await statusWith(store, keys.some, 'Product+Variants/'),
        await statusWith(store, keys.denied, 'Order/'),
        await statusWith(store, keys.denied, 'Customer+Order/'),
        await statusWith(store, keys.denied, 'Customer/'),
        await statusWith(store, keys.timed, 'Product/'),
      ]
      store.emulator.clock.advance(11_000)

      expect(seen).toEqual([200, 403, 403, 403, 200, 200])
      expect(told(await statusWith(store, keys.timed, 'Product/'))).toBe('no such key')
    },
  ),
  writes(
    'a key that has access to ApiAccess creates further keys',
    ['A key that has access to the ApiAccess resource', 'ApiAccess: lets a key'],
    async (store) => {
      const without = store.emulator.keys.add({ deny: ['ApiAccess'] }).key

      const { text } = await store.post('ApiAccess', node('ApiAccess', { title: 'ERP', resources: 'Order' }))

      const made = /<key>([^<]+)<\/key>/.exec(text)?.[1] ?? ''
      expect([await statusWith(store, made, 'Order/'), await statusWith(store, made, 'Product/')]).toEqual([200, 403])
      expect(await statusWith(store, without, 'ApiAccess', 'POST')).toBe(403)
    },
  ),
  writes(
    'the Files API takes the key the same way, and no _key',
    ['The Files API uses basic authentication', 'Authentication is HTTP basic'],
    async ({ emulator, url, key }) => {
      const root = `${url}/files/${emulator.site}/`
      const withPassword = `Basic ${Buffer.from(`${key}:whatever`).toString('base64')}`

      const seen = await Promise.all([
        fetch(root, { headers: { authorization: basic(key) } }),
        fetch(root, { headers: { authorization: withPassword } }),
        fetch(`${root}?_key=${key}`),
        fetch(root),
      ])

      expect(seen.map(({ status }) => told(status))).toEqual([200, 200, 'no such key', 'no such key'])
      await Promise.all(seen.map((answer) => answer.text()))
    },
  ),
  writes(
    'OAuth: the user logs in, is shown a page, approves, and is redirected with a code',
    [
      'The user is redirected to `{base_url}/api_oauth?response_type=code',
      '`{base_url}/api_oauth`, with two uses',
      'Only the Authorization Code grant is implemented',
      'The OAuth2 support is labelled beta',
    ],
    async (store) => {
      const before = await authorise(store)
      const session = await logIn(store.emulator)
      const shown = await authorise(store, redirect, session)
      const ticket = /name="ticket" value="([^"]+)"/.exec(await shown.text())?.[1] ?? ''

      const answer = await fetch(`${store.url}/api_oauth`, {
        method: 'POST',
        redirect: 'manual',
        headers: session,
        body: new URLSearchParams({ ticket, decision: 'approve' }),
      })

      expect([before.status, before.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/_admin\/login\?/)])
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(answer.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:9\/cb\/nonce\?code=.{20,}$/)
    },
  ),
  writes(
    'OAuth: the exchange answers JSON with access_token, service_api_endpoint and token_type',
    ['The response is JSON with three fields', 'The application makes a server-side request'],
    async (store) => {
      const code = codeOf(await authorise(store))

      const answer = await exchange(store, code)

      const token = (await answer.json()) as Token
      expect(token).toEqual({
        access_token: expect.stringMatching(/^\S{20,}$/),
        service_api_endpoint: `${store.url}/API/V3`,
        token_type: 'bearer',
      })
    },
    { oauth: { autoApprove: true } },
  ),
  writes(
    'OAuth: a redirect_uri that differs at the exchange is rejected',
    [
      'The application makes a server-side request',
      'OAuth redirect_uri differs at exchange',
      'It is partial: the usual OAuth error responses',
    ],
    async (store) => {
      const seen: number[] = []
      for (const other of [`${redirect}/`, `${redirect}?a=b`, 'http://127.0.0.1:9/CB/nonce']) {
        const answer = await exchange(store, codeOf(await authorise(store)), other)
        await answer.text()
        seen.push(answer.status)
      }

      expect(seen).toEqual([400, 400, 400])
    },
    { oauth: { autoApprove: true } },
  ),
  writes(
    'OAuth: the access token is an application key, by basic authentication or _key, and does not expire',
    ['access_token is used as an application key', 'Authentication by an application key'],
    async (store) => {
      const { access_token: token } = (await (await exchange(store, codeOf(await authorise(store)))).json()) as Token

      store.emulator.clock.advance(10 * 365 * 86_400_000)

      const fallback = await fetch(`${store.url}/API/V3/Product/?_key=${token}`)
      await fallback.text()
      expect([await statusWith(store, token, 'Product/'), fallback.status]).toEqual([200, 200])
    },
    { oauth: { autoApprove: true } },
  ),
  writes('a second application works on the same records through a key of its own', ['Each store exposes:'], async (store) => {
    const other = storeRequest({ url: store.url, key: store.emulator.keys.add().key })

    await store.post('Product', node('Product', { sku: 'A' }))

    expect(await store.list('Product/?_fields=sku')).toEqual([node('Product', { sku: 'A' })])
    expect((await other('GET', 'Product/')).counts).toBe('0 1 1')
  }),
]
