import { expect, test } from 'vitest'
import type { FaultPlan } from '../../../../src/emulator/faults/fault-plan.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { rawRequest } from '../../../support/raw-request.ts'
import { basic } from '../store-request.ts'

/** The bytes of some requests of the key `k`, the last of which closes the connection. */
function bytesOf(requests: readonly (readonly [line: string, body?: string])[]): string {
  return requests
    .map(([line, body = ''], at) => {
      const last = at === requests.length - 1 ? 'Connection: close\r\n' : ''
      return `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${basic('k')}\r\n${last}Content-Length: ${body.length}\r\n\r\n${body}`
    })
    .join('')
}

function statusesIn(answer: string): readonly string[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status = '']) => status)
}

const post = (sku: string) => ['POST /API/V3/Product', `<ResultSet><Product><sku>${sku}</sku></Product></ResultSet>`] as const

test('requests that are sent at once on one connection are performed one after the other', async () => {
  await using store = await startEmulator({ key: 'k' })
  const requests = [post('A'), ['GET /API/V3/Product/A'], ['DELETE /API/V3/Product/A'], ['GET /API/V3/Product/A'], post('B')] as const

  const answer = await rawRequest(Number(new URL(store.url).port), bytesOf(requests))

  expect(statusesIn(answer)).toEqual(['200', '200', '200', '404', '200'])
  expect(store.records('Product').map(({ fields }) => fields['sku'])).toEqual(['B'])
})

test('what follows a lost answer on its connection is lost with it', async () => {
  const lost: FaultPlan = { on: { method: 'POST' }, do: { kind: 'lost-answer' } }
  await using store = await startEmulator({ key: 'k', faults: [lost] })

  const answer = rawRequest(Number(new URL(store.url).port), bytesOf([post('A'), post('B')]))

  await expect(answer).rejects.toThrow('ECONNRESET')
  expect(store.records('Product').map(({ fields }) => fields['sku'])).toEqual(['A'])
})

test.each([
  ['the Data API', 'http://127.0.0.1/API/V3/Product/', '200'],
  ['the Files API', 'HTTP://LOCALHOST:80/files/shop/images/', '200'],
  ['the shop', 'http://127.0.0.1', '200'],
  ['another host', 'http://shop.example/API/V3/Product/', '403'],
])('a target in absolute form, as proxies get it: %s', async (_, target, status) => {
  await using store = await startEmulator({ key: 'k' })

  const answer = await rawRequest(Number(new URL(store.url).port), bytesOf([[`GET ${target}`]]))

  expect(statusesIn(answer)).toEqual([status])
})

const headOf = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\nAuthorization: ${basic('k')}\r\n`
const host = 'Host: 127.0.0.1'
const chunk = 'Connection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n'

test.each([
  ['without a Host header', `${headOf('GET /API/V3/Cat HTTP/1.1')}Connection: close\r\n\r\n`, '400', 'The request has no Host header'],
  ['of HTTP/1.0 without a Host header', `${headOf('GET /API/V3/Cat HTTP/1.0')}\r\n`, '200', 'totalResults="0"'],
  [
    'with a transfer coding, to the Data API',
    `${headOf('POST /API/V3/Cat HTTP/1.1', host)}${chunk}`,
    '501',
    'gzip, chunked is not supported',
  ],
  ['with a transfer coding, to the Files API', `${headOf('PUT /files/shop/a HTTP/1.1', host)}${chunk}`, '501', 'only chunked'],
])('a request %s', async (_, bytes, status, words) => {
  await using store = await startEmulator({ key: 'k' })

  const answer = await rawRequest(Number(new URL(store.url).port), bytes)

  expect([statusesIn(answer), answer.includes(words)]).toEqual([[status], true])
})

test.each([
  ['a body that is too long', 'POST /API/V3/Cat HTTP/1.1', 99, ['413']],
  ['a request of the control API', 'POST /_emulator/reset HTTP/1.1\r\nX-Emulator: 1', 2, ['100', '204']],
])('a client that asks leave to send %s', async (_, line, length, statuses) => {
  await using store = await startEmulator({ key: 'k', maxBody: 10 })
  const head = `${headOf(line, host)}Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`

  const answer = await rawRequest(Number(new URL(store.url).port), `${head}${'{}'.padEnd(length)}`)

  expect(statusesIn(answer)).toEqual(statuses)
})
