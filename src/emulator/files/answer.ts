import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** Sends a whole answer at once. A 204 carries no body. */
export function answer(response: ServerResponse, status: number, more: { headers?: OutgoingHttpHeaders; body?: string } = {}): void {
  const body = more.body ?? ''
  response.writeHead(status, status === 204 ? { ...more.headers } : { ...more.headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

/** What every document of a client or of its names is sent with: it shares its origin with other pages of the emulator. */
export const sandboxed = { 'Content-Security-Policy': 'sandbox', 'X-Content-Type-Options': 'nosniff' } as const
