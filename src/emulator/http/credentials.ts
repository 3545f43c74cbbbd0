import type { IncomingMessage } from 'node:http'

function basicUser(header: string | undefined): string {
  const [, encoded = ''] = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header ?? '') ?? []
  const [user = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return user
}

/**
 * The application key of a request (platform.md, "Application key"): the user name of basic authentication, whatever the
 * password (assumptions.md K4); without one the parameter `_key` (K3), where `fallback` allows it. Empty when there is none.
 */
export function keyOf(request: IncomingMessage, fallback: boolean): string {
  const user = basicUser(request.headers.authorization)
  if (user !== '' || !fallback) return user
  const query = (request.url ?? '').split('?').slice(1).join('?')
  return new URLSearchParams(query).get('_key') ?? ''
}
