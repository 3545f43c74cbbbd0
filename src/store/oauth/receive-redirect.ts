import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { OperationalError, systemCodeOf } from '../../errors.ts'
import { listenOnLoopback } from '../listen-on-loopback.ts'
import { type LoginOutcome, outcomePage, pageHeaders } from './redirect-page.ts'

/** What the store sent with the browser: a code, or an OAuth error such as `access_denied`. */
export type Redirected = { readonly code: string } | { readonly error: string }

/** A server on this machine to which the browser is redirected at the end of a login (RFC 8252, section 7.3). */
export interface RedirectReceiver extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/<path>`. Nobody can guess the path: a page elsewhere cannot send its own code here. */
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
 * Starts the server on a free port of 127.0.0.1. `state` is compared where it comes back: platform.md does not show it. Requests for another path,
 * with another method, and with the name of another host (DNS rebinding) change nothing. The code does not stay in the address of a page: the
 * browser is redirected to one without it.
 */
export async function receiveRedirect(state: string): Promise<RedirectReceiver> {
  const path = `/${randomBytes(24).toString('base64url')}`
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
    const url = request.method === 'GET' && request.headers.host === host ? URL.parse(request.url ?? '', origin) : null
    if (url?.pathname === `${path}/end`) {
      response.writeHead(200, pageHeaders).end(outcomePage(await outcome.promise), () => shown.resolve())
    } else if (url && take(url)) {
      isAwaited = true
      response.writeHead(303, { ...pageHeaders, location: `${path}/end` }).end()
    } else response.writeHead(404, pageHeaders).end()
  }

  const server = createServer((request, response) => void answer(request, response))
  const port = await listenOnLoopback(server, 0).catch(cannotListen)
  const host = `127.0.0.1:${port}`
  const origin = `http://${host}`
  return {
    redirectUri: `${origin}${path}`,
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
    [Symbol.asyncDispose]: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
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

function cannotListen(cause: unknown): never {
  const message = `This machine does not let the program listen on 127.0.0.1 (${systemCodeOf(cause)}).`
  throw new OperationalError('login-failed', message, { fix: 'Set `key` of the store in planogram.yaml instead.', cause })
}
