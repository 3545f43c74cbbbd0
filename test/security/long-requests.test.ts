import { expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { rawRequest } from '../support/raw-request.ts'
import { faultOf, storeRequest } from '../unit/emulator/store-request.ts'
import { timed } from '../support/cpu-ms.ts'

const key = 'security-key'
const credentials = `Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`

/** A request as it is written here, on a connection of its own. */
async function ask(url: string, target: string, headers: readonly string[] = []): Promise<string> {
  const { port, host } = new URL(url)
  const head = [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', credentials, ...headers]
  return rawRequest(Number(port), `${head.join('\r\n')}\r\n\r\n`)
}

function seenOf(answer: string): { status: number; body: string; type: string | undefined } {
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]),
    type: /content-type: ([^\r]*)/i.exec(answer)?.[1],
    body: answer.split('\r\n\r\n').slice(1).join('\r\n\r\n'),
  }
}

/** Room for addresses that are long in other ways. */
const longAddresses = { longestUrl: '65536' } as const

const tooLong =
  /<\?xml version="1\.0" encoding="UTF-8"\?>\n<rsp stat="fail" version="3\.0"><error><code>414<\/code><msg>[^<]+<\/msg><\/error><\/rsp>\n/

test.each([
  ['an address of 60,000 characters', '/API/V3/Product/?sku=', 60_000, 200],
  ['an address of 66,000', '/API/V3/Product/?sku=', 66_000, 414],
  ['an address of a million', '/API/V3/Product/?sku=', 1_000_000, 414],
  ['a key of 66,000', '/API/V3/Product/', 66_000, 414],
  ['a file name of 66,000', '/files/shop/', 66_000, 414],
])('%s', async (_, start, length, status) => {
  await using store = await startEmulator({ key, switches: longAddresses })

  const seen = seenOf(await ask(store.url, start + 'x'.repeat(length)))

  expect([seen.status, seen.type]).toEqual([status, 'application/xml; charset=utf-8'])
  expect(tooLong.test(seen.body)).toBe(status === 414)
})

test.each([
  ['default', 8192],
  ['strict', 4096],
] as const)('the profile %s stops at %i bytes of an address, as many servers do', async (profile, longest) => {
  await using store = await startEmulator({ key, profile })

  const seen = await Promise.all([longest, longest + 1].map((length) => ask(store.url, `/API/V3/Product/?sku=${'x'.repeat(length - 21)}`)))

  expect(seen.map((answer) => seenOf(answer).status)).toEqual([200, 414])
  expect(seenOf(seen[1] ?? '').body).toMatch(tooLong)
})

test.each([
  ['one of 70,000 characters', [`X-Long: ${'x'.repeat(70_000)}`]],
  ['5,000 of them', Array.from({ length: 5000 }, (_, n) => `X-Many-${n}: value`)],
  ['a cookie of 100,000', [`Cookie: ${'a=b; '.repeat(20_000)}`]],
])('huge headers (%s) are refused with an XML body, and the store goes on', async (_, headers) => {
  await using store = await startEmulator({ key })

  const seen = seenOf(await ask(store.url, '/API/V3/Product/', headers))

  expect(seen.status).toBe(414)
  expect(seen.body).toMatch(tooLong)
  expect(seenOf(await ask(store.url, '/API/V3/Product/')).status).toBe(200)
})

test('long and deep questions inside a short enough address are refused, quickly', async () => {
  await using store = await startEmulator({ key, switches: longAddresses })
  const send = storeRequest(store)
  const questions = [
    `Product${'+Inventory'.repeat(100)}/`,
    `${'('.repeat(500)}Product/`,
    `Product/?_search=${encodeURIComponent('('.repeat(5000))}`,
    `Product/?_search=${encodeURIComponent(`${'NOT '.repeat(2000)}sku = 'A'`)}`,
    `Product/?_search=${encodeURIComponent(`sku = '${'x'.repeat(9000)}'`)}`,
    `Product/?_fields=${'sku,'.repeat(5000)}nope`,
    `Product/?_start=${'9'.repeat(400)}`,
    `Product/?_results=${'9'.repeat(400)}x`,
  ]

  const { seen, took } = await timed(() => Promise.all(questions.map((question) => send('GET', question))))

  expect(seen.map(faultOf).map((text) => text.slice(0, 4))).toEqual(questions.map(() => '406 '))
  expect(took).toBeLessThan(3000)
})

test('20,000 values and a pattern of many wildcards are answered in bounded time', async () => {
  await using store = await startEmulator({ key, switches: longAddresses })
  const send = storeRequest(store)
  const rows = Array.from({ length: 500 }, (_, n) => `<Product><sku>${n}</sku><title>${'a'.repeat(200)}</title></Product>`)
  await send('POST', 'Product', `<ResultSet>${rows.join('')}</ResultSet>`)

  const { seen, took } = await timed(async () => [
    await send('GET', `Product/?${Array.from({ length: 5000 }, (_, n) => `sku=${n}`).join('&')}&_fields=sku`),
    await send('GET', `Product/?title=${'%a'.repeat(30)}%b&_fields=sku`),
  ])

  expect(seen.map(({ counts }) => counts)).toEqual(['0 500 500', '0 0 0'])
  expect(took).toBeLessThan(5000)
})
