import type { ServerResponse } from 'node:http'
import type { Html } from '../markup/html.ts'

/** What a page may load: styles, scripts and pictures of its own origin; nothing inline. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const guarded = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const

function send(response: ServerResponse, status: number, sent: { body: string; headers: Readonly<Record<string, string>> }): void {
  const { body, headers } = sent
  response.writeHead(status, { ...guarded, ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

/** Sends a page; it is never cached. */
export function sendPage(response: ServerResponse, status: number, page: Html): void {
  send(response, status, { body: page.markup, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })
}

/** Sends a style, script or icon of the pages themselves. */
export function sendAsset(response: ServerResponse, type: string, body: string): void {
  send(response, 200, { body, headers: { 'content-type': type, 'cache-control': 'no-cache' } })
}

/** Sends the browser to another page by GET. */
export function sendTo(response: ServerResponse, address: string): void {
  send(response, 303, { body: '', headers: { location: address, 'cache-control': 'no-store' } })
}
