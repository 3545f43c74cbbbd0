import { startReceiver } from '../unit/emulator/webhooks/receiver.ts'
import { expect } from 'vitest'
import { type AssumptionCases, body, counts, file, fileStatuses, short, webhook } from './assumption-case.ts'
import { type StoreRequest, storeRequest } from '../unit/emulator/store-request.ts'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'

const refused = async (_: StoreRequest, { url }: Pick<RunningEmulator, 'url'>) => {
  const answer = await fetch(
    `${url}/api_oauth?grant_type=authorization_code&code=x&redirect_uri=${encodeURIComponent('http://127.0.0.1/')}`,
  )
  const text = await answer.text()
  return [answer.ok, answer.headers.get('content-type')?.split(';')[0] ?? null, text === '' ? 'empty' : text.includes('"error"')]
}

const answerToWrongKey = async ({ url }: RunningEmulator) => {
  const seen = await storeRequest({ url, key: 'wrong' })('GET', 'Cat/')
  return [seen.status, /<code>\d+<\/code>/.exec(seen.text)?.[0]]
}

const notified = async (send: StoreRequest, store: RunningEmulator) => {
  await using target = await startReceiver()
  await send('POST', 'Webhooks', body(webhook('NewOrder', target.url)))
  await send('POST', 'Order', body('<Order/>'))
  await store.webhooks.settled()
  return target.received.map(({ body: json }) => Object.keys(json as object).toSorted())
}

/** Every value of the switches of rows K, H, M, F and O but the defaults. */
export const switchesOfAccess: AssumptionCases = {
  'webhookDeleteAll all': {
    turned: { webhookDeleteAll: 'all' },
    act: async (send) => [
      short(await send('POST', 'Webhooks', body('<Webhook><name>NewOrder</name><url>http://127.0.0.1/</url></Webhook>'))),
      short(await send('DELETE', 'Webhooks')),
      await counts(send, 'Webhooks/'),
    ],
    seen: ['200 <ResultSet', '200 <rsp', '0 0 0'],
  },
  'authError 403': { turned: { authError: '403' }, act: (_, store) => answerToWrongKey(store), seen: [403, '<code>403</code>'] },
  'authError 200-rsp': { turned: { authError: '200-rsp' }, act: (_, store) => answerToWrongKey(store), seen: [200, '<code>401</code>'] },
  'webhookPayload flat': { turned: { webhookPayload: 'flat' }, act: notified, seen: [expect.arrayContaining(['order_number'])] },
  'webhookPayload number': { turned: { webhookPayload: 'number' }, act: notified, seen: [expect.arrayContaining(['order_number'])] },
  'webhookRetries three': {
    turned: { webhookRetries: 'three' },
    options: { webhooks: { retryAfterMs: 1 } },
    act: async (send, store) => {
      await using target = await startReceiver()
      target.answers.push(500, 500)
      await send('POST', 'Webhooks', body(webhook('NewOrder', target.url)))
      await send('POST', 'Order', body('<Order/>'))
      await store.webhooks.settled()
      return target.received.length
    },
    seen: 3,
  },
  'oauthErrors html': { turned: { oauthErrors: 'html' }, act: refused, seen: [false, 'text/html', false] },
  'oauthErrors empty': { turned: { oauthErrors: 'empty' }, act: refused, seen: [false, expect.anything(), 'empty'] },
  'mkParents yes': {
    turned: { mkParents: 'yes' },
    act: (_, store) => fileStatuses(store, 'PUT new/deep/a.txt', 'GET new/deep/a.txt', 'PUT new/deep/a.txt/b.txt'),
    seen: [201, 200, 409],
  },
  'dirNoSlash list': {
    turned: { dirNoSlash: 'list' },
    act: async (_, store) => {
      const answer = await file(store, 'GET images')
      return [answer.status, (await answer.text()).includes('<a href="items/">items/</a>')]
    },
    seen: [200, true],
  },
  'list apache': {
    turned: { list: 'apache' },
    act: async (_, store) => (await (await file(store, 'GET images/')).text()).split('\n').slice(1, 5),
    seen: [
      '<title>Index</title><h1>Index</h1><ul>',
      '<li><a href="./">./</a></li>',
      '<li><a href="../">../</a></li>',
      '<li><a href="items/">items/</a></li>',
    ],
  },
  'fileCase nocase': {
    turned: { fileCase: 'nocase' },
    act: (_, store) => fileStatuses(store, 'PUT images/items/A.txt', 'PUT IMAGES/Items/a.TXT', 'GET images/items/a.txt'),
    seen: [201, 204, 200],
  },
  'infinity accept': {
    turned: { infinity: 'accept' },
    act: async (_, store) => {
      await fileStatuses(store, 'PUT images/items/a.txt')
      const answer = await file(store, 'PROPFIND ', { headers: { depth: 'infinity' } })
      return [answer.status, [...(await answer.text()).matchAll(/<D:href>\/files\/shop([^<]*)</g)].map(([, path]) => path)]
    },
    seen: [207, ['/', '/images/', '/images/items/', '/images/items/a.txt', '/images/originals/', '/images/thumb/']],
  },
  'dirDelete 403': {
    turned: { dirDelete: '403' },
    act: (_, store) => fileStatuses(store, 'PUT images/items/a.txt', 'DELETE images/items/', 'DELETE images/items/a.txt'),
    seen: [201, 403, 204],
  },
}
