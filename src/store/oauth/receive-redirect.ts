import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { OperationalError, systemCodeOf } from '../../errors.ts'
import { listenOnLoopback } from '../listen-on-loopback.ts'
import { type LoginOutcome, outcomePage, pageHeaders } from './redirect-page.ts'

/** What the store sent with the browser: a code, or an OAuth error such as `access_denied`. */
export type Redirected = { readonly code: string } | { readonly error: string }

/** A server on this machine to which the browser is redirected at the end of a login (RFC 8252, section 7.3). */
export interface RedirectReceiver extends AsyncDisposable {
  /** The fixed one, else `http://127.0.0.1:<port>/<path>`, whose path nobody can guess: a page elsewhere cannot send its own code there. */
  readonly redirectUri: string
  /** The first answer of the store. */
  readonly redirected: Promise<Redirected>
  /** Takes the address at which a browser on another machine ended; false where it is not an answer to this login. */
  take(address: string): boolean
  /** Tells the browser, which waits for it, how the login ended. */
  show(outcome: LoginOutcome): Promise<void>
}

/** When waiting for an answer ends without one. */
export interface WaitLimits {
  readonly limitMs: number
  /** Aborted where the user stops the program. */
  readonly stopped: AbortSignal
}

/** The first answer. Throws `login-failed` after the limit, and `interrupted` where the user stops the program. */
export async function awaitRedirect(
  { redirected }: Pick<RedirectReceiver, 'redirected'>,
  { limitMs, stopped }: WaitLimits,
): Promise<Redirected> {
  const ended = AbortSignal.any([stopped, AbortSignal.timeout(limitMs)])
  const silence = Promise.withResolvers<undefined>()
  ended.addEventListener('abort', () => silence.resolve(undefined))
  const answer = ended.aborted ? undefined : await Promise.race([redirected, silence.promise])
  if (answer !== undefined) return answer
  if (stopped.aborted) throw new OperationalError('interrupted', 'Interrupted while waiting for the browser; no key was kept.')
  throw new OperationalError(
    'login-failed',
    `The browser did not come back within ${Math.round(limitMs / 60_000)} minutes; no key was kept.`,
  )
}

/** How long a browser that was redirected may take to ask for the page of the outcome. */
const graceMs = 2_000

/**
 * Starts the server on a free port of 127.0.0.1, or at the fixed redirect URI of a client. `state` is compared where it comes back: platform.md does
 * not show it. Requests for another path, with another method, with the name of another host (DNS rebinding), and those that a page makes for a picture
 * or a frame change nothing. The code does not stay in the address of a page: the browser is redirected to one without it.
 */
export async function receiveRedirect(state: string, fixed: string | null = null): Promise<RedirectReceiver> {
  const answered = Promise.withResolvers<Redirected>()
  const outcome = Promise.withResolvers<LoginOutcome>()
  const shown = Promise.withResolvers<void>()
  let isAwaited = false

  const take = (url: URL): boolean => {
    const answer = url.pathname === path ? answerIn(url.searchParams, state) : undefined
    if (answer !== undefined) answered.resolve(answer)
    return answer !== undefined
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = isVisit(request, host) ? URL.parse(request.url ?? '', origin) : null
    if (url?.pathname === end) {
      response.writeHead(200, pageHeaders).end(outcomePage(await outcome.promise), () => shown.resolve())
    } else if (url && take(url)) {
      isAwaited = true
      response.writeHead(303, { ...pageHeaders, location: end }).end()
    } else response.writeHead(404, pageHeaders).end()
  }

  const { servers, port } = await listenAt(fixed)
  const redirectUri = fixed ?? `http://127.0.0.1:${port}/${randomBytes(24).toString('base64url')}`
  const { host, origin, pathname: path } = new URL(redirectUri)
  const end = `${path.replace(/\/$/, '')}/end`
  for (const server of servers) server.on('request', (request, response) => void answer(request, response))
  return {
    redirectUri,
    redirected: answered.promise,
    take: (address) => {
      const url = URL.parse(address)
      return url?.origin === origin && take(url)
    },
    show: async (ended) => {
      outcome.resolve(ended)
      // Where the address was pasted, the browser asks for nothing.
      if (!isAwaited) return
      await Promise.race([shown.promise, wait(graceMs, undefined, { ref: false })])
    },
    [Symbol.asyncDispose]: () => closeAll(servers),
  }
}

/** The answer of the store in the query of the redirect_uri; nothing where it is not one to this login. */
function answerIn(query: URLSearchParams, state: string): Redirected | undefined {
  const [returned = state, ...states] = query.getAll('state')
  const [code = '', ...codes] = query.getAll('code')
  const error = query.get('error') ?? ''
  if (returned !== state || states.length > 0 || codes.length > 0) return undefined
  if (error !== '') return { error }
  return code === '' ? undefined : { code }
}

/** True for a `GET` with the name of this host by a browser that goes to the address, or by a program. */
function isVisit({ method, headers }: IncomingMessage, host: string): boolean {
  const destination = headers['sec-fetch-dest'] ?? 'document'
  return method === 'GET' && headers.host === host && destination === 'document'
}

/** Listens at a fixed redirect URI: at `localhost` on both of its addresses, so that no other program gets the code at one of them. */
async function listenAt(fixed: string | null): Promise<{ readonly servers: readonly Server[]; readonly port: number }> {
  const { hostname, port } = new URL(fixed ?? 'http://127.0.0.1:0')
  const addresses = hostname === 'localhost' ? ['127.0.0.1', '::1'] : [hostname.replaceAll(/[[\]]/g, '')]
  const servers: Server[] = []
  let own = Number(port === '' ? 80 : port)
  try {
    for (const address of addresses) {
      const server = createServer()
      const isFirst = servers.push(server) === 1
      own = await listenOnLoopback(server, own, address).catch((cause: unknown) => {
        if (isFirst || !isWithoutAddress(cause)) throw cause
        return own
      })
    }
    return { servers, port: own }
  } catch (cause) {
    await closeAll(servers)
    throw cannotListen(fixed, cause)
  }
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(servers.map(closed))
}

function closed(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}

/** True on a machine without IPv6, where `localhost` has one address. */
function isWithoutAddress(cause: unknown): boolean {
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(systemCodeOf(cause))
}

function cannotListen(fixed: string | null, cause: unknown): OperationalError {
  const code = systemCodeOf(cause)
  if (fixed !== null && code === 'EADDRINUSE')
    return new OperationalError('login-failed', `Another program uses the port of the redirect URI ${fixed}.`, {
      fix: 'End that program, which can be another `planogram login`, and run `planogram login` again.',
      cause,
    })
  const message = `This machine does not let the program listen on ${fixed ?? '127.0.0.1'} (${code}).`
  return new OperationalError('login-failed', message, { fix: 'Set `key` of the store in planogram.yaml instead.', cause })
}
