import { OperationalError } from '../../errors.ts'
import { parsedObject } from '../../source/parsed-object.ts'
import { isWebPage } from '../answer-fault.ts'
import { beginningOf, bodyOf, openConnections } from '../exchange.ts'
import { hideKey } from '../hide-key.ts'
import { networkFault } from '../network-fault.ts'
import { parseStoreAddress } from '../store-address.ts'

/** The OAuth endpoint of a store (platform.md, "OAuth2 (beta)"). */
export interface OAuthStore {
  /** The store's name in the config. */
  readonly name: string
  readonly baseUrl: string
  /** Address of an HTTP proxy for `baseUrl`; default: none. */
  readonly proxy?: string | undefined
}

/** What an application asks for; `state` is returned by stores that know it. */
export interface AuthorizationRequest {
  readonly clientId: string
  readonly redirectUri: string
  /** True where `redirectUri` is configured. */
  readonly isFixed: boolean
  readonly state: string
}

/** What the store sent to the redirect_uri. */
export interface Granted {
  readonly code: string
  /** That of the request: a store rejects the exchange with another. */
  readonly redirectUri: string
}

const timeoutMs = 15_000

/** The address at which a person logs in to a store and approves the application. */
export function authorizationAddress({ baseUrl }: OAuthStore, { clientId, redirectUri, state }: AuthorizationRequest): string {
  const query = new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state })
  return `${baseUrl}/api_oauth?${query.toString()}`
}

/**
 * Requests the page of `authorizationAddress` without a login. Throws where it would be an error in the browser, which tells this program nothing:
 * `store-unreachable`, and `login-failed` in a store without OAuth and for a client that it does not know.
 */
export async function checkAuthorization(store: OAuthStore, request: AuthorizationRequest): Promise<void> {
  const { host, status } = await get(store, authorizationAddress(store, request))
  if (status === 404) throw withoutOAuth(host)
  if (status !== 400) return
  throw new OperationalError('login-failed', `${host} refuses a login for the client id ${request.clientId} (400).`, {
    fix: `Check \`client_id\` of the store in planogram.yaml, or \`--client-id\`. ${redirectFix(request)}`,
  })
}

function redirectFix({ redirectUri, isFixed }: AuthorizationRequest): string {
  return isFixed
    ? `The client must be registered with the redirect URI ${redirectUri}, in the same spelling.`
    : 'A client that is not registered with redirects to 127.0.0.1, any port and path, needs its own in `redirect_uri` of the store.'
}

/**
 * Exchanges a code for an application key. Throws `login-failed` where the store refuses the code, where its answer is not the documented one, and
 * for a key of another store: `service_api_endpoint` must be the Data API of `baseUrl`. No message contains the code or the key.
 */
export async function exchangeCode(store: OAuthStore, { code, redirectUri }: Granted): Promise<string> {
  const query = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })
  const { host, status, text } = await get(store, `${store.baseUrl}/api_oauth?${query.toString()}`)
  if (status === 404) throw withoutOAuth(host)
  const answer = parsedObject(text)
  if (status < 200 || status >= 300 || answer === undefined || 'error' in answer) {
    const words = hideKey(wordsOf(answer, text), code)
    throw failed(
      `${host} did not exchange the code for a key (${status}): ${words}.`,
      'A code is valid once, and for a short time: run `planogram login` again.',
    )
  }
  checkEndpoint(answer['service_api_endpoint'], store)
  const { access_token: key, token_type: type } = answer
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer' || typeof key !== 'string' || !/^[^\s:\p{Cc}]+$/u.test(key)) {
    throw failed(`The answer of ${host} contains no usable key.`, noKeyFix)
  }
  return key
}

/** The error of a login that the store, or the person in the browser, refused (RFC 6749, section 4.1.2.1). */
export function refusedLogin({ baseUrl, name }: OAuthStore, error: string): OperationalError {
  const { host } = parseStoreAddress(baseUrl, name)
  if (error === 'access_denied')
    return failed(`The login at ${host} was refused: the application was not approved.`, 'Run `planogram login` again, and approve it.')
  return failed(`${host} refused the login: ${inOneLine(error)}.`, noKeyFix)
}

const noKeyFix = 'Register a key in the administration tool of the store instead, and set `key` of the store in planogram.yaml.'

interface Page {
  readonly host: string
  readonly status: number
  readonly text: string
}

async function get({ name, baseUrl, proxy }: OAuthStore, target: string): Promise<Page> {
  const address = parseStoreAddress(baseUrl, name)
  const { host, origin } = address
  const connections = await openConnections({ concurrency: 1, ...(proxy === undefined ? {} : { proxy }) }, address, timeoutMs)
  const peer = { host, timeoutMs, proxy, slowFix: 'Try again.' }
  try {
    const options = {
      origin,
      path: target.slice(origin.length),
      method: 'GET',
      headers: { accept: 'application/json, text/html' },
    } as const
    const answer = await connections.request(options).catch((error: unknown) => {
      throw networkFault(error, peer)
    })
    return { host, status: answer.statusCode, text: await beginningOf(bodyOf(answer, peer)) }
  } finally {
    await connections.close()
  }
}

const longestWords = 200

/** What the store says about a refusal: its OAuth errors are not all implemented (platform.md), so it can be anything. */
function wordsOf(answer: Readonly<Record<string, unknown>> | undefined, text: string): string {
  if (answer === undefined) return isWebPage(text) ? 'it answered with a web page' : `its answer is ${text === '' ? 'empty' : 'not JSON'}`
  const words = [answer['error_description'], answer['error']].find((each) => typeof each === 'string' && each !== '')
  return typeof words === 'string' ? inOneLine(words) : 'it gave no reason'
}

function inOneLine(words: string): string {
  return words
    .replaceAll(/\s+/g, ' ')
    .slice(0, longestWords)
    .replace(/\.\s*$/, '')
}

/** A key is only ever sent to `base_url`: that of another store would be sent to the wrong one. */
function checkEndpoint(endpoint: unknown, { baseUrl, name }: OAuthStore): void {
  const own = parseStoreAddress(baseUrl, name)
  const url = typeof endpoint === 'string' ? URL.parse(endpoint) : null
  if (url && url.origin === own.origin && url.pathname.replace(/\/+$/, '') === `${own.prefix}/API/V3`) return
  const shown = url ? `${url.origin}${url.pathname}`.slice(0, longestWords) : 'no address'
  throw failed(
    `The store issued a key for another address than that of store ${name}: ${shown}, not ${baseUrl}/API/V3. The key was not kept.`,
    'If that is your store, set `base_url` to its address, without /API/V3, and run `planogram login` again.',
  )
}

function withoutOAuth(host: string): OperationalError {
  return failed(`${host} has no login for applications: /api_oauth is not found (404).`, `Check \`base_url\`. ${noKeyFix}`)
}

function failed(message: string, fix: string): OperationalError {
  return new OperationalError('login-failed', message, { fix })
}
