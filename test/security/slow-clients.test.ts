import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { timed } from '../support/cpu-ms.ts'
import { storeRequest } from '../unit/emulator/store-request.ts'

const key = 'security-key'
const credentials = `Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`
const patience = { headersMs: 200, bodyMs: 200, bytesPerSecond: 1_000_000, answerMs: 300 }

interface Connection {
  readonly socket: Socket
  /** All that came until the store closed. */
  readonly closed: Promise<string>
}

function open(url: string): Connection {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const parts: Buffer[] = []
  const closed = new Promise<string>((resolve) => {
    socket.on('data', (part) => parts.push(part))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Buffer.concat(parts).toString()))
  })
  return { socket, closed }
}

/** Writes the text a byte at a time, until the other side has closed. */
function drip(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer)
    else socket.write(text[at % text.length] ?? ' ')
    at += 1
  }, 10)
  socket.on('close', () => clearInterval(timer))
}

test.concurrent('a head that drips in is ended with 408 and an XML body', async () => {
  await using store = await startEmulator({ key, patience })
  const { socket, closed } = open(store.url)

  drip(socket, `GET /API/V3/Product/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ${'x'.repeat(1000)}`)

  expect(await closed).toMatch(/^HTTP\/1\.1 408 .*<code>408<\/code>/s)
})

test.concurrent('a connection that says nothing is ended', async () => {
  await using store = await startEmulator({ key, patience })
  const { closed } = open(store.url)

  expect(await closed).toMatch(/^(?:HTTP\/1\.1 408 .*)?$/s)
})

test.concurrent.each(['POST /API/V3/Product', 'PUT /API/V3/Product/A', 'PUT /files/shop/images/items/slow.bin', 'PROPFIND /files/shop/'])(
  'the body of %s that drips in is ended with 408, and nothing stays of it',
  async (line) => {
    await using store = await startEmulator({ key, patience })
    const { socket, closed } = open(store.url)

    socket.write(`${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${credentials}\r\nContent-Length: 100000\r\n\r\n<ResultSet>`)
    drip(socket, ' ')

    expect(await closed).toMatch(/^HTTP\/1\.1 408 .*<code>408<\/code>/s)
    expect((await storeRequest(store)('GET', 'Product/')).counts).toBe('0 0 0')
    const file = await fetch(`${store.filesUrl}/shop/images/items/slow.bin`, { headers: { authorization: credentials.slice(15) } })
    expect([file.status, (await file.text()).length > 0]).toEqual([404, true])
  },
)

test.concurrent('the rest of a body that was refused is not waited for', async () => {
  await using store = await startEmulator({ key, patience })
  const { socket, closed } = open(store.url)

  socket.write('POST /API/V3/Product HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n')
  drip(socket, ' ')

  expect(await closed).toMatch(/^HTTP\/1\.1 401 /)
})

test('an upload that is slow, but not that slow, is let through', async () => {
  await using store = await startEmulator({ key, patience: { ...patience, bytesPerSecond: 10 } })
  const { socket, closed } = open(store.url)
  const rest = 60

  socket.write(
    `PUT /files/shop/images/items/slow.bin HTTP/1.1\r\nHost: 127.0.0.1\r\n${credentials}\r\nConnection: close\r\nContent-Length: ${rest}\r\n\r\n`,
  )
  drip(socket, 'x')

  expect(await closed).toMatch(/^HTTP\/1\.1 201 /)
})

test('a client that does not take its answer is cut off', async () => {
  await using store = await startEmulator({ key, patience })
  store.seed(
    Array.from({ length: 2000 }, (_, n) => ({
      resource: 'Product' as const,
      fields: { sku: String(n), comment: 'x'.repeat(10_000) },
      children: {},
    })),
  )
  const { socket, closed } = open(store.url)
  socket.write(`GET /API/V3/Product/ HTTP/1.1\r\nHost: 127.0.0.1\r\n${credentials}\r\n\r\n`)
  socket.pause()

  await expect.poll(() => store.requests()[0]?.status, { timeout: 5000 }).toBe(200)
  await new Promise<void>((resolve) => void setTimeout(resolve, 1000))
  socket.resume()

  expect((await closed).length).toBeLessThan(20_000_000)
})

test('fifty slow clients do not keep another one waiting', async () => {
  await using store = await startEmulator({ key, patience: { headersMs: 15_000, bodyMs: 15_000 } })
  const slow = Array.from({ length: 50 }, () => open(store.url))
  for (const { socket } of slow) {
    socket.write(`POST /API/V3/Product HTTP/1.1\r\nHost: 127.0.0.1\r\n${credentials}\r\nContent-Length: 1000\r\n\r\n`)
    drip(socket, ' ')
  }
  let ended = 0
  for (const { socket } of slow) socket.on('close', () => (ended += 1))

  const { seen, took } = await timed(() => storeRequest(store)('GET', 'Product/'))

  // It was answered before any of the fifty had come to an end, and they made little work.
  expect([seen.status, ended]).toEqual([200, 0])
  expect(took).toBeLessThan(1500)
  for (const { socket } of slow) socket.destroy()
  await Promise.all(slow.map(({ closed }) => closed))
})
