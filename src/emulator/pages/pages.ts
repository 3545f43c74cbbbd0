import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { OperationalError } from '../../errors.ts'
import { formatFilePath } from '../files/tree/file-path.ts'
import { sendJsonError } from '../http/json-answer.ts'
import { methodNotAllowed, StoreFault } from '../http/store-fault.ts'
import { html, type Html } from '../markup/html.ts'
import { answerAdministration, isAdministration } from './administration/administration-routes.ts'
import { answerInspector, isInspector, noSuchPage } from './inspector/inspector-routes.ts'
import { type RequestPath, readRequestPath } from '../http/request-path.ts'
import { pathOf, toolAsset } from './addresses.ts'
import { pageScript } from './page-script.ts'
import type { PageSources } from './page-sources.ts'
import { sendAsset, sendPage } from './send-page.ts'
import { shopAnswer } from './shop/shop-routes.ts'
import { inspectorStyle } from './style/inspector-style.ts'
import { pageStyle } from './style/page-style.ts'
import { productStyle } from './style/product-style.ts'
import { shopStyle } from './style/shop-style.ts'

/** The pages of one emulator: the shop at `/`, the administration tool at `/_admin/`, the inspector at `/_emulator/`. */
export interface Pages {
  /** Answers a request that is not for one of the APIs. Throws a `StoreFault` if there is no such page. */
  respond(request: IncomingMessage, response: ServerResponse): Promise<void>
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2a5878"/><path d="M6 23 13 11l5 7 3-4 5 9z" fill="#fff"/></svg>`

type Assets = Readonly<Record<string, readonly [type: string, body: string]>>

/** What the pages of the shop load from `/_shop/`. */
const shopAssets: Assets = {
  'shop.css': ['text/css; charset=utf-8', pageStyle + shopStyle + productStyle],
  'page.js': ['text/javascript; charset=utf-8', pageScript],
  'icon.svg': ['image/svg+xml', icon],
}

/** What the other pages load from `/_emulator/assets/`. */
const toolAssets: Assets = {
  'tool.css': ['text/css; charset=utf-8', pageStyle + inspectorStyle],
  'icon.svg': ['image/svg+xml', icon],
}

function wantsHtml({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes('text/html') === true
}

/** Refusals below `/_emulator/` are pages or JSON, not the error bodies of the Data API. */
function isForTester({ url = '' }: IncomingMessage): boolean {
  return /^\/_emulator(?:[/?]|$)/.test(url)
}

/** The page of a refusal. */
function faultPage({ status, message }: StoreFault): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${status}</title>
        <link rel="icon" href="${toolAsset('icon.svg')}" />
        <link rel="stylesheet" href="${toolAsset('tool.css')}" />
      </head>
      <body>
        <main class="lone">
          <h1>${status}</h1>
          <p>${message}</p>
          <p><a href="/">Go to the shop</a> <a href="/_emulator/">Go to the inspector</a></p>
        </main>
      </body>
    </html>`
}

function notFound({ segments }: RequestPath): StoreFault {
  return new StoreFault(404, `${pathOf(segments).slice(0, 200)} not found`)
}

interface Exchange {
  readonly sources: PageSources
  readonly token: string
  readonly page: RequestPath
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * A file of the Files API for a browser, which has no key: read-only, with the headers of the Files API. The browser asks each time whether
 * it is still the same: without this it would show a picture that was replaced for a tenth of the age of the old one.
 */
async function sendFile({ sources, request, response }: Exchange, path: readonly string[]): Promise<void> {
  if ((sources.files.entry(path.join('/'))?.blob ?? null) === null) throw new StoreFault(404, 'The file does not exist')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  response.setHeader('cache-control', 'no-cache')
  await sources.files.respond(request, response, { target: formatFilePath(path, false) })
}

/** A style, script, icon or file that a page loads, by what follows in its address; false: there is no such one. */
async function answerAsset(exchange: Exchange, assets: Assets, [name = '', ...rest]: readonly string[]): Promise<boolean> {
  const asset = rest.length === 0 && Object.hasOwn(assets, name) ? assets[name] : undefined
  if (asset !== undefined) sendAsset(exchange.response, ...asset)
  else if (name === 'files') await sendFile(exchange, rest)
  else return false
  return true
}

/** The shop and the assets of its pages. */
async function answerShop(exchange: Exchange): Promise<void> {
  const { sources, page, response } = exchange
  const [first = '', ...rest] = page.segments
  if (first === '_shop' && (await answerAsset(exchange, shopAssets, rest))) return
  const { status, page: markup } = shopAnswer(sources, page)
  sendPage(response, status, markup)
}

/** Addresses below `/_emulator/` that are neither pages of the inspector nor of the control API: the assets of the tools. */
async function answerTool(exchange: Exchange): Promise<void> {
  const [, second = '', ...rest] = exchange.page.segments
  if (second !== 'assets' || !(await answerAsset(exchange, toolAssets, rest))) throw noSuchPage(exchange.page.segments)
}

async function answerPage(exchange: Exchange): Promise<void> {
  const { sources, token, page, request, response } = exchange
  const { method = '' } = request
  const [first = ''] = page.segments
  if (isInspector(page.segments)) return answerInspector({ sources, request: page, token, refused: null }, request, response)
  if (isAdministration(page.segments)) return answerAdministration({ sources, page, token }, request, response)
  if (first === '_emulator' && page.segments[1] !== 'assets') throw noSuchPage(page.segments)
  if (first === 'API') throw notFound(page)
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, 'GET, HEAD')
  return first === '_emulator' ? answerTool(exchange) : answerShop(exchange)
}

/** The refusal that an error is, or `null`: a value in the address can be as invalid as one in a form. */
function faultOf(error: unknown): StoreFault | null {
  if (error instanceof OperationalError) return new StoreFault(400, `${error.message} ${error.fix ?? ''}`.trimEnd())
  return error instanceof StoreFault ? error : null
}

/** Opens the pages of an emulator with a new token for their forms. */
export function openPages(sources: PageSources): Pages {
  const token = randomBytes(24).toString('base64url')
  return {
    respond: async (request, response) => {
      try {
        await answerPage({ sources, token, page: readRequestPath(request), request, response })
      } catch (error) {
        const fault = faultOf(error)
        if (fault === null || response.headersSent) throw error
        if (!wantsHtml(request) && isForTester(request)) return sendJsonError(response, error)
        if (!wantsHtml(request)) throw fault
        for (const [name, value] of Object.entries(fault.headers)) response.setHeader(name, value)
        sendPage(response, fault.status, faultPage(fault))
      }
    },
  }
}
