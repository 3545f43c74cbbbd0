import type { ServerResponse } from 'node:http'
import type { CapturedAnswer } from './capture-answer.ts'
import type { FaultAction } from './fault-plan.ts'
import { untilClosed, waitFor } from './wait-for.ts'

/** The faults that change a complete answer. */
export type SpoilingFault = Extract<FaultAction, { readonly kind: 'reset' | 'cut' | 'hang' | 'drip' | 'lost-answer' }>

/** Time for the sent headers to arrive before the reset. */
const resetPauseMs = 5

function withoutLength({ headers }: CapturedAnswer): CapturedAnswer['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length'))
}

async function written(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('close', done)
      resolve()
    }
    response.once('close', done)
    response.write(bytes, done)
  })
}

async function cut(response: ServerResponse, answer: CapturedAnswer, { how, bytes }: FaultAction & { kind: 'cut' }): Promise<void> {
  const { status, body } = answer
  const part = body.subarray(0, Math.min(bytes ?? Math.floor(body.length / 2), Math.max(0, body.length - 1)))
  const headers = withoutLength(answer)
  response.writeHead(status, how === 'length' ? { ...headers, 'content-length': body.length } : headers)
  await written(response, part)
  if (how === 'clean') response.end()
  else response.socket?.destroySoon()
}

async function drip(response: ServerResponse, answer: CapturedAnswer, pace: { bytes: number; everyMs: number }): Promise<void> {
  const { status, body } = answer
  response.writeHead(status, withoutLength(answer))
  for (let at = 0; at < body.length && !response.closed; at += pace.bytes) {
    await written(response, body.subarray(at, at + pace.bytes))
    await waitFor(pace.everyMs, response)
  }
  response.end()
}

async function resetAfterHeaders(response: ServerResponse, answer: CapturedAnswer): Promise<void> {
  response.writeHead(answer.status, { ...withoutLength(answer), 'content-length': answer.body.length })
  response.flushHeaders()
  await waitFor(resetPauseMs, response)
  response.socket?.resetAndDestroy()
}

/** Sends a captured answer as the fault requires, or not at all. */
export async function spoilAnswer(response: ServerResponse, answer: CapturedAnswer, action: SpoilingFault): Promise<void> {
  switch (action.kind) {
    case 'reset':
      return resetAfterHeaders(response, answer)
    case 'cut':
      return cut(response, answer, action)
    case 'hang':
      return untilClosed(response)
    case 'drip':
      return drip(response, answer, { bytes: action.bytes ?? 1024, everyMs: action.everyMs ?? 10 })
    case 'lost-answer':
      response.socket?.resetAndDestroy()
      return undefined
    default:
      return action satisfies never
  }
}
