import type { IncomingMessage } from 'node:http'

/**
 * Gives a request with a target in absolute form the form that clients use without a proxy: the host of the target takes the place of the
 * header Host, and the rest is the target (RFC 9112, 3.2.2).
 */
export function toOriginForm(request: IncomingMessage): void {
  const [, host, target] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(request.url ?? '') ?? []
  if (host === undefined || target === undefined) return
  request.headers.host = host
  request.url = target.startsWith('/') ? target : `/${target}`
}
