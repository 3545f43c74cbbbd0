import { createHash } from 'node:crypto'
import type { Answer, Exchange, Outgoing } from './exchange.ts'

/** A request of the Data API that was answered, and what identifies the answer. */
export interface KnownAnswer {
  readonly path: string
  readonly what: string
  readonly status: number
  /** Lower-case hex sha256 of the decompressed body. */
  readonly sha256: string
  /** How many of the other answers were read to their end when the request was sent: the order in which the store was read. */
  readonly after: number
  /** The place of this answer in the order in which they ended, from 0. */
  readonly ended: number
}

/** The reads of a store, as they are sent and answered. */
export interface AnswerLog {
  /** The same exchange, with everything that passes through it in the log. */
  readonly around: (exchange: Exchange) => Exchange
  /** Every request in the order in which they were sent; `null` where one was not a GET, failed, or was not read to its end. */
  readonly answers: () => readonly KnownAnswer[] | null
}

/** Opens an empty log. */
export function openAnswerLog(): AnswerLog {
  const sent: (KnownAnswer | null)[] = []
  let ended = 0
  let isBroken = false

  function begin({ path, what }: Outgoing): (status: number, sha256: string) => void {
    const [place, after] = [sent.length, ended]
    sent.push(null)
    return (status, sha256) => {
      sent[place] = { path, what, status, sha256, after, ended }
      ended += 1
    }
  }

  async function send(exchange: Exchange, request: Outgoing): Promise<Answer> {
    if (request.method !== 'GET') isBroken = true
    const end = begin(request)
    const answer = await exchange.send(request)
    return { ...answer, body: hashed(answer.body, (sha256) => end(answer.status, sha256)) }
  }

  return {
    around: (exchange) => ({ send: (request) => send(exchange, request), close: () => exchange.close() }),
    answers: () => {
      const answers = sent.filter((answer) => answer !== null)
      return isBroken || answers.length < sent.length ? null : answers
    },
  }
}

async function* hashed(body: AsyncIterable<Uint8Array>, onEnd: (sha256: string) => void): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
  onEnd(hash.digest('hex'))
}
