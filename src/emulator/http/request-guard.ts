import type { IncomingMessage } from 'node:http'
import { StoreFault } from './store-fault.ts'

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** First path segments for programs only: a link on another site never leads to one of them. */
const programs: ReadonlySet<string> = new Set(['API', 'files', '_emulator'])

function firstSegment(path: string): string {
  const segment = path.split('/').find((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return 'API'
  }
}

/** True for a link that a person follows to a page: a GET of the whole window, of which the other site sees nothing. */
function isNavigation({ method, url = '', headers }: IncomingMessage): boolean {
  const [path = '', query = ''] = url.split('?')
  const isPage = !programs.has(firstSegment(path)) && !new URLSearchParams(query).has('grant_type')
  const isWindow = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return method === 'GET' && isPage && isWindow && headers.origin === undefined
}

/** 400 where the header Host is missing, which only HTTP/1.0 allows, or is there twice (RFC 9112, 3.2). */
function checkHostHeader({ headers, headersDistinct, httpVersion }: IncomingMessage): void {
  if ((headersDistinct['host']?.length ?? 0) > 1) throw new StoreFault(400, 'The request has more than one Host header')
  if (headers.host === undefined && httpVersion !== '1.0') throw new StoreFault(400, 'The request has no Host header')
}

/** Refuses a body in a coding that would be stored as it is: 501 for one of the transfer (RFC 9112, 6.1), 415 for one of the content. */
function refuseCodings({ headers }: IncomingMessage): void {
  const { 'transfer-encoding': transfer = 'chunked', 'content-encoding': content = 'identity' } = headers
  if (!/^\s*chunked\s*$/i.test(transfer))
    throw new StoreFault(501, `Transfer-Encoding ${transfer.slice(0, 40)} is not supported, only chunked`)
  if (!/^\s*identity\s*$/i.test(content))
    throw new StoreFault(415, `A body with Content-Encoding ${content.slice(0, 40)} is not supported; send it as it is`).because('R36')
}

/**
 * Refuses requests that a foreign web page or a rebound host name could send to a store on this machine: a `Host` that is not a
 * loopback name, a request that a browser marks as cross-site, a foreign `Origin`. Links to shop pages and to the approval page pass.
 */
export function guardRequest(request: IncomingMessage): void {
  const { headers } = request
  const host = headers.host ?? ''
  checkHostHeader(request)
  refuseCodings(request)
  // Browsers do not send HTTP/1.0.
  if (!loopback.test(host) && headers.host !== undefined)
    throw new StoreFault(403, 'This store accepts loopback host names only (localhost, 127.0.0.1)')
  const site = headers['sec-fetch-site']
  const foreign = site === 'cross-site' || site === 'same-site' || (headers.origin !== undefined && headers.origin !== `http://${host}`)
  if (foreign && !isNavigation(request)) throw new StoreFault(403, 'Requests from pages of other sites are refused')
}
