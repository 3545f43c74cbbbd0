import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream'
import type { Dispatcher } from 'undici'
import { OperationalError } from '../errors.ts'
import type { BodyEnds } from '../wire/write-reply.ts'
import { answerFault } from './answer-fault.ts'
import { hideKey, withoutKey } from './hide-key.ts'
import type { AnswerHeaders } from './failed-answer.ts'
import { networkFault, type Peer } from './network-fault.ts'
import type { RequestPace } from './pace.ts'
import { type Connections, openPool } from './open-pool.ts'
import { mostAtOnce } from './request-limit.ts'
import { sendWhenBack } from './send-when-back.ts'
import type { StoreAddress } from './store-address.ts'
import type { StoreSettings } from './store-settings.ts'

/** One request of the Data API. */
export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Begins with `/API/V3/`. */
  readonly path: string
  /** The request in messages, such as `POST Product`. Does not contain the key. */
  readonly what: string
  /** XML in UTF-8. */
  readonly body?: Uint8Array
  /** True: an answer with any status is returned, and none is an error. */
  readonly anyStatus?: true
}

/** An answer, with a status of success unless the request allows any. */
export interface Answer {
  readonly status: number
  readonly headers: AnswerHeaders
  /** Decompressed, as it arrives; the end of the connection before the end of the body is an `OperationalError`. */
  readonly body: AsyncIterable<Uint8Array>
}

/** The requests to one store: each is sent once. A status other than 2xx is an `OperationalError` unless it is allowed, and so is a request after `close`. */
export interface Exchange {
  send(request: Outgoing): Promise<Answer>
  /** Waits for the requests in flight; a second call waits for the first. */
  close(): Promise<void>
}

const longestFaultText = 65_536
const longestReply = 64_000_000
const slowFix = 'Try again. If it persists, lower limits.records_per_request.'

/** When requests go out, and who counts them. */
export interface Sending {
  readonly pace: RequestPace
  /** Called for each request that is sent. */
  readonly onRequest: (method: Outgoing['method']) => void
}

/** Prepares the connections of a store; the first request loads undici. */
export function openExchange(settings: StoreSettings, address: StoreAddress, { pace, onRequest }: Sending): Exchange {
  const { key } = settings
  const timeoutMs = settings.timeoutMs ?? 60_000
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
  const peer: Peer = { host: address.host, timeoutMs, proxy: settings.proxy, slowFix }
  let opened: Promise<Connections> | undefined
  let closing: Promise<void> | undefined

  async function send(request: Outgoing): Promise<Answer> {
    if (closing) throw closedClient(settings.name)
    opened ??= openConnections(settings, address, timeoutMs)
    const connections = await opened
    const end = await pace.begin(request.method === 'GET' ? 'read' : 'write')
    onRequest(request.method)
    try {
      const answer = await sendOnce(connections, request)
      end()
      return answer
    } catch (error) {
      end(error)
      throw error
    }
  }

  async function sendOnce(connections: Connections, request: Outgoing): Promise<Answer> {
    const options: Dispatcher.RequestOptions = {
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
    }
    const answer = await sendWhenBack(() => connections.request(options), settings).catch((error: unknown) => {
      throw networkFault(error, peer)
    })
    const body = bodyOf(answer, peer)
    const { statusCode: status, headers } = answer
    if (request.anyStatus || (status >= 200 && status < 300)) return { status, headers, body }
    // The status alone says what the request did; a body that is cut off has only fewer words.
    const text = hideKey(await beginningOf(body).catch(() => ''), key)
    throw withoutKey(answerFault({ status, headers, text, what: request.what, host: address.host }), key)
  }

  async function close(): Promise<void> {
    const connections = await opened
    await connections?.close()
  }

  return { send, close: () => (closing ??= close()) }
}

function closedClient(store: string): OperationalError {
  return new OperationalError('wrong-usage', `The client of store ${store} is closed.`, {
    fix: 'Close it, or the connection that it belongs to, when the calls that use it have ended.',
    context: { answer: 'refused' },
  })
}

/** Opens the connections to a store, through its proxy if it has one. */
export async function openConnections(
  settings: Pick<StoreSettings, 'concurrency' | 'proxy'>,
  address: StoreAddress,
  timeoutMs: number,
): Promise<Connections> {
  const options = {
    connections: settings.concurrency ?? mostAtOnce,
    pipelining: 1,
    allowH2: false,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: Math.min(timeoutMs, 10_000) },
  }
  if (settings.proxy === undefined) return openPool(address.origin, options)
  const { ProxyAgent } = await import('undici')
  return new ProxyAgent({ ...options, uri: settings.proxy, proxyTunnel: true, connectTimeout: options.connect.timeout })
}

/** The decompressed bytes of a body; a connection that closes before the end, and a coding that is not known, are an `OperationalError`. */
export async function* bodyOf({ body, headers }: Dispatcher.ResponseData, peer: Peer): AsyncGenerator<Uint8Array> {
  // RFC 9110, section 8.4.1: the names of codings are the same in any case.
  const coding = String(headers['content-encoding'] ?? 'identity').toLowerCase()
  const chunks: AsyncIterable<unknown> = gzipNames.has(coding) ? pipeline(body, createGunzip(), ignoreEnd) : body
  try {
    for await (const chunk of chunks) {
      if (!gzipNames.has(coding) && coding !== 'identity') throw unknownCoding(coding, peer)
      if (chunk instanceof Uint8Array) yield chunk
    }
  } catch (error) {
    throw networkFault(error, peer)
  }
}

const gzipNames: ReadonlySet<string> = new Set(['gzip', 'x-gzip'])

function unknownCoding(coding: string, { host }: Peer): OperationalError {
  return new OperationalError('store-answer-broken', `${host} sent an answer that is compressed with ${coding}, not with gzip.`, {
    fix: 'Only gzip was accepted. Check the proxies between this machine and the store.',
    context: { answer: 'lost', reason: 'coding' },
  })
}

/** The reader of the pipeline gets its error. */
function ignoreEnd(): void {}

/** The first bytes of a body as text, 64 KB by default; up to 1 MB is read and dropped, so that the connection stays usable. */
export async function beginningOf(body: AsyncIterable<Uint8Array>, most = longestFaultText): Promise<string> {
  const kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    if (size < most) kept.push(chunk)
    size += chunk.length
    if (size > 1_000_000) break
  }
  return Buffer.concat(kept).subarray(0, most).toString('utf8')
}

const tailBytes = 1024

/** Reads a whole body and returns its first 64 KB and its last 1 KB; of more than 64 MB the end is not read. */
export async function endsOf(body: AsyncIterable<Uint8Array>): Promise<BodyEnds> {
  const kept: Uint8Array[] = []
  let tail = Buffer.alloc(0)
  let size = 0
  for await (const chunk of body) {
    if (size < longestFaultText) kept.push(chunk)
    tail = Buffer.concat([tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes)
    size += chunk.length
    if (size > longestReply) break
  }
  return { head: Buffer.concat(kept).subarray(0, longestFaultText).toString('utf8'), tail: tail.toString('utf8') }
}
