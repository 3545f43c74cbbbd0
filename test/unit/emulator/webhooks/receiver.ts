import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import { storeRequest } from '../store-request.ts'

/** A notification as its target sees it. */
interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** A target of notifications on a free port. `answers` are the statuses to come, 204 when they run out; 0 = no answer at all. */
export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly received: Received[]
  readonly answers: number[]
  /** Resolves when the next notification has arrived. */
  next(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const answers: number[] = []
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    request.on('end', () => {
      received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: JSON.parse(text) })
      for (const resolve of waiting.splice(0)) resolve()
      const status = answers.shift() ?? 204
      if (status > 0) response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answers,
    next: () => new Promise((resolve) => void waiting.push(resolve)),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Subscribes an address to the orders of a store. */
export function subscribe(store: RunningEmulator, url: string): ReturnType<ReturnType<typeof storeRequest>> {
  return storeRequest(store)('POST', 'Webhooks', `<ResultSet><Webhook><name>NewOrder</name><url>${url}</url></Webhook></ResultSet>`)
}

/** Creates an order, of which the store notifies its subscribers. */
export function order(store: RunningEmulator): ReturnType<ReturnType<typeof storeRequest>> {
  return storeRequest(store)('POST', 'Order', '<ResultSet><Order/></ResultSet>')
}

/** The deliveries of a store: the state, and the status or error of each attempt. */
export function outcome(store: RunningEmulator): unknown[][] {
  return store.webhooks.deliveries().map(({ state, attempts }) => [state, ...attempts.map(({ status, error }) => status ?? error)])
}
