import type { ServerResponse } from 'node:http'
import type { Switches } from '../assumptions/switches.ts'

/** An answer before it is sent. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body in pieces, sent as fast as the client reads. Empty for an answer without a body. */
  readonly pieces: Iterable<string | Uint8Array>
}

/** The header of a refusal that names the row of docs/assumptions.md it is based on, and the switch that would allow the request. */
export const reasonHeader = 'x-emulator-reason'

async function drained(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}

/** Sends an answer. A client that disconnects ends it without an error. HEAD gets the headers only. */
export async function sendAnswer(response: ServerResponse, answer: Answer, switches: Switches): Promise<void> {
  const reason = answer.headers[reasonHeader]
  // Set on the response, so that the request log can read it back.
  if (reason !== undefined) response.setHeader(reasonHeader, reason)
  const withBody = response.req.method !== 'HEAD' && answer.status !== 204
  response.writeHead(answer.status, {
    ...(answer.status === 204 ? {} : { 'content-type': `${switches.contentType}; charset=utf-8` }),
    'cache-control': 'no-store',
    ...answer.headers,
  })
  if (!withBody) {
    response.end()
    return
  }
  for (const piece of answer.pieces) {
    if (response.destroyed) return
    if (!response.write(piece)) await drained(response)
  }
  response.end()
}
