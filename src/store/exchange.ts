import { setTimeout as wait } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream'
import type { Dispatcher } from 'undici'
import { OperationalError } from '../errors.ts'
import { answerFault } from './answer-fault.ts'
import { hideKey, withoutKey } from './hide-key.ts'
import { isAnswerLost } from './lost-answer.ts'
import { networkFault } from './network-fault.ts'
import type { StoreAddress } from './store-address.ts'
import type { StoreSettings } from './store-settings.ts'

/** One request of the Data API. */
export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Begins with `/API/V3/`. */
  readonly path: string
  /** The request in messages, such as `POST Product`. Does not contain the key. */
  readonly what: string
  readonly body?: string
}

/** The requests to one store. A status other than 2xx is an `OperationalError`; the body of a success is streamed. */
export interface Exchange {
  send(request: Outgoing): Promise<AsyncIterable<Uint8Array>>
  close(): Promise<void>
}

/** Longest Retry-After after which a GET is repeated automatically, in seconds. */
const longestWait = 30
/** Delay before a GET is repeated after a closed connection. */
const resetDelayMs = 250
const longestFaultText = 65_536

/** Prepares the connections of a store; the first request loads undici. `onRequest` is called for each request that is sent. */
export function openExchange(settings: StoreSettings, address: StoreAddress, onRequest: (method: Outgoing['method']) => void): Exchange {
  const { key } = settings
  const timeoutMs = settings.timeoutMs ?? 60_000
  const sleep = settings.sleep ?? ((milliseconds: number) => wait(milliseconds))
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
  const nextTurn = rateLimit(settings.requestsPerSecond, sleep)
  let opened: Promise<Dispatcher> | undefined

  async function attempt(request: Outgoing): Promise<AsyncIterable<Uint8Array>> {
    opened ??= openDispatcher(settings, address, timeoutMs)
    const dispatcher = await opened
    await nextTurn()
    onRequest(request.method)
    const answer = await dispatcher
      .request({
        origin: address.origin,
        path: address.prefix + request.path,
        method: request.method,
        headers: {
          authorization,
          accept: 'application/xml',
          'accept-encoding': 'gzip',
          ...(request.body === undefined ? {} : { 'content-type': 'application/xml; charset=utf-8' }),
        },
        body: request.body ?? null,
      })
      .catch((error: unknown) => {
        throw networkFault(error, address.host, timeoutMs)
      })
    const body = bodyOf(answer, address.host, timeoutMs)
    if (answer.statusCode >= 200 && answer.statusCode < 300) return body
    const text = hideKey(await beginningOf(body), key)
    throw withoutKey(answerFault({ status: answer.statusCode, headers: answer.headers, text, what: request.what, host: address.host }), key)
  }

  return {
    async send(request) {
      try {
        return await attempt(request)
      } catch (error) {
        const delay = request.method === 'GET' ? retryDelay(error) : undefined
        if (delay === undefined) throw error
        await sleep(delay)
        return attempt(request)
      }
    },
    async close() {
      const dispatcher = await opened
      await dispatcher?.close()
    },
  }
}

async function openDispatcher(settings: StoreSettings, address: StoreAddress, timeoutMs: number): Promise<Dispatcher> {
  const { Pool, ProxyAgent } = await import('undici')
  const options = {
    connections: settings.concurrency ?? 4,
    pipelining: 1,
    allowH2: false,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: Math.min(timeoutMs, 10_000) },
  }
  return settings.proxy === undefined
    ? new Pool(address.origin, options)
    : new ProxyAgent({ ...options, uri: settings.proxy, proxyTunnel: true, connectTimeout: options.connect.timeout })
}

/** Milliseconds before a GET is repeated; `undefined` where it is not repeated. */
function retryDelay(error: unknown): number | undefined {
  if (!(error instanceof OperationalError)) return undefined
  const { status, retryAfter, reason } = error.context
  if (isAnswerLost(error) && reason === 'reset') return resetDelayMs
  if (status !== 429 && status !== 503) return undefined
  const seconds = typeof retryAfter === 'number' ? retryAfter : 1
  return seconds <= longestWait ? seconds * 1000 : undefined
}

/** The decompressed bytes of a body; a connection that closes before the end is an `OperationalError`. */
async function* bodyOf({ body, headers }: Dispatcher.ResponseData, host: string, timeoutMs: number): AsyncGenerator<Uint8Array> {
  const isCompressed = headers['content-encoding'] === 'gzip'
  const chunks: AsyncIterable<unknown> = isCompressed ? pipeline(body, createGunzip(), ignoreEnd) : body
  try {
    for await (const chunk of chunks) {
      if (chunk instanceof Uint8Array) yield chunk
    }
  } catch (error) {
    throw networkFault(error, host, timeoutMs)
  }
}

/** The reader of the pipeline gets its error. */
function ignoreEnd(): void {}

/** The first 64 KB of a body as text; up to 1 MB is read and dropped, so that the connection stays usable. */
export async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    if (size < longestFaultText) kept.push(chunk)
    size += chunk.length
    if (size > 1_000_000) break
  }
  return Buffer.concat(kept).subarray(0, longestFaultText).toString('utf8')
}

/** Returns a function that resolves when the next request can be sent: at most `perSecond` start in a second. */
function rateLimit(perSecond: number | undefined, sleep: (milliseconds: number) => Promise<void>): () => Promise<void> {
  if (perSecond === undefined) return () => Promise.resolve()
  const gap = 1000 / perSecond
  let next = 0
  return async () => {
    const now = performance.now()
    const at = Math.max(now, next)
    next = at + gap
    if (at > now) await sleep(at - now)
  }
}
