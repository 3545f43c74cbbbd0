import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { OperationalError, systemCodeOf } from '../../errors.ts'
import { isObject } from '../../source/is-object.ts'
import { parsedObject } from '../../source/parsed-object.ts'
import { listenOnLoopback } from '../../store/listen-on-loopback.ts'

/** Where notifications are received. */
export interface NotificationOptions {
  /** On this machine; 0: a free one. */
  readonly port: number
  /** Begins with `/`. Requests for other paths change nothing: whoever does not know it cannot notify. */
  readonly path: string
  /** The number of the order, or `null` where the notification has none that is recognised. */
  readonly onNotification: (order: string | null) => void
}

/** A server that receives notifications, until it is disposed of. */
export interface Receiver extends AsyncDisposable {
  /** On loopback, with its path. */
  readonly url: string
}

const longestBody = 1_000_000
const longestWaitMs = 10_000

/**
 * Receives the notifications of a store (platform.md, "Events") on loopback. Their fields, headers and signature are not shown, so that a notification is a
 * hint: nothing of it is used but the number of an order, which is read from the store. Throws `port-taken`.
 */
export async function receiveNotifications({ port, path, onNotification }: NotificationOptions): Promise<Receiver> {
  const server = createServer((request, response) => void answer(request, response, { path, onNotification }))
  server.requestTimeout = longestWaitMs
  server.headersTimeout = longestWaitMs
  const own = await listenOnLoopback(server, port).catch((cause: unknown) => {
    throw portTaken(port, cause)
  })
  return {
    url: `http://127.0.0.1:${own}${path}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function portTaken(port: number, cause: unknown): OperationalError {
  const why = systemCodeOf(cause) === 'EADDRINUSE' ? 'is used by another program' : `cannot be used (${systemCodeOf(cause)})`
  return new OperationalError('port-taken', `Port ${port} ${why}.`, { fix: 'Give another one with `--port`.', cause })
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { path, onNotification }: Pick<NotificationOptions, 'path' | 'onNotification'>,
): Promise<void> {
  const end = (status: number): void => void response.writeHead(status, { connection: 'close' }).end()
  if (request.url?.split('?')[0] !== path) return end(404)
  if (request.method !== 'POST') return end(405)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request) {
      if (!(chunk instanceof Buffer)) continue
      size += chunk.length
      if (size > longestBody) return end(413)
      chunks.push(chunk)
    }
  } catch {
    // The sender has gone; the next read of the store finds the order.
    return
  }
  onNotification(orderNumberIn(Buffer.concat(chunks).toString('utf8')))
  end(204)
}

/** The number of the order in the JSON of a notification, at its top or in its `order`; `null` where there is none. */
export function orderNumberIn(text: string): string | null {
  const value = parsedObject(text)
  if (value === undefined) return null
  const inner = value['order']
  const number = value['order_number'] ?? (isObject(inner) ? inner['order_number'] : undefined)
  const digits = typeof number === 'number' || typeof number === 'string' ? String(number) : ''
  return /^\d{1,15}$/.test(digits) ? digits : null
}
