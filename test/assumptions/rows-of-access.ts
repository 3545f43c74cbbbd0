import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { openAdministration } from '../support/administration.ts'
import { basic, type StoreRequest, storeRequest } from '../unit/emulator/store-request.ts'
import { startReceiver } from '../unit/emulator/webhooks/receiver.ts'
import { type AssumptionCases, body, counts, file, fileStatuses, short, shorts, webhook } from './assumption-case.ts'

const start = new Date('2026-11-20T07:00:00Z')
const callback = 'http://127.0.0.1:4711/back'
const order = '<Order><email>ann@example.org</email><Orderline><sku>A</sku></Orderline></Order>'

/** The status and the challenge of a GET with these headers. */
const withHeaders = async (url: string, headers: Record<string, string>, query = '') => {
  const answer = await fetch(`${url}/API/V3/Cat/${query}`, { headers })
  return [
    answer.status,
    answer.headers.get('www-authenticate'),
    createHash('sha256')
      .update(await answer.text())
      .digest('hex'),
  ]
}
const statusWith = async (store: RunningEmulator, headers: Record<string, string>, query = '') =>
  (await withHeaders(store.url, headers, query))[0]

const authorise = async (store: RunningEmulator, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({ response_type: 'code', client_id: 'planogram', redirect_uri: callback, ...more })
  const answer = await fetch(`${store.url}/api_oauth?${query.toString()}`, { redirect: 'manual' })
  return { status: answer.status, code: new URL(answer.headers.get('location') ?? 'http://none/').searchParams.get('code') ?? '' }
}
const exchange = async (store: RunningEmulator, code: string) => {
  const query = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: callback })
  const answer = await fetch(`${store.url}/api_oauth?${query.toString()}`)
  return { status: answer.status, json: (await answer.json()) as Record<string, string> }
}

/** Subscribes a receiver, does something, and gives back what came. */
const receivedAfter = async (store: RunningEmulator, act: (send: StoreRequest) => Promise<unknown>, statuses: number[] = []) => {
  await using target = await startReceiver()
  target.answers.push(...statuses)
  const send = storeRequest(store)
  await send('POST', 'Webhooks', body(webhook('NewOrder', target.url)))
  await act(send)
  await store.webhooks.settled()
  return target.received.map(({ method, headers, body: json }) => ({ method, headers, json: json as Record<string, unknown> }))
}

