import type { RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import type { RecordTree } from '../../../../src/resources/record-tree.ts'
import type { ResourceName } from '../../../../src/resources/registry.ts'

/** A page as a browser gets it. */
export interface SeenPage {
  readonly status: number
  readonly html: string
  /** Its text, without markup, spaces run together. */
  readonly text: string
  readonly headers: Headers
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' }

/** The text of an attribute or element as it was before it was escaped. */
export function unescaped(markup: string): string {
  return markup.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
}

/** The text that a reader sees of some markup. */
export function textOf(html: string): string {
  const body = html.replace(/<head>[\s\S]*?<\/head>/, '')
  return unescaped(body.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

/** The part of a page from the first place where `start` matches to the first `end` after it, as text. */
export function partOf({ html }: Pick<SeenPage, 'html'>, start: RegExp, end: string): string {
  const from = html.search(start)
  if (from < 0) return `no ${String(start)} on the page`
  return textOf(html.slice(from, html.indexOf(end, from)))
}

/** Gets a page the way a browser does, with other headers such as a cookie. */
export async function getPage(
  { url }: Pick<RunningEmulator, 'url'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<SeenPage> {
  const answer = await fetch(`${url}${path}`, { headers: { accept: 'text/html,*/*', ...headers }, redirect: 'manual' })
  const html = await answer.text()
  return { status: answer.status, html, text: textOf(html), headers: answer.headers }
}

/** Fills in and sends the form of an inspector page that does `action`, with the token that the page holds. */
export async function pressButton(
  store: Pick<RunningEmulator, 'url'>,
  page: string,
  fields: Readonly<Record<string, string>>,
): Promise<SeenPage> {
  const address = `/_emulator/inspector/${page}`
  const { html } = await getPage(store, address)
  const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const answer = await fetch(`${store.url}${address}`, {
    method: 'POST',
    headers: { origin: store.url, accept: 'text/html' },
    body: new URLSearchParams({ token, ...fields }),
    redirect: 'manual',
  })
  const text = await answer.text()
  return { status: answer.status, html: text, text: textOf(text), headers: answer.headers }
}

/** A record with what hangs on it. */
export function record(
  resource: ResourceName,
  fields: Readonly<Record<string, string>>,
  children: RecordTree['children'] = {},
): RecordTree {
  return { resource, fields, children }
}
