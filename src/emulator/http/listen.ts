import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { OperationalError } from '../../errors.ts'
import { toOriginForm } from './origin-form.ts'
import { continueWhenRead } from './request-body.ts'
import { faultText } from './rsp-text.ts'
import { headersMs, type Patience, watchSlowClients } from './slow-clients.ts'

/** A server on 127.0.0.1. */
export interface Listening {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** Waits up to half a second for running requests, then ends every connection. */
  close(): Promise<void>
}

/** Answers one request and never rejects. */
type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const graceMs = 500
const maxHeaderBytes = 65_536
const tooSlow = [408, 'Request Timeout'] as const

/** Answers a connection whose request cannot be read, and closes it. */
function refuseOn(socket: Socket, [status, title]: readonly [number, string], message: string): void {
  const body = faultText(status, message)
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'content-type: application/xml; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

/** Requests that node:http itself refuses still get an error body: address or headers over 64 KB 414, slow headers 408, others 400. */
function answerBrokenRequest(error: Error, socket: Socket): void {
  const code = 'code' in error ? error.code : ''
  if (code === 'HPE_HEADER_OVERFLOW') refuseOn(socket, [414, 'URI Too Long'], 'The address or the headers are too long')
  else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') refuseOn(socket, tooSlow, 'The headers of the request arrived too slowly')
  else refuseOn(socket, [400, 'Bad Request'], 'The request is not valid HTTP')
}

function portOf(server: Server): number {
  const address: string | AddressInfo | null = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function bind(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(
        new OperationalError('port-taken', `The embedded store cannot listen on 127.0.0.1:${port}: ${error.message}`, {
          fix: 'Choose another port, or none for any free port.',
          cause: error,
        }),
      )
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}

/** Performs the work of each connection in the order of its requests, which a client may send without waiting for answers (RFC 9112, 9.3.2). */
function oneAfterTheOther(): (socket: Socket, work: () => Promise<void>) => Promise<void> {
  const latest = new WeakMap<Socket, Promise<void>>()
  return async (socket, work) => {
    const before = latest.get(socket)
    const own = before ? before.then(work) : work()
    latest.set(socket, own)
    await own
    if (latest.get(socket) === own) latest.delete(socket)
  }
}

/** Starts a server; `handleAt` creates the handler for its address. Fails with `port-taken`. */
export async function listen(port: number, patience: Patience, handleAt: (url: string) => Handle): Promise<Listening> {
  const running = new Set<Promise<void>>()
  const headersTimeout = headersMs(patience)
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout,
    // Large uploads may take long; slow bodies are limited below.
    requestTimeout: 0,
    // The request guard looks at the header Host, and answers with an error body.
    requireHostHeader: false,
    connectionsCheckingInterval: Math.min(headersTimeout, 5_000),
    keepAliveTimeout: 60_000,
  })
  await bind(server, port)
  const url = `http://127.0.0.1:${portOf(server)}`
  const handle = handleAt(url)
  const slow = watchSlowClients(patience, (socket) => refuseOn(socket, tooSlow, 'The body of the request arrived too slowly'))
  const perform: Handle = async (request, response) => {
    // What follows on a connection that a client or a fault has ended is lost with it.
    if (request.socket.destroyed) return
    slow.watch(request, response)
    toOriginForm(request)
    await handle(request, response)
  }
  const inOrder = oneAfterTheOther()
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const work = inOrder(request.socket, () => perform(request, response)).finally(() => running.delete(work))
    running.add(work)
  }
  server.on('request', take)
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response)
    take(request, response)
  })
  server.on('clientError', answerBrokenRequest)

  return {
    url,
    close: async () => {
      slow.stop()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      let timer: NodeJS.Timeout | undefined
      const grace = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs)
      })
      await Promise.race([Promise.allSettled(running), grace])
      clearTimeout(timer)
      server.closeAllConnections()
      await Promise.allSettled(running)
      await closed
    },
  }
}
