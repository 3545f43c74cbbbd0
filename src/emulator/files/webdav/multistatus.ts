import type { ServerResponse } from 'node:http'
import { answer } from './answer.ts'
import { escapeXml } from '../../markup/escape.ts'

/** A property of one entry in an answer; `xml` is its content, empty for the name only. */
export interface PropertyAnswer {
  readonly namespace: string
  readonly name: string
  readonly lang: string
  readonly xml: string
}

/** Properties with the same status. */
export interface PropertyGroup {
  readonly status: '200 OK' | '403 Forbidden' | '404 Not Found' | '424 Failed Dependency'
  readonly properties: readonly PropertyAnswer[]
  /** Element of RFC 4918 section 16 with the reason. */
  readonly condition?: string
}

/** One entry in a 207 answer (RFC 4918, 13). `href` is its raw path from the root of the host. */
export interface EntryAnswer {
  readonly href: string
  readonly groups: readonly PropertyGroup[]
}

/** Sends a 207 answer. */
export function sendMultistatus(response: ServerResponse, entries: readonly EntryAnswer[]): void {
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">${entries.map(formatEntry).join('')}\n</D:multistatus>\n`
  answer(response, 207, { headers: { 'Content-Type': 'application/xml; charset=utf-8' }, body })
}

function formatEntry({ href, groups }: EntryAnswer): string {
  const filled = groups.filter(({ properties }) => properties.length > 0)
  const shown = filled.length > 0 ? filled : [{ status: '200 OK' as const, properties: [] }]
  return `\n<D:response><D:href>${escapeXml(href)}</D:href>${shown.map(formatGroup).join('')}</D:response>`
}

function formatGroup({ status, properties, condition }: PropertyGroup): string {
  const error = condition === undefined ? '' : `<D:error><D:${condition}/></D:error>`
  const prop = properties.map(formatProperty).join('')
  return `<D:propstat><D:prop>${prop}</D:prop><D:status>HTTP/1.1 ${status}</D:status>${error}</D:propstat>`
}

function formatProperty({ namespace, name, lang, xml }: PropertyAnswer): string {
  const own = namespace === 'DAV:'
  const tag = own ? `D:${name}` : name
  const attributes = `${own ? '' : ` xmlns="${escapeXml(namespace)}"`}${lang === '' ? '' : ` xml:lang="${escapeXml(lang)}"`}`
  return xml === '' ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${xml}</${tag}>`
}
