import { OperationalError } from '../errors.ts'
import { writePath } from '../wire/address.ts'
import { parseFault } from '../wire/fault.ts'
import { answerFault, isWebPage, webPage } from './answer-fault.ts'
import type { Exchange } from './exchange.ts'
import type { AnswerHeaders } from './failed-answer.ts'
import { hideKey, withoutKey } from './hide-key.ts'

/** A request that is sent as it is. */
export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path and query, from `/API/V3/` on, which can be left out. What may not be in an address is percent-encoded, a single `%` too. */
  readonly path: string
  /** XML in UTF-8. */
  readonly body?: Uint8Array
}

/** The answer to a raw request, with any status. */
export interface RawAnswer {
  readonly status: number
  readonly headers: AnswerHeaders
  /** Decompressed, as it arrives; the end of the connection before the end of the body is an `OperationalError`. */
  readonly body: AsyncIterable<Uint8Array>
  /** The error that the status, or a fault or a web page at the beginning of the body, means; `null` for a success. Does not contain the key. */
  readonly errorIn: (beginning: string) => unknown
}

/** The store that a raw request is for. */
interface RawContext {
  readonly exchange: Exchange
  readonly baseUrl: string
  readonly host: string
  readonly key: string
}

/** Sends a request once, and returns the answer whatever its status. */
export async function sendRaw({ exchange, baseUrl, host, key }: RawContext, { method, path, body }: RawRequest): Promise<RawAnswer> {
  const target = rawTarget(path, baseUrl)
  const what = rawSubject(method, target)
  const answer = await exchange.send({ method, path: writePath(target), what, ...(body && { body }), anyStatus: true })
  const { status, headers } = answer
  const errorIn = (text: string): unknown => {
    if (status < 200 || status >= 300 || parseFault(text)) return withoutKey(answerFault({ status, headers, text, what, host }), key)
    return isWebPage(text) ? webPage({ host, what, status }) : null
  }
  return { ...answer, headers: withoutKeys(headers, key), errorIn }
}

function withoutKeys(headers: AnswerHeaders, key: string): AnswerHeaders {
  const hidden = (value: string | string[] | undefined): string | string[] | undefined =>
    typeof value === 'string' ? hideKey(value, key) : value?.map((each) => hideKey(each, key))
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hidden(value)]))
}

/** A request in messages: its method, and its path without the query. */
export function rawSubject(method: RawRequest['method'], target: string): string {
  return `${method} ${target.replace(/\?.*$/, '')}`
}

/**
 * The encoded path and query below `/API/V3/`. Throws `wrong-usage` for one that leaves it, because the key is sent with it, and for a
 * key in the query.
 */
export function rawTarget(path: string, baseUrl: string): string {
  const relative = withoutAddress(path.trim(), baseUrl).replace(/^\/*(?:API\/V3(?:\/+|$))?/i, '')
  const target = relative.toWellFormed().replace(/%(?![\dA-Fa-f]{2})|[^\w\-.~!$&'()*+,;=:@/?%]/gu, encodeURIComponent)
  const [place = '', query = ''] = split(target)
  if (place === '') throw refused('The path names no resource.', 'Write it as `Product/MUG` or `Order?integrated=0`.')
  if (segmentsOf(place).some((segment) => segment === '.' || segment === '..'))
    throw refused(
      'The path contains `.` or `..`, which can lead out of the Data API.',
      'Write the path below /API/V3/, such as `Product/MUG`.',
    )
  if ([...new URLSearchParams(query).keys()].some((name) => name.toLowerCase() === '_key'))
    throw refused('The query contains `_key`.', 'Remove it: the key of the store is sent with each request.')
  return target
}

/** True for a request that names neither a record nor a value to select by: a DELETE of it can delete every record. */
export function namesNoRecord(target: string): boolean {
  const [place = '', query = ''] = split(target)
  const isChosen = [...new URLSearchParams(query)].some(([name, value]) => !name.startsWith('_') && /[^%\s]/.test(value))
  return !isChosen && segmentsOf(place).filter((segment) => segment.replaceAll('%20', '') !== '').length < 2
}

/** The path and the query of a target. */
function split(target: string): readonly string[] {
  const at = target.indexOf('?')
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)]
}

/** The segments of a path as a server can decode them. */
function segmentsOf(place: string): readonly string[] {
  return place.replaceAll(/%2e/gi, '.').split(/\/|\\|%2f|%5c/i)
}

function withoutAddress(path: string, baseUrl: string): string {
  if (!/^(?:[a-z][a-z\d+.-]*:)?(?:\/\/|\\\\)/i.test(path)) return path
  const base = baseUrl.replace(/\/+$/, '')
  if (path.startsWith(`${base}/`)) return path.slice(base.length)
  throw refused(
    `\`${path.replace(/[?#].*$/s, '').replace(/(?<=\/\/).*@/s, '***@')}\` is not an address of ${URL.parse(baseUrl)?.host ?? baseUrl}, and the key is sent to that host only.`,
    'Write the path below /API/V3/, such as `Product/MUG`.',
  )
}

function refused(message: string, fix: string): OperationalError {
  return new OperationalError('wrong-usage', message, { fix, context: { answer: 'refused' } })
}
