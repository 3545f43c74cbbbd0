import type { IncomingMessage, ServerResponse } from 'node:http'
import { OperationalError } from '../../../errors.ts'
import { controlNames } from '../../control/control-operations.ts'
import { methodNotAllowed, StoreFault } from '../../http/store-fault.ts'
import { html, type Html } from '../../markup/html.ts'
import { pathOf } from '../addresses.ts'
import { readOwnForm } from '../own-form.ts'
import { sendPage, sendTo } from '../send-page.ts'
import { type Tool, toolLayout } from '../tool-layout.ts'
import { assumptionsPage } from './assumptions-page.ts'
import { clockPage } from './clock-page.ts'
import { faultsPage } from './faults-page.ts'
import { filesPage } from './files-page.ts'
import { type Inspector, inspectorAddress, type InspectorPage } from './inspector.ts'
import { keysPage } from './keys-page.ts'
import { lintPage } from './lint-page.ts'
import { outboxPage } from './outbox-page.ts'
import { overviewPage } from './overview-page.ts'
import { recordsPage } from './records-page.ts'
import { requestsPage } from './requests-page.ts'
import { snapshotsPage } from './snapshots-page.ts'
import { tryPage } from './try-page.ts'
import { webhooksPage } from './webhooks-page.ts'

/** Every page of the inspector, in the order of its navigation. */
const inspectorPages: readonly InspectorPage[] = [
  overviewPage,
  recordsPage,
  tryPage,
  lintPage,
  requestsPage,
  faultsPage,
  clockPage,
  snapshotsPage,
  filesPage,
  outboxPage,
  webhooksPage,
  keysPage,
  assumptionsPage,
]

function hrefOf({ name }: InspectorPage): string {
  return name === '' ? '/_emulator/' : inspectorAddress(name)
}

const tool: Tool = {
  name: 'Inspector',
  home: '/_emulator/',
  pages: inspectorPages.map((page) => ({ title: page.title, href: hrefOf(page) })),
}

/** True for an address of the inspector's pages; other addresses below `/_emulator/` belong to the control API. */
export function isInspector(segments: readonly string[]): boolean {
  return segments[0] === '_emulator' && (segments.length === 1 || segments[1] === 'inspector')
}

/** 404 for an address below `/_emulator/` that is neither a page nor a name of the control API; it names those that exist. */
export function noSuchPage(segments: readonly string[]): StoreFault {
  const path = pathOf(segments).slice(0, 200)
  const pages = inspectorPages.map(({ name }) => name).filter((name) => name !== '')
  return new StoreFault(
    404,
    `${path} not found. Pages are /_emulator/ and /_emulator/inspector/<name> with ${pages.join(', ')}; JSON is at /_emulator/<name> with ${controlNames.join(', ')}.`,
  )
}

function pageAt(segments: readonly string[]): InspectorPage {
  const [, , name = ''] = segments
  const page = inspectorPages.find((each) => each.name === name)
  if (page === undefined || (segments.length > 3 && page !== recordsPage) || segments.length > 4) throw noSuchPage(segments)
  return page
}

async function show(
  inspector: Inspector,
  response: ServerResponse,
  { page, message, status }: { page: InspectorPage; message: Html | null; status: number },
): Promise<void> {
  const content = await page.content(inspector)
  const { site } = inspector.sources
  const aside = html`<a href="/_admin/">Administration</a> <a href="/">Shop</a>`
  sendPage(response, status, toolLayout({ tool, title: page.title, site, current: hrefOf(page), aside, message, content }))
}

/** A list of fault plans can be long. */
const mostFormBytes = 1024 * 1024

async function act(inspector: Inspector, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = pageAt(inspector.request.segments)
  const form = await readOwnForm(request, inspector.token, mostFormBytes)
  const name = form.get('action') ?? ''
  const action = page.actions && Object.hasOwn(page.actions, name) ? page.actions[name] : undefined
  if (action === undefined) throw new StoreFault(400, 'The inspector has no such action')
  try {
    await action(inspector, form)
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error
    const message = html`<p class="message bad" role="alert">${error.message} ${error.fix}</p>`
    return show({ ...inspector, refused: form }, response, { page, message, status: 400 })
  }
  sendTo(response, inspectorAddress(page.name, { done: name }))
}

const doneTexts: Readonly<Record<string, string>> = {
  add: 'Added.',
  clear: 'Cleared.',
  resend: 'Sent again; see the last attempt.',
  expire: 'The key has expired.',
  save: 'Saved.',
  load: 'Restored.',
  remove: 'Deleted.',
  set: 'The clock was set.',
  advance: 'The clock was advanced.',
  freeze: 'The clock is frozen.',
  run: 'The clock is running.',
  reset: 'The clock was reset.',
}

/** Answers a request for a page of the inspector: GET shows it, POST performs an action of one of its forms. */
export async function answerInspector(inspector: Inspector, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '' } = request
  if (method === 'POST') return act(inspector, request, response)
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, 'GET, HEAD, POST')
  const done = inspector.request.query.get('done') ?? ''
  const text = Object.hasOwn(doneTexts, done) ? doneTexts[done] : undefined
  const message = text === undefined ? null : html`<p class="message" role="status">${text}</p>`
  return show(inspector, response, { page: pageAt(inspector.request.segments), message, status: 200 })
}
