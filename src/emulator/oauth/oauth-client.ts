import { isLoopback } from '../../source/is-loopback.ts'

/** A registered application (docs/api.md, "OAuth2 (beta)": a client id is requested from developer support). */
export interface OAuthClient {
  /** The `client_id`. */
  readonly id: string
  /** The name on the approval page. Default: the id. */
  readonly title?: string
  /**
   * The addresses that the browser may be redirected to; one on the loopback matches any port (docs/assumptions.md O2). Default: every
   * loopback address, and no other.
   */
  readonly redirectUris?: readonly string[]
}

/** The address of a valid redirect_uri, else `null`: https, or http on the loopback; ASCII only, no fragment, no user. */
function readRedirectUri(text: string): URL | null {
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(text) || /[#\\"<>]/.test(text) || text.length > 2_000) return null
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '') return null
  return url.protocol === 'https:' || isLoopback(url.hostname) ? url : null
}

/** True for an address that an application can register. */
export function isUsableRedirect(text: string): boolean {
  return readRedirectUri(text) !== null
}

function withoutPort({ protocol, hostname, pathname, search }: URL): string {
  return `${protocol} ${hostname} ${pathname} ${search}`
}

function isSame(registered: string, given: string, url: URL): boolean {
  if (registered === given) return true
  const other = URL.parse(registered)
  if (!other || !isLoopback(other.hostname) || !isLoopback(url.hostname)) return false
  return withoutPort(other) === withoutPort(url)
}

/** The address of a redirect_uri that this client may use, or `null`. */
export function redirectOf({ redirectUris }: OAuthClient, text: string): URL | null {
  const url = readRedirectUri(text)
  if (!url) return null
  const allowed = redirectUris ? redirectUris.some((registered) => isSame(registered, text, url)) : isLoopback(url.hostname)
  return allowed ? url : null
}

/** The redirect_uri with one more parameter; the given text itself is not changed. */
export function withParameter(redirectUri: string, name: string, value: string): string {
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
}
