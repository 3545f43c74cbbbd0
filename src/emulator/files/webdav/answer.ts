import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** Sends a complete answer. A 204 has no body. */
export function answer(response: ServerResponse, status: number, more: { headers?: OutgoingHttpHeaders; body?: string } = {}): void {
  const body = more.body ?? ''
  response.writeHead(status, status === 204 ? { ...more.headers } : { ...more.headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

/** The headers of documents with uploaded content or names: they share their origin with the other pages of the emulator. */
export const sandboxed = { 'Content-Security-Policy': 'sandbox', 'X-Content-Type-Options': 'nosniff' } as const