/** What each row K, H, M, F and O takes by default, as a client sees it. */
export const rowsOfAccess: AssumptionCases = {
  K1: {
    act: async (_, store) => {
      const { key } = store.keys.add({ expires: new Date('2020-01-01T00:00:00Z') })
      const seen = [
        await withHeaders(store.url, {}),
        await withHeaders(store.url, { authorization: basic('wrong') }),
        await withHeaders(store.url, { authorization: basic(key) }),
      ]
      return [seen[0]?.slice(0, 2), new Set(seen.map((answer) => JSON.stringify(answer))).size]
    },
    seen: [[401, 'Basic realm="API", charset="UTF-8"'], 1],
  },
  K2: {
    act: async (_, store) => {
      const { key } = store.keys.add({ deny: ['Inventory'] })
      return shorts(
        storeRequest({ url: store.url, key }),
        ['GET Product/'],
        ['GET Product+Inventory/'],
        ['DELETE Inventory/A'],
        ['GET Inventory.xsd'],
      )
    },
    seen: ['200 empty', ...['', '', ''].map(() => '403 This key has no access to Inventory')].map((text, at) =>
      at === 0 ? '200 <ResultSet' : text,
    ),
  },
  K3: {
    act: async (_, store) => [
      await statusWith(store, { authorization: basic('wrong') }, `?_key=${store.key}`),
      await statusWith(store, { authorization: basic('') }, `?_key=${store.key}`),
    ],
    seen: [401, 200],
  },
  K4: { act: (_, store) => statusWith(store, { authorization: `Basic ${Buffer.from(`${store.key}:any`).toString('base64')}` }), seen: 200 },
  K5: {
    act: async () => {
      const data = mkdtempSync(join(tmpdir(), 'planogram-k5-'))
      const keys: string[] = []
      for (const options of [{ data }, { data }, {}]) {
        await using store = await startEmulator(options)
        keys.push(store.key)
      }
      rmSync(data, { recursive: true })
      return [keys[0] === keys[1], keys[0] === keys[2], (keys[0]?.length ?? 0) >= 32]
    },
    seen: [true, false, true],
  },
  K6: { act: (_, { url }) => Promise.resolve(url), seen: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) },
  K7: {
    act: async (_, store) => {
      const pages = await openAdministration(store)
      await using given = await startEmulator({ administrator: { user: 'owner', password: 'pw' } })
      const login = await fetch(
        `${store.url}/api_oauth?response_type=code&client_id=planogram&redirect_uri=${encodeURIComponent(callback)}`,
        {
          redirect: 'manual',
        },
      )
      return [store.administrator, (await pages.get('keys')).status, given.administrator, login.status]
    },
    seen: [{ user: 'admin', password: expect.stringMatching(/^[\w-]{16}$/) }, 200, { user: 'owner', password: null }, 303],
  },
  K8: {
    act: async (send, store) => {
      const orders = ['<archived>true</archived>', '<deleted>true</deleted>', ''].map((flag) => `<Order>${flag}</Order>`)
      await send('POST', 'Order', body(...orders))
      const { html } = await (await openAdministration(store)).get('orders')
      return [...html.matchAll(/href="\/_admin\/orders\/(\d+)"/g)].map(([, number]) => number)
    },
    seen: ['3', '2'],
  },
  H1: {
    act: (send) =>
      shorts(
        send,
        ...['NewOrder', 'OrderShipped', 'new_order', ''].map(
          (name) => ['POST Webhooks', body(webhook(name, 'http://127.0.0.1/'))] as const,
        ),
      ),
    seen: ['200 <ResultSet', '200 <ResultSet', expect.stringMatching(/^400 Webhook\.name/), expect.stringMatching(/^400 Webhook\.name/)],
  },
  H2: {
    act: async (_, store) =>
      (await receivedAfter(store, (send) => send('POST', 'Order', body('<Order><email>a@b.example</email></Order>'))))[0]?.json,
    seen: { event: 'NewOrder', order_number: '1', order: expect.objectContaining({ order_number: '1' }) },
  },
  H3: {
    act: async (_, store) => {
      const received = await receivedAfter(store, (send) => send('POST', 'Order', body('<Order/>')), [500])
      const signed = Object.keys(received[0]?.headers ?? {}).filter((name) => /signature|hmac/i.test(name))
      return [
        received.length,
        received[0]?.method,
        signed,
        store.webhooks.deliveries().map(({ state, attempts }) => [state, attempts.length]),
      ]
    },
    seen: [1, 'POST', [], [['failed', 1]]],
  },
  H4: {
    act: async (_, store) => {
      const received = await receivedAfter(store, async (send) => {
        store.seed([{ resource: 'Order', fields: { order_number: '1' }, children: {} }])
        await send('POST', 'Order', body('<Order><order_number>1</order_number><status>x</status></Order>'))
        await send('POST', 'Order', body('<Order/>'))
      })
      return received.map(({ json }) => json['order_number'])
    },
    seen: ['2'],
  },
  H5: { act: (send) => shorts(send, ['DELETE Webhooks']), seen: ['400 DELETE of Webhooks needs a field to select the records by'] },
  H6: {
    act: async (send, store) => {
      await send('POST', 'Webhooks', body(webhook('NewOrder', 'http://shop.example/hook')))
      await send('POST', 'Order', body('<Order/>'))
      await store.webhooks.settled()
      return store.webhooks.deliveries().map(({ state }) => state)
    },
    seen: ['refused'],
  },
  M1: {
    act: async (send, store) => {
      await send('POST', 'Order+Orderlines', body(order))
      const shipment = '<Shipment><order_number>1</order_number><send_email>1</send_email><notes>Soon</notes></Shipment>'
      await send('POST', 'Shipments', body(shipment))
      const read = await send('GET', 'Shipments/?_fields=send_email,email_to,email_subject')
      return [
        store.outbox.mails().map(({ to, subject }) => [to, subject]),
        read.text.match(/<(?:send_email|email_to|email_subject)>[^<]+</g),
      ]
    },
    seen: [[['ann@example.org', 'Shipment for your order 1']], null],
  },
  M2: {
    act: async (send) => {
      await send('POST', 'Order+Orderlines', body(order))
      await send('POST', 'Shipments', body('<Shipment><order_number>1</order_number><ship_all>1</ship_all></Shipment>'))
      return (await send('GET', 'Orderlines/?_fields=code,status')).records
    },
    seen: ['<Orderline><code>1-1</code><status>shipped</status></Orderline>'],
  },
  F1: {
    act: (_, store) =>
      fileStatuses(
        store,
        'PUT images/items/a',
        'PUT images/items/a',
        'GET images/items/b',
        'MKCOL images/items',
        'MKCOL no/folder',
        'DELETE images/items/a',
        'DELETE images/items/a',
      ),
    seen: [201, 204, 404, 405, 409, 204, 404],
  },
  F2: { act: (_, store) => fileStatuses(store, 'PUT new/a.txt'), seen: [409] },
  F3: {
    act: async (_, store) => {
      const answer = await file(store, 'GET images')
      return [answer.status, answer.headers.get('location')]
    },
    seen: [301, '/files/shop/images/'],
  },
  F4: {
    act: async (_, store) => (await (await file(store, 'GET images/')).text()).split('\n').slice(1),
    seen: ['./', '../', 'items/', 'originals/', 'thumb/'].map((name) => `<a href="${name}">${name}</a>`).concat(''),
  },
  F5: {
    act: async (_, store) => {
      await fileStatuses(store, 'PUT images/items/a')
      const list = await (await file(store, 'GET images/items/')).text()
      const properties = await (await file(store, 'PROPFIND images/items/a', { headers: { depth: '0' } })).text()
      return [/\d/.test(list.replace(/utf-8/, '')), properties.includes('<D:getcontentlength>1<')]
    },
    seen: [false, true],
  },
  F6: {
    act: (_, store) =>
      fileStatuses(store, 'PUT images/items/A', 'GET images/items/a', 'PUT images/items/e%CC%81', 'GET images/items/%C3%A9'),
    seen: [201, 404, 201, 200],
  },
  F7: { act: async (_, store) => (await file(store, 'PROPFIND images/', { headers: { depth: 'infinity' } })).status, seen: 403 },
  F8: {
    act: async (_, store) => {
      const { key } = store.keys.add({ resources: ['Product'] })
      const [denied, wrong] = [
        ['shop', key],
        ['other', store.key],
      ].map(([site, user = '']) => fetch(`${store.filesUrl}/${site}/`, { headers: { authorization: basic(user) } }))
      return [(await denied)?.status, (await wrong)?.status]
    },
    seen: [403, 404],
  },
  F9: {
    act: (_, store) => fileStatuses(store, 'GET images/items/', 'GET images/thumb/', 'GET images/originals/', 'GET images/other/'),
    seen: [200, 200, 200, 404],
  },
  F10: {
    act: async (_, store) => [
      ...(await fileStatuses(store, 'LOCK images/items/a', 'PATCH images/items/a')),
      (await file(store, 'PUT images/items/a', { body: 'x', headers: { 'content-range': 'bytes 0-0/5' } })).status,
    ],
    seen: [405, 405, 400],
  },
  F11: { act: (_, store) => fileStatuses(store, 'PUT images/items/a', 'DELETE images/', 'GET images/items/a'), seen: [201, 204, 404] },
  O1: {
    options: { oauth: { autoApprove: true } },
    act: async (_, store) => [(await exchange(store, 'wrong')).json['error'], (await authorise(store, { client_id: 'nobody' })).status],
    seen: ['invalid_grant', 400],
  },
  O2: {
    options: { oauth: { autoApprove: true } },
    act: async (_, store) => {
      const targets = ['http://127.0.0.1:1/x', 'http://localhost:65000/y', 'https://shop.example/back', 'http://shop.example/back']
      return Promise.all(targets.map(async (target) => (await authorise(store, { redirect_uri: target })).status))
    },
    seen: [302, 302, 400, 400],
  },
  O3: {
    options: { oauth: { autoApprove: true }, now: () => start },
    act: async (_, store) => {
      const once = await authorise(store)
      const used = [(await exchange(store, once.code)).status, (await exchange(store, once.code)).status]
      const late = await authorise(store)
      store.clock.advance(10 * 60_000 + 1000)
      return [...used, (await exchange(store, late.code)).status]
    },
    seen: [200, 400, 400],
  },
  O4: {
    options: { oauth: { autoApprove: true } },
    act: async (_, store) => {
      const { json } = await exchange(store, (await authorise(store)).code)
      const send = storeRequest({ url: store.url, key: json['access_token'] ?? '' })
      return [
        short(await send('GET', 'Product+Inventory/')),
        short(await send('GET', 'ApiAccess/')),
        await counts(send, 'Webhooks/'),
        json['token_type'],
      ]
    },
    seen: ['200 <ResultSet', '200 <ResultSet', '0 0 0', 'bearer'],
  },
}
