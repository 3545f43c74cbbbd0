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
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status)
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
