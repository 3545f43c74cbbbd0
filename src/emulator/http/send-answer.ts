import type { ServerResponse } from 'node:http'
import { formatFault } from '../../wire/fault.ts'
import { reasonText } from '../assumption-list.ts'
import type { Switches } from '../assumptions.ts'
import { StoreFault } from '../store-fault.ts'

/** What is sent: the body goes out piece by piece as fast as the client reads. */
interface Sendable {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly pieces: Iterable<string>
}

async function drained(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}

/** Says on a refusal which row of assumptions.md it rests on, and which switch would allow the request. */
const reasonHeader = 'x-emulator-reason'

/** Sends an answer; a client that goes away ends it without an error. HEAD gets the head alone. */
export async function sendAnswer(response: ServerResponse, answer: Sendable, switches: Switches): Promise<void> {
  const reason = answer.headers[reasonHeader]
  // Set and not only sent, so that the request log can read it back.
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

/** The statuses whose body platform.md shows; the others follow the switch `errorBody` (assumptions.md R31). */
const shown: ReadonlySet<number> = new Set([404, 406])

/** The answer of a fault (platform.md, "Errors"). */
export function faultAnswer(fault: StoreFault, switches: Switches): Sendable {
  const { status, message, assumption } = fault
  const headers = assumption === null ? fault.headers : { ...fault.headers, [reasonHeader]: reasonText(assumption, switches) }
  const form = shown.has(status) ? 'rsp' : switches.errorBody
  switch (form) {
    case 'rsp':
      return { status, headers, pieces: [formatFault(status, message)] }
    case 'html':
      return {
        status,
        headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
        pieces: [`<html><body><h1>${status}</h1></body></html>\n`],
      }
    case 'empty':
      return { status, headers, pieces: [] }
    default:
      return form satisfies never
  }
}

/** The answer to a missing or unknown key: one message for all (assumptions.md K1). */
export function keyRefused(switches: Switches): Sendable {
  const message = 'The application key is missing, not known or no longer valid'
  const challenge = { 'www-authenticate': 'Basic realm="API", charset="UTF-8"' }
  switch (switches.authError) {
    case '401':
      return faultAnswer(new StoreFault(401, message, challenge).because('K1'), switches)
    case '403':
      return faultAnswer(new StoreFault(403, message).because('K1'), switches)
    case '200-rsp':
      return { status: 200, headers: { [reasonHeader]: reasonText('K1', switches) }, pieces: [formatFault(401, message)] }
    default:
      return switches.authError satisfies never
  }
}
