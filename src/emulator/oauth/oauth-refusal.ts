import type { Switches } from '../assumptions/switches.ts'
import type { Answer } from '../http/answer.ts'
import { refusalPage } from './approve-page.ts'

/** The errors of RFC 6749 that this service answers (assumptions.md O1). */
export type OAuthError = 'invalid_request' | 'invalid_grant' | 'unsupported_grant_type' | 'access_denied' | 'unsupported_response_type'

/** Why a request to `/api_oauth` is refused. */
export interface Refusal {
  readonly error: OAuthError
  /** A sentence without the full stop. */
  readonly why: string
}

const empty: Answer = { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' }, pieces: [] }

/** A refusal in the browser: a page, and never a redirect. */
export function refuseInBrowser({ why }: Refusal, { oauthErrors }: Switches): Answer {
  return oauthErrors === 'empty' ? empty : refusalPage(400, `${why}.`)
}

/** A refused exchange; its body is not shown (platform.md, "OAuth2 (beta)"; assumptions.md O1). */
export function refuseExchange({ error, why }: Refusal, { oauthErrors }: Switches): Answer {
  switch (oauthErrors) {
    case 'rfc':
      return jsonAnswer(400, { error, error_description: why })
    case 'html':
      return refusalPage(400, `${why}.`)
    case 'empty':
      return empty
    default:
      return oauthErrors satisfies never
  }
}

/** A JSON answer. */
export function jsonAnswer(status: number, value: Readonly<Record<string, string>>): Answer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', pragma: 'no-cache' }, pieces: [JSON.stringify(value)] }
}
