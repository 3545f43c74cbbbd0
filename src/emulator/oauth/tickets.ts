import { randomBytes } from 'node:crypto'
import type { OAuthClient } from './oauth-client.ts'

/** A request for approval that a person has not answered yet. */
export interface Waiting {
  readonly client: OAuthClient
  readonly redirectUri: string
  /** The `state` of the request, or `null` without one. */
  readonly state: string | null
}

/** Secret tickets that tie the form of an approval page to the request that it was shown for. */
export interface Tickets {
  issue(waiting: Waiting): string
  /** Valid once and for 10 minutes; `undefined` otherwise. */
  take(ticket: string): Waiting | undefined
}

const lifeMs = 10 * 60_000
const mostWaiting = 200

/** Tickets in memory; `now` is the store's clock. */
export function createTickets(now: () => Date): Tickets {
  const waiting = new Map<string, Waiting & { readonly until: number }>()
  return {
    issue: (request) => {
      const [oldest] = waiting.keys()
      if (waiting.size >= mostWaiting && oldest !== undefined) waiting.delete(oldest)
      const ticket = randomBytes(24).toString('base64url')
      waiting.set(ticket, { ...request, until: now().getTime() + lifeMs })
      return ticket
    },
    take: (ticket) => {
      const found = waiting.get(ticket)
      waiting.delete(ticket)
      return found && found.until > now().getTime() ? found : undefined
    },
  }
}
