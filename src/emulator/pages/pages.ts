import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { formatFilePath } from '../files/tree/file-path.ts'
import { sendJsonError } from '../http/json-answer.ts'
import { methodNotAllowed, StoreFault } from '../http/store-fault.ts'
import { html, type Html } from '../markup/html.ts'
import { answerAdministration, isAdministration } from './administration/administration-routes.ts'
import { answerInspector, isInspector, noSuchPage } from './inspector/inspector-routes.ts'
import { type RequestPath, readRequestPath } from '../http/request-path.ts'
import { pathOf } from './addresses.ts'
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

const assets: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'shop.css': ['text/css; charset=utf-8', pageStyle + shopStyle + productStyle],
  'inspector.css': ['text/css; charset=utf-8', pageStyle + inspectorStyle],
  'page.js': ['text/javascript; charset=utf-8', pageScript],
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
        <link rel="icon" href="/_shop/icon.svg" />
        <link rel="stylesheet" href="/_shop/inspector.css" />
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

/** A file of the Files API for a browser, which has no key: read-only, with the headers of the Files API. */
async function sendFile({ sources, page, request, response }: Exchange): Promise<void> {
  const path = page.segments.slice(2)
  if ((sources.files.entry(path.join('/'))?.blob ?? null) === null) throw new StoreFault(404, 'The file does not exist')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  await sources.files.respond(request, response, { target: formatFilePath(path, false) })
}

/** The shop and the assets of its pages. */
async function answerShop(exchange: Exchange): Promise<void> {
  const { sources, page, response } = exchange
  const [first = '', second = ''] = page.segments
  if (first === '_shop' && second === 'files') return sendFile(exchange)
  const asset = first === '_shop' && page.segments.length === 2 && Object.hasOwn(assets, second) ? assets[second] : undefined
  if (asset !== undefined) return sendAsset(response, ...asset)
  const { status, page: markup } = shopAnswer(sources, page)
  sendPage(response, status, markup)
}

async function answerPage(exchange: Exchange): Promise<void> {
  const { sources, token, page, request, response } = exchange
  const { method = '' } = request
  const [first = ''] = page.segments
  if (isInspector(page.segments)) return answerInspector({ sources, request: page, token }, request, response)
  if (isAdministration(page.segments)) return answerAdministration({ sources, page, token }, request, response)
  if (first === '_emulator') throw noSuchPage(page.segments)
  if (first === 'API') throw notFound(page)
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, 'GET, HEAD')
  return answerShop(exchange)
}

/** Opens the pages of an emulator with a new token for their forms. */
export function openPages(sources: PageSources): Pages {
  const token = randomBytes(24).toString('base64url')
  return {
    respond: async (request, response) => {
      try {
        await answerPage({ sources, token, page: readRequestPath(request), request, response })
      } catch (error) {
        if (!(error instanceof StoreFault) || response.headersSent) throw error
        if (!wantsHtml(request) && isForTester(request)) return sendJsonError(response, error)
        if (!wantsHtml(request)) throw error
        for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value)
        sendPage(response, error.status, faultPage(error))
      }
    },
  }
}
