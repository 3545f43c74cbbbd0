import { createHash } from 'node:crypto'
import { hashOfListing, type KnownAnswer, type KnownRead } from './answer-log.ts'
import { configuredFiles } from './configured-files.ts'
import { type Answer, type Exchange, openExchange } from './exchange.ts'
import { openStorePace } from './pace.ts'
import type { BeginRead } from './repeat-reads.ts'
import { parseStoreAddress } from './store-address.ts'
import type { StoreSettings } from './store-settings.ts'

/** How the answers of a store compare with those that are known. */
export interface ComparedAnswers {
  /** True where every answer is the known one, byte for byte. */
  readonly areSame: boolean
  /** The number of requests that were sent. */
  readonly reads: number
  /** An exchange that first gives the answers that were received here, each once, in place of a request; `onReused` is told of each. */
  readonly reuse: (exchange: Exchange, onReused: () => void) => Exchange
}

type KnownGet = Extract<KnownRead, { readonly kind: 'get' }>

/** Bytes of answers that are kept until all are compared. */
const mostKept = 64_000_000

interface KeptAnswer extends Omit<Answer, 'body'> {
  readonly chunks: readonly Uint8Array[]
}

interface Kept {
  /** By path, in the order of the requests. */
  readonly answers: Map<string, KeptAnswer[]>
  bytes: number
}

/**
 * Sends requests whose answers are known again, in the order in which they were sent and answered, until an answer is another one. A request
 * that fails counts as another answer and is not repeated here.
 */
export async function sameAnswers(
  settings: StoreSettings,
  known: readonly KnownAnswer[],
  onCompared: (done: number) => void,
): Promise<ComparedAnswers> {
  const counts = { reads: 0, compared: 0 }
  const kept: Kept = { answers: new Map(), bytes: 0 }
  const pace = openStorePace(settings)
  const onRequest = (): void => void (counts.reads += 1)
  const exchange = openExchange(settings, parseStoreAddress(settings.baseUrl, settings.name), { pace, onRequest })

  const files = configuredFiles(settings, { beginRead: once, pace, onRequest })

  async function isSame(answer: KnownAnswer): Promise<boolean> {
    if (answer.kind === 'get') return isSameGet(exchange, answer, kept)
    return files !== null && hashOfListing(await files.list(answer.folder)) === answer.sha256
  }

  const areSame = await compareInOrder(known, async (answer) => {
    const isKnown = await isSame(answer).catch(() => false)
    counts.compared += 1
    onCompared(counts.compared)
    return isKnown
  })
  await exchange.close()
  return { areSame, reads: counts.reads, reuse: (full, onReused) => reusing(full, kept, onReused) }
}

/**
 * Compares answers, each as soon as those before it have ended that had ended when it was requested first. False at the first that is another
 * one: no more are requested, and those under way are waited for.
 */
export async function compareInOrder<Known extends Pick<KnownAnswer, 'after' | 'ended'>>(
  known: readonly Known[],
  isSame: (answer: Known) => Promise<boolean>,
): Promise<boolean> {
  const sent: { readonly ended: number; readonly same: Promise<boolean> }[] = []
  for (const answer of known) {
    const before = await Promise.all(sent.flatMap(({ ended, same }) => (ended < answer.after ? [same] : [])))
    if (before.includes(false)) break
    sent.push({ ended: answer.ended, same: isSame(answer) })
  }
  const all = await Promise.all(sent.map(({ same }) => same))
  return all.length === known.length && !all.includes(false)
}

/** One attempt: the whole comparison repeats what fails. */
const once: BeginRead = () => async (error) => {
  throw error
}

async function isSameGet(exchange: Exchange, { path, what, status, sha256 }: KnownAnswer & KnownGet, kept: Kept): Promise<boolean> {
  const answer = await exchange.send({ method: 'GET', path, what })
  const hash = createHash('sha256')
  let chunks: Uint8Array[] | null = []
  let bytes = 0
  for await (const chunk of answer.body) {
    hash.update(chunk)
    bytes += chunk.length
    if (kept.bytes + bytes > mostKept) chunks = null
    chunks?.push(chunk)
  }
  if (chunks !== null && kept.bytes + bytes <= mostKept) {
    kept.bytes += bytes
    kept.answers.set(path, [...(kept.answers.get(path) ?? []), { status: answer.status, headers: answer.headers, chunks }])
  }
  return answer.status === status && hash.digest('hex') === sha256
}

function reusing(exchange: Exchange, { answers }: Kept, onReused: () => void): Exchange {
  return {
    send: (request) => {
      const received = request.method === 'GET' ? answers.get(request.path)?.shift() : undefined
      if (!received) return exchange.send(request)
      onReused()
      return Promise.resolve(answerOf(received))
    },
    close: () => exchange.close(),
  }
}

function answerOf({ status, headers, chunks }: KeptAnswer): Answer {
  return { status, headers, body: bodyOf(chunks) }
}

async function* bodyOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
