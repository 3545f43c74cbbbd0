import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createListener, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { watchSentBytes } from '../../../src/store/sent-bytes.ts'
import type { StoreFiles } from '../../../src/store/store-client.ts'
import { openStoreFiles } from '../../../src/store/store-files.ts'
import { freePace } from '../../support/free-pace.ts'

/** A server with one answer; returns its address. */
async function startAnswering(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const beginRead = (): never => {
  throw new Error('nothing is read')
}

function openFiles(place: { readonly filesUrl: string; readonly proxy?: string }): StoreFiles {
  return openStoreFiles({ siteName: 'shop', key: 'k', pace: freePace(), beginRead, ...place })
}

const address = { protocol: 'https:', hostname: 'store.example', port: '443' }

test('of a connection with HTTP/2 it is not known what was sent, until it is closed', async () => {
  const socket = Object.assign(new Socket(), { alpnProtocol: 'h2' })
  const { connect, isSent } = watchSentBytes((_, callback) => callback(null, socket))
  const before = isSent()
  connect(address, () => undefined)
  const open = isSent()

  socket.destroy()
  await once(socket, 'close')

  expect([before, open, isSent()]).toEqual([true, false, true])
})

test('a connection that fails is reported, and not watched', () => {
  const failure = new Error('refused')
  const { connect, isSent } = watchSentBytes((_, callback) => callback(failure, null))
  const seen: unknown[] = []

  connect(address, (...ended) => seen.push(ended))

  expect(seen).toEqual([[failure, null]])
  expect(isSent()).toBe(true)
})

test('an upload that is answered before it is received is not reported as sent', async () => {
  const reading = Promise.withResolvers<void>()
  const origin = await startAnswering((request, response) => {
    request.on('data', () => undefined)
    request.pause()
    response.writeHead(201).end()
    void reading.promise.then(() => request.resume())
  })
  const files = openFiles({ filesUrl: `${origin}/files` })

  await files.write('images/items/small.jpg', Buffer.alloc(1_000))
  const afterSmall = files.isSent()
  // More than the buffers of both sockets have room for.
  await files.write('images/items/large.jpg', Buffer.alloc(16_000_000))
  const afterLarge = files.isSent()
  reading.resolve()

  expect([afterSmall, afterLarge]).toEqual([true, false])
  await expect.poll(() => files.isSent(), { timeout: 20_000 }).toBe(true)
})

test('through a proxy it is not known what was sent', async () => {
  const proxy = await startAnswering((request, response) => {
    request.resume()
    response.writeHead(201).end()
  })
  const files = openFiles({ filesUrl: 'http://store.example/files', proxy })

  await files.write('images/items/tee.jpg', Buffer.from('tee'))

  expect(files.isSent()).toBe(false)
})

test('a connection offers only HTTP/1.1: the part of undici that is joined with the program has no HTTP/2', async () => {
  const offers: Buffer[] = []
  const server = createListener((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', (hello) => {
        offers.push(hello)
        socket.destroy()
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const files = openFiles({ filesUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}/files` })

  await expect(files.write('images/items/tee.jpg', Buffer.from('tee'))).rejects.toThrow('127.0.0.1')

  expect(offers.length).toBeGreaterThan(0)
  for (const offer of offers) expect([offer.includes('\bhttp/1.1'), offer.includes('\u0002h2')]).toEqual([true, false])
})
