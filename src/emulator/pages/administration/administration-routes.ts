import type { IncomingMessage, ServerResponse } from 'node:http'
import { OperationalError } from '../../../errors.ts'
import { methodNotAllowed, StoreFault } from '../../http/store-fault.ts'
import type { RequestPath } from '../../http/request-path.ts'
import { html, type Html } from '../../markup/html.ts'
import { readOwnForm } from '../own-form.ts'
import type { PageSources } from '../page-sources.ts'
import { sendPage, sendTo } from '../send-page.ts'
import { type Tool, toolLayout } from '../tool-layout.ts'
import { type Administration, administrationAddress, type AdministrationPage } from './administration.ts'
import { keysPage } from './keys-page.ts'
import { answerLogin, loginAddress } from './login-page.ts'
import { oauthPage } from './oauth-page.ts'
import { ordersPage } from './orders-page.ts'
import { webhooksPage } from './webhooks-page.ts'

const pages: readonly AdministrationPage[] = [ordersPage, keysPage, webhooksPage, oauthPage]

const tool: Tool = {
  name: 'Administration',
  home: '/_admin/',
  pages: pages.map(({ name, title }) => ({ title, href: administrationAddress(name) })),
}

/** True for an address of the administration tool. */
export function isAdministration(segments: readonly string[]): boolean {
  return segments[0] === '_admin'
}

/** A request for the administration tool. */
interface AdministrationExchange {
  readonly sources: PageSources
  readonly page: RequestPath
  /** The secret in the form of the login page. */
  readonly token: string
}

function pageAt(segments: readonly string[]): AdministrationPage {
  const [, name = '', key] = segments
  const page = pages.find((each) => each.name === name)
  if (!page || segments.length > 3 || (key !== undefined && !page.one))
    throw new StoreFault(404, 'The administration tool has no such page')
  return page
}

function asideHtml({ session }: Administration): Html {
  return html`<a href="/_emulator/">Inspector</a> <a href="/">Shop</a>
    <form class="action" method="post" action="/_admin/logout">
      <input type="hidden" name="token" value="${session.token}" />
      <button type="submit" class="quiet">Log out ${session.user}</button>
    </form>`
}

function messageOf({ session }: Administration): Html | null {
  const { notice } = session
  session.notice = null
  if (notice === null) return null
  return html`<div class="message" role="status">
    <p>${notice.text}</p>
    ${notice.key !== undefined && html`<p><code class="secret">${notice.key}</code></p>`}
  </div>`
}

function show(administration: Administration, response: ServerResponse, refusal: Html | null): void {
  const { request, sources } = administration
  const page = pageAt(request.segments)
  const [, , key] = request.segments
  const content = key !== undefined && page.one ? page.one(administration, key) : page.content(administration)
  const markup = toolLayout({
    tool,
    title: page.title,
    site: sources.site,
    current: administrationAddress(page.name),
    aside: asideHtml(administration),
    // A HEAD request must not use up what is shown once.
    message: refusal ?? (response.req.method === 'HEAD' ? null : messageOf(administration)),
    content,
  })
  sendPage(response, refusal === null ? 200 : 400, markup)
}

/** The text for a person of an error that the values of a form caused; any other error is thrown again. */
function refusalText(error: unknown): string {
  if (error instanceof OperationalError) return `${error.message} ${error.fix ?? ''}`
  if (error instanceof StoreFault && error.status < 500) return `${error.message}.`
  throw error
}

async function act(administration: Administration, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { session, request: page } = administration
  const form = await readOwnForm(request, session.token)
  const { name, actions } = pageAt(page.segments)
  const asked = form.get('action') ?? ''
  const action = Object.hasOwn(actions, asked) ? actions[asked] : undefined
  if (!action) throw new StoreFault(400, 'The administration tool has no such action')
  try {
    session.notice = await action(administration, form)
  } catch (error) {
    const message = html`<p class="message bad" role="alert">${refusalText(error)}</p>`
    return show({ ...administration, refused: form }, response, message)
  }
  sendTo(response, administrationAddress(name))
}

async function answerLoggedIn(administration: Administration, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '' } = request
  const { sources, session, request: page } = administration
  const [, name = ''] = page.segments
  if (method === 'POST' && name === 'logout') {
    await readOwnForm(request, session.token)
    response.setHeader('set-cookie', sources.sessions.end(request))
    return sendTo(response, '/_admin/login')
  }
  if (method === 'POST') return act(administration, request, response)
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, 'GET, HEAD, POST')
  if (name === '') return sendTo(response, administrationAddress('orders'))
  return show(administration, response, null)
}

/** Answers a request for the administration tool. Without a session every address leads to the login page, existing or not. */
export async function answerAdministration(
  { sources, page, token }: AdministrationExchange,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, name = ''] = page.segments
  if (name === 'login') return answerLogin({ sources, page, token }, request, response)
  const session = sources.sessions.find(request)
  if (session) return answerLoggedIn({ sources, request: page, session, refused: null }, request, response)
  const { method, url = '' } = request
  sendTo(response, loginAddress(method === 'GET' ? url : administrationAddress(name)))
}
