import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/store/open-store.ts'
import { uploadWaitMs } from '../../../src/store/webdav-connection.ts'

const created = 'HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n'

/** A server that receives at most `slowBytes` of each request over a slow line, the rest over a fast one, and answers its end. */
interface SlowServer extends AsyncDisposable {
  readonly url: string
  /** Bytes of each body that were received, and its length. */
  readonly received: readonly (readonly [bytes: number, length: number])[]
}

async function startSlowServer({ slowBytes, answer }: { readonly slowBytes: number; readonly answer: string }): Promise<SlowServer> {
  const sockets = new Set<Socket>()
  const received: [number, number][] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    let head = ''
    let body: [number, number] | undefined
    socket.on('data', (chunk) => {
      if (body) body[0] += chunk.length
      else head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (!body && end >= 0) {
        body = [head.length - end - 4, Number(/content-length: (\d+)/i.exec(head)?.[1])]
        received.push(body)
      }
      if (body?.[0] === body?.[1]) socket.write(answer)
      else if (body && body[0] < slowBytes) {
        socket.pause()
        setTimeout(() => socket.resume(), 20)
      }
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

function storeAt(url: string, timeoutMs: number): ReturnType<typeof openStore> {
  return openStore({ name: 'live', baseUrl: url, filesUrl: url, siteName: 'shop', key: 'k', timeoutMs })
}

test('an upload whose bytes flow may take longer than the wait for an answer', async () => {
  const timeoutMs = 300
  await using server = await startSlowServer({ slowBytes: 2_000_000, answer: created })
  const store = storeAt(server.url, timeoutMs)
  const start = performance.now()

  await store.files?.write('images/items/a.png', Buffer.alloc(12_000_000))

  expect(performance.now() - start).toBeGreaterThan(timeoutMs * 1.5)
  expect(server.received).toEqual([[12_000_000, 12_000_000]])
  await store.close()
})

test('a large upload has time for its bytes, a small one only for its answer', () => {
  const waits = [0, 50_000, 262_144, 262_145, 8_000_000].map((bytes) => uploadWaitMs(60_000, bytes))

  expect(waits).toEqual([60_000, 60_000, 60_000, 92_769, 1_060_000])
})

test('an upload that is not answered is given up, with advice for uploads', async () => {
  await using server = await startSlowServer({ slowBytes: 0, answer: '' })
  const store = storeAt(server.url, 100)

  const error: unknown = await store.files?.write('images/items/a.png', Buffer.alloc(50_000)).catch((caught: unknown) => caught)

  expect(error).toMatchObject({
    code: 'store-unreachable',
    message: `${new URL(server.url).host} did not answer within 1 s.`,
    fix: 'The connection or this machine is slow: try again, or lower limits.concurrency.',
    context: { reason: 'timeout', answer: 'lost' },
  })
  expect(server.received).toEqual([[50_000, 50_000]])
  await store.close()
})
