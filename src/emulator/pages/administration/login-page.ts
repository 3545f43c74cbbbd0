import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestPath } from '../../http/request-path.ts'
import { methodNotAllowed } from '../../http/store-fault.ts'
import { html, type Html } from '../../markup/html.ts'
import { addressOf } from '../addresses.ts'
import { readOwnForm } from '../own-form.ts'
import type { PageSources } from '../page-sources.ts'
import { sendPage, sendTo } from '../send-page.ts'
import { toolHead } from '../tool-layout.ts'

interface LoginExchange {
  readonly sources: PageSources
  readonly page: RequestPath
  /** The secret in the form, since there is no session yet. */
  readonly token: string
}

const firstPage = '/_admin/orders'

/** Where a login leads: a page of the administration tool or the approval of an application, and nothing else. */
function targetIn(query: URLSearchParams): string {
  const next = query.get('next') ?? ''
  return /^\/(?:_admin|api_oauth)(?:[/?][\x21-\x7e]*)?$/.test(next) && !next.startsWith('/_admin/login') ? next : firstPage
}

/** The address of the login page that leads to a target afterwards. */
export function loginAddress(target: string): string {
  return addressOf('/_admin/login', { next: target })
}

function loginHtml({ sources, page, token }: LoginExchange, { user, message }: { user: string; message: Html | null }): Html {
  const target = targetIn(page.query)
  const why = target.startsWith('/api_oauth')
    ? html`An application asks for a key to the emulated store <b>${sources.site}</b>. Log in to see the request.`
    : html`Administration of the emulated store <b>${sources.site}</b>.`
  return html`<!doctype html>
    <html lang="en">
      ${toolHead(`Log in | Administration of ${sources.site}`)}
      <body class="inspector-login">
        <main class="lone card">
          <h1>Log in</h1>
          <p class="lead">${why}</p>
          ${message}
          <form class="sheet" method="post" action="${loginAddress(target)}">
            <input type="hidden" name="token" value="${token}" />
            <label for="user">User</label>
            <input
              id="user"
              name="user"
              value="${user}"
              autocomplete="username"
              autocapitalize="none"
              spellcheck="false"
              required
              autofocus
            />
            <label for="password">Password</label>
            <input
              id="password"
              name="password"
              type="password"
              autocomplete="current-password"
              required
              aria-describedby="password-hint"
            />
            <small id="password-hint">A generated password is printed when the store starts.</small>
            <button type="submit">Log in</button>
          </form>
        </main>
      </body>
    </html>`
}

function alert(text: string): Html {
  return html`<p class="message bad" role="alert">${text}</p>`
}

async function logIn(exchange: LoginExchange, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { sources, page, token } = exchange
  const form = await readOwnForm(request, token)
  const [user, password] = [form.get('user') ?? '', form.get('password') ?? '']
  const result = await sources.login.attempt({ user, password })
  switch (result.kind) {
    case 'accepted':
      response.setHeader('set-cookie', sources.sessions.start(user, request))
      return sendTo(response, targetIn(page.query))
    case 'refused':
      return sendPage(response, 403, loginHtml(exchange, { user, message: alert('The user or the password is wrong.') }))
    case 'wait': {
      const message = alert(`There were too many failed logins. Try again in ${result.seconds} s.`)
      response.setHeader('retry-after', String(result.seconds))
      return sendPage(response, 429, loginHtml(exchange, { user, message }))
    }
    default:
      return result satisfies never
  }
}

/** Answers a request for the login page: GET shows it, or leads on if there is a session; POST logs in. */
export async function answerLogin(exchange: LoginExchange, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '' } = request
  if (method === 'POST') return logIn(exchange, request, response)
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, 'GET, HEAD, POST')
  if (exchange.sources.sessions.find(request)) return sendTo(response, targetIn(exchange.page.query))
  sendPage(response, 200, loginHtml(exchange, { user: '', message: null }))
}
