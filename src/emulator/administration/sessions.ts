import { hash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What the next page of a session shows once. */
export interface Notice {
  readonly text: string
  /** A new application key. */
  readonly key?: string
}

/** A person who is logged in to the administration tool. */
export interface Session {
  readonly user: string
  /** The secret in every form of the session. */
  readonly token: string
  notice: Notice | null
}

/** The sessions of one run of an emulator. */
export interface Sessions {
  /** Starts a session, which ends that of the request; returns the value of `Set-Cookie`. */
  start(user: string, request: IncomingMessage): string
  /** The session of the cookie of a request, unless it has ended. */
  find(request: IncomingMessage): Session | undefined
  /** Ends the session of a request; returns the value of `Set-Cookie` that removes its cookie. */
  end(request: IncomingMessage): string
  /** Ends every session. */
  clear(): void
}

const lifeMs = 8 * 3_600_000
const mostSessions = 100

function secret(): string {
  return randomBytes(24).toString('base64url')
}

function hashOf(text: string): string {
  return hash('sha256', text)
}

const attributes = 'Path=/; HttpOnly; SameSite=Strict'

function nameFor({ socket }: IncomingMessage): string {
  return `planogram-admin-${socket.localPort ?? 0}`
}

/** The hash of the session in the cookie of a request. */
function idOf(request: IncomingMessage): string {
  const start = `${nameFor(request)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return hashOf(cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length) ?? '')
}

/**
 * Sessions of 8 hours on the store's clock, in memory. Browsers send a cookie to every port of a host, so the port of the store is part
 * of its name, and only hashes are kept, so that no comparison depends on the secret itself.
 */
export function createSessions(now: () => Date): Sessions {
  const open = new Map<string, { readonly session: Session; readonly until: number }>()
  return {
    start: (user, request) => {
      open.delete(idOf(request))
      const [oldest] = open.keys()
      if (open.size >= mostSessions && oldest !== undefined) open.delete(oldest)
      const id = secret()
      open.set(hashOf(id), { session: { user, token: secret(), notice: null }, until: now().getTime() + lifeMs })
      return `${nameFor(request)}=${id}; ${attributes}`
    },
    find: (request) => {
      const found = open.get(idOf(request))
      return found && now().getTime() < found.until ? found.session : undefined
    },
    end: (request) => {
      open.delete(idOf(request))
      return `${nameFor(request)}=; ${attributes}; Max-Age=0`
    },
    clear: () => open.clear(),
  }
}
