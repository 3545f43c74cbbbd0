import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { rawRequest } from '../support/raw-request.ts'

const key = 'security-key'
const credentials = `Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`
const secret = 'nobody may read this'
let folder: string
let store: RunningEmulator

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-paths-'))
  writeFileSync(join(folder, 'secret.txt'), secret)
  store = await startEmulator({ key, data: join(folder, 'data') })
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** A request whose first line goes out as it stands here. */
async function ask(line: string, headers: readonly string[] = [`Host: ${new URL(store.url).host}`], body = ''): Promise<string> {
  const head = [`${line} HTTP/1.1`, ...headers, 'Connection: close', credentials]
  return rawRequest(Number(new URL(store.url).port), `${head.join('\r\n')}\r\n\r\n${body}`)
}

function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
}

const climbing = [
  '..',
  '%2e%2e',
  '.%2e',
  '%2E%2E',
  '..%2f',
  '..%5c',
  '..\\',
  '%252e%252e',
  '....//',
  '..;',
  '%c0%ae%c0%ae',
  '..%00',
].flatMap((dots) => [
  `/files/shop/${dots}/secret.txt`,
  `/files/shop/images/${dots}/${dots}/${dots}/secret.txt`,
  `/files/${dots}/secret.txt`,
  `/_shop/files/${dots}/${dots}/secret.txt`,
  `/API/V3/${dots}/secret.txt`,
  `/${dots}/${dots}/secret.txt`,
])

test('no way of writing .. leads out of the store', async () => {
  const seen = await Promise.all(climbing.map((target) => ask(`GET ${target}`)))

  expect(seen.filter((answer) => answer.includes(secret))).toEqual([])
  expect(seen.map(statusOf).filter((status) => ![400, 404, 406].includes(status))).toEqual([])
  expect(climbing.length).toBe(72)
})

test('and none writes, moves or deletes there', async () => {
  const before = readdirSync(folder).toSorted()
  const host = `Host: ${new URL(store.url).host}`
  for (const target of climbing.filter((path) => path.startsWith('/files/shop/'))) {
    await ask(`PUT ${target}`, [host, 'Content-Length: 4'], 'evil')
    await ask(`DELETE ${target}`)
    await ask(`MKCOL ${target}`)
    await ask(`MOVE /files/shop/images/items/`, [host, `Destination: ${target}`])
  }

  expect(readdirSync(folder).toSorted()).toEqual(before)
  expect(before).toEqual(['data', 'secret.txt'])
})

test.each([
  ['an absolute target of another host', 'GET http://elsewhere.example/API/V3/Product/', undefined],
  ['a target that is an authority', 'CONNECT elsewhere.example:443', undefined],
  ['a star', 'GET *', undefined],
  ['two slashes', 'GET //elsewhere.example/API/V3/Product/', undefined],
  ['another host', 'GET /API/V3/Product/', ['Host: elsewhere.example']],
  ['a host that begins like this machine', 'GET /API/V3/Product/', ['Host: 127.0.0.1.elsewhere.example']],
  ['a host with an account', 'GET /API/V3/Product/', ['Host: 127.0.0.1@elsewhere.example']],
  ['no host', 'GET /API/V3/Product/', []],
  ['two hosts', 'GET /API/V3/Product/', ['Host: 127.0.0.1', 'Host: elsewhere.example']],
  ['an address of all interfaces', 'GET /API/V3/Product/', ['Host: 0.0.0.0']],
])('%s gets nothing', async (_, line, headers) => {
  const answer = await ask(line, headers)

  expect(answer).not.toContain('<ResultSet')
  expect([0, 400, 403, 404, 405]).toContain(statusOf(answer) || 0)
})

test.each([
  ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\nGET /API/V3/Product/ HTTP/1.1\r\n\r\n'],
  ['two lengths', ['Content-Length: 5', 'Content-Length: 50'], '<a/>'],
  ['a length that is none', ['Content-Length: -1'], ''],
  ['chunks that are none', ['Transfer-Encoding: chunked'], 'zz\r\nhello'],
  ['an odd encoding', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
  ['a header that folds', ['X-A: b\r\n c'], ''],
])('a request with %s is refused, and no second one is read out of it', async (_, headers, body) => {
  store.clearRequests()

  const answer = await ask('POST /API/V3/Product', [`Host: ${new URL(store.url).host}`, ...headers], body)

  expect(statusOf(answer)).toBe(400)
  expect(store.requests().filter(({ method }) => method === 'GET')).toEqual([])
  expect(answer.match(/HTTP\/1\.1 \d/g)?.length).toBe(1)
})
