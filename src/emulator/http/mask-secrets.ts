const secretNames: ReadonlySet<string> = new Set(['_key', 'code', 'password', 'access_token'])
const mask = '***'

/** The end of the part of a text, from `at` on, that a sticky pattern matches. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

const user = /[^\s/?#'"]*@/y
const hostAndPath = /(?:[^\s?#'":]|:(?!\/\/))*/y
const query = /\?[^\s#'"]*/y

/** A text with user and query of each web address in it replaced by `***`; linear in the length of the text. */
export function maskAddresses(text: string): string {
  const parts: string[] = []
  let at = 0
  for (let scheme = text.indexOf('://'); scheme >= 0; scheme = text.indexOf('://', at)) {
    const start = scheme + 3
    const host = endOf(user, text, start)
    const end = endOf(hostAndPath, text, host)
    const next = endOf(query, text, end)
    parts.push(text.slice(at, start), host > start ? `${mask}@` : '', text.slice(host, end), next > end ? `?${mask}` : '')
    at = next
  }
  return parts.join('') + text.slice(at)
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
