import type { IncomingMessage } from 'node:http'
import type { Switches } from '../assumptions/switches.ts'
import type { Answer } from '../http/answer.ts'
import type { Statements } from '../database/statements.ts'
import { storeTime } from '../clock/store-time.ts'
import { insertKey, randomKey } from '../keys/stored-keys.ts'
import { methodNotAllowed } from '../http/store-fault.ts'
import { approvePage } from './approve-page.ts'
import { issueCode, redeemCode } from './authorization-codes.ts'
import { type OAuthClient, redirectOf, withParameter } from './oauth-client.ts'
import type { OAuthClients } from './registered-clients.ts'
import { jsonAnswer, type Refusal, refuseExchange, refuseInBrowser } from './oauth-refusal.ts'
import { readForm } from '../http/read-form.ts'
import { createTickets, type Waiting } from './tickets.ts'

/** How applications get keys; every field has a default. */
export interface OAuthOptions {
  /** The registered applications. Default: the client `planogram`, redirected to this machine only. */
  readonly clients?: readonly OAuthClient[]
  /** Approves without showing the page, for tests. */
  readonly autoApprove?: boolean
}

/** The endpoint `/api_oauth` (docs/api.md, "OAuth2 (beta)"). */
export interface OAuth {
  answer(request: IncomingMessage): Promise<Answer>
}

interface Parts {
  readonly statements: Statements
  readonly switches: Switches
  readonly now: () => Date
  /** The store's base address. */
  readonly baseUrl: string
  /** Makes the key with this code expire now. */
  readonly expireKey: (code: string) => void
  readonly clients: OAuthClients
  /** Approves without a login and without the page, for tests. */
  readonly autoApprove: boolean
  /** True if the administrator is logged in in the browser of this request. */
  readonly isLoggedIn: (request: IncomingMessage) => boolean
}

/** True for the path of the endpoint. */
export function isOAuth(target: string): boolean {
  return /^\/api_oauth\/?(?:\?|$)/.test(target)
}

/** Checks that each of these parameters is given once and not empty; `null` if so. */
function checkParameters(query: URLSearchParams, names: readonly string[]): Refusal | null {
  const bad = names.filter((name) => query.getAll(name).length !== 1 || query.get(name) === '')
  return bad.length === 0 ? null : { error: 'invalid_request', why: `Missing, empty or repeated: ${bad.join(', ')}` }
}

function redirectTo(location: string, status: 302 | 303): Answer {
  return { status, headers: { location, 'referrer-policy': 'no-referrer', 'content-type': 'text/plain; charset=utf-8' }, pieces: [] }
}

/** The redirect_uri with one more parameter, and with the `state` of the request, which the application compares with its own. */
function addressWith({ redirectUri, state }: Waiting, name: string, value: string): string {
  const address = withParameter(redirectUri, name, value)
  return state === null ? address : withParameter(address, 'state', state)
}

type Authorised = Waiting & { readonly redirect: URL }

/** The page that asks for the login and then leads back to the request (platform.md, "OAuth2 (beta)": the user logs in, approves). */
function loginFor(target: string): Answer {
  return redirectTo(`/_admin/login?next=${encodeURIComponent(target)}`, 303)
}

function authorised(query: URLSearchParams, clients: OAuthClients): Authorised | Refusal {
  const wrong = checkParameters(query, ['response_type', 'client_id', 'redirect_uri'])
  if (wrong) return wrong
  if (query.getAll('state').length > 1) return { error: 'invalid_request', why: 'Repeated: state' }
  const client = clients.find(query.get('client_id') ?? '')
  if (!client) return { error: 'invalid_request', why: 'This client_id is not registered' }
  const redirectUri = query.get('redirect_uri') ?? ''
  const redirect = redirectOf(client, redirectUri)
  if (!redirect) return { error: 'invalid_request', why: 'This redirect_uri is not registered for the application' }
  if (query.get('response_type') !== 'code') return { error: 'unsupported_response_type', why: 'The response_type must be code' }
  return { client, redirectUri, redirect, state: query.get('state') }
}

/** The OAuth endpoint of one store. Unknown clients and redirects get a page and are never redirected. */
export function createOAuth({ statements, switches, now, baseUrl, clients, autoApprove, isLoggedIn, expireKey }: Parts): OAuth {
  const tickets = createTickets(now)
  const grant = (asked: Waiting): string => {
    const { client, redirectUri } = asked
    return addressWith(asked, 'code', issueCode({ statements, now }, { client: client.id, redirectUri }))
  }

  const titleOf = (client: string): string => `OAuth: ${clients.find(client)?.title ?? client}`

  function authorise(query: URLSearchParams, request: IncomingMessage): Answer {
    const asked = authorised(query, clients)
    if ('error' in asked) return refuseInBrowser(asked, switches)
    if (autoApprove) return redirectTo(grant(asked), 302)
    if (!isLoggedIn(request)) return loginFor(request.url ?? '')
    const { client, redirect } = asked
    return approvePage({ title: client.title ?? client.id, redirect, ticket: tickets.issue(asked) })
  }

  async function decide(request: IncomingMessage): Promise<Answer> {
    const form = await readForm(request)
    if (!isLoggedIn(request))
      return refuseInBrowser({ error: 'access_denied', why: 'The login has ended; start again in the application' }, switches)
    const waiting = tickets.take(form.get('ticket') ?? '')
    if (!waiting)
      return refuseInBrowser(
        { error: 'invalid_request', why: 'This page was already used or has expired; start again in the application' },
        switches,
      )
    if (form.get('decision') === 'approve') return redirectTo(grant(waiting), 303)
    const denied: Refusal = { error: 'access_denied', why: 'The application was not approved' }
    return switches.oauthErrors === 'rfc' ? redirectTo(addressWith(waiting, 'error', denied.error), 303) : refuseInBrowser(denied, switches)
  }

  function exchange(query: URLSearchParams): Answer {
    const wrong = checkParameters(query, ['grant_type', 'code', 'redirect_uri'])
    if (wrong) return refuseExchange(wrong, switches)
    if (query.get('grant_type') !== 'authorization_code') {
      return refuseExchange({ error: 'unsupported_grant_type', why: 'The grant_type must be authorization_code' }, switches)
    }
    const key = randomKey()
    const all = { allowed: null, denied: [], expires: null, files: true } as const
    const issue = (client: string): string =>
      insertKey(statements, { key, title: titleOf(client), origin: 'oauth', ...all }, storeTime(now(), switches))
    const asked = { code: query.get('code') ?? '', redirectUri: query.get('redirect_uri') ?? '' }
    const redeemed = redeemCode({ statements, now }, asked, { issue, revoke: expireKey })
    if ('refused' in redeemed) return refuseExchange({ error: 'invalid_grant', why: redeemed.refused }, switches)
    return jsonAnswer(200, { access_token: key, service_api_endpoint: `${baseUrl}/API/V3`, token_type: 'bearer' })
  }

  return {
    answer: async (request) => {
      const query = new URLSearchParams((request.url ?? '').split('?').slice(1).join('?'))
      if (request.method === 'POST') return decide(request)
      if (request.method !== 'GET') throw methodNotAllowed(request.method ?? '', 'GET, POST')
      return query.has('grant_type') ? exchange(query) : authorise(query, request)
    },
  }
}
