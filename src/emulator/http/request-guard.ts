import type { IncomingMessage } from 'node:http'
import { StoreFault } from '../store-fault.ts'

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** Where only programs go: a link of another site leads to none of them. */
const programs: ReadonlySet<string> = new Set(['API', 'files', '_emulator'])

function firstSegment(path: string): string {
  const segment = path.split('/').find((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return 'API'
  }
}

/** A person follows a link to a page: the whole window goes there by GET, so that the other site sees nothing of it. */
function isNavigation({ method, url = '', headers }: IncomingMessage): boolean {
  const [path = '', query = ''] = url.split('?')
  const toPage = !programs.has(firstSegment(path)) && !new URLSearchParams(query).has('grant_type')
  const ofWindow = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return method === 'GET' && toPage && ofWindow && headers.origin === undefined
}

/**
 * Refuses what a foreign web page or a rebound host name could send to a store on this machine (research/server.md 2):
 * a `Host` that is not the loopback, a request that a browser marks as from another site, a foreign `Origin`. A link to a page of the
 * shop, or the way to the approve page, is let through.
 */
export function guardRequest(request: IncomingMessage): void {
  const { headers } = request
  const host = headers.host ?? ''
  if ((request.headersDistinct['host']?.length ?? 0) > 1) throw new StoreFault(400, 'The request names more than one host')
  if (!loopback.test(host)) throw new StoreFault(403, 'This store answers only to the name of this machine itself (localhost, 127.0.0.1)')
  const site = headers['sec-fetch-site']
  const foreign = site === 'cross-site' || site === 'same-site' || (headers.origin !== undefined && headers.origin !== `http://${host}`)
  if (foreign && !isNavigation(request)) throw new StoreFault(403, 'A page of another site may not use this store')
}
