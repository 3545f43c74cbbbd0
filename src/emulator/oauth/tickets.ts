import { randomBytes } from 'node:crypto'
import type { OAuthClient } from './oauth-client.ts'

/** An application that waits for a person to decide. */
export interface Waiting {
  readonly client: OAuthClient
  readonly redirectUri: string
}

/** What ties the form of an approve page to the request that made it: nobody else knows the ticket. */
export interface Tickets {
  issue(waiting: Waiting): string
  /** Once for each ticket, and within 10 minutes; else `undefined`. */
  take(ticket: string): Waiting | undefined
}

const lifeMs = 10 * 60_000
const mostWaiting = 200

/** Tickets in memory; `now` is the store's clock. */
export function createTickets(now: () => Date): Tickets {
  const waiting = new Map<string, Waiting & { readonly until: number }>()
  return {
    issue: (asked) => {
      const [oldest] = waiting.keys()
      if (waiting.size >= mostWaiting && oldest !== undefined) waiting.delete(oldest)
      const ticket = randomBytes(24).toString('base64url')
      waiting.set(ticket, { ...asked, until: now().getTime() + lifeMs })
      return ticket
    },
    take: (ticket) => {
      const found = waiting.get(ticket)
      waiting.delete(ticket)
      return found && found.until > now().getTime() ? found : undefined
    },
  }
}
