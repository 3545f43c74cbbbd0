const secretNames: ReadonlySet<string> = new Set(['_key', 'code', 'password', 'access_token'])
const mask = '***'

/** The user of a web address, and its query. */
const user = /([a-z][a-z0-9+.-]*:\/\/)[^\s/?#'"]*@/gi
const query = /([a-z][a-z0-9+.-]*:\/\/[^\s?#'"]*)\?[^\s#'"]*/gi

/** A text with user and query of each web address in it replaced by `***`. */
export function maskAddresses(text: string): string {
  return text.replace(user, `$1${mask}@`).replace(query, `$1?${mask}`)
}

/** A part of a query decoded as the store decodes it; malformed escapes are kept. */
function decoded(text: string): string {
  return new URLSearchParams(`v=${text}`).get('v') ?? ''
}

/** True for the name of a secret in any spelling, also encoded twice. */
function isSecret(name: string): boolean {
  const once = decoded(name)
  return [once, decoded(once)].some((text) => secretNames.has(text.trim().toLowerCase()))
}

function maskPair(pair: string): string {
  const at = pair.indexOf('=')
  if (at < 0) return pair
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
  if (isSecret(name)) return `${name}=${mask}`
  const text = decoded(value)
  if (decoded(name) === '_search' && /password/i.test(text)) return `${name}=${mask}`
  const masked = maskAddresses(text)
  return masked === text ? pair : `${name}=${encodeURIComponent(masked)}`
}

/**
 * A raw request target without secrets: the values of `_key`, `code`, `password` and `access_token` in any spelling, a `_search` about
 * passwords, and user and query of web addresses in values are replaced by `***`.
 */
export function maskSecrets(target: string): string {
  const [path = '', ...rest] = target.split('?')
  const shown = maskAddresses(path)
  return rest.length === 0 ? shown : `${shown}?${rest.join('?').split('&').map(maskPair).join('&')}`
}
