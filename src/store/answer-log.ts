import { createHash, hash } from 'node:crypto'
import type { Answer, Exchange, Outgoing } from './exchange.ts'
import type { PresentFile, StoreFiles } from './store-client.ts'

/** A read of a store that was answered, and what identifies the answer. */
export type KnownAnswer = {
  /** Lower-case hex sha256 of the decompressed body, or of a listing. */
  readonly sha256: string
  /** How many of the other answers were read to their end when the request was sent: the order in which the store was read. */
  readonly after: number
  /** The place of this answer in the order in which they ended, from 0. */
  readonly ended: number
} & KnownRead

/** A GET of the Data API, or the listing of a folder by the Files API. */
export type KnownRead =
  | { readonly kind: 'get'; readonly path: string; readonly what: string; readonly status: number }
  | { readonly kind: 'list'; readonly folder: string }

/** What is put around the parts of a client of a store. */
export interface AroundStore {
  exchange(exchange: Exchange): Exchange
  files(files: StoreFiles): StoreFiles
}

/** The reads of a store, as they are sent and answered. */
export interface AnswerLog extends AroundStore {
  /**
   * Every read in the order in which they were sent; `null` where something else was sent too, or an answer failed or was not read to its
   * end.
   */
  readonly answers: () => readonly KnownAnswer[] | null
}

/** Opens an empty log. */
export function openAnswerLog(): AnswerLog {
  const sent: (KnownAnswer | null)[] = []
  let ended = 0
  let isBroken = false

  function begin(): (read: KnownRead, sha256: string) => void {
    const [place, after] = [sent.length, ended]
    sent.push(null)
    return (read, sha256) => {
      sent[place] = { ...read, sha256, after, ended }
      ended += 1
    }
  }

  async function send(exchange: Exchange, request: Outgoing): Promise<Answer> {
    if (request.method !== 'GET') isBroken = true
    const { path, what } = request
    const end = begin()
    const answer = await exchange.send(request)
    const { status } = answer
    return { ...answer, body: hashed(answer.body, (sha256) => end({ kind: 'get', path, what, status }, sha256)) }
  }

  async function list(files: StoreFiles, folder: string): Promise<readonly PresentFile[]> {
    const end = begin()
    const found = await files.list(folder)
    end({ kind: 'list', folder }, hashOfListing(found))
    return found
  }

  function breaking<Result>(result: Result): Result {
    isBroken = true
    return result
  }

  return {
    exchange: (exchange) => ({ send: (request) => send(exchange, request), close: () => exchange.close() }),
    files: (files) => ({
      list: (folder) => list(files, folder),
      // What else is done with files is not in the log.
      read: (path) => breaking(files.read(path)),
      hash: (path) => breaking(files.hash(path)),
      write: (path, bytes) => breaking(files.write(path, bytes)),
      remove: (path) => breaking(files.remove(path)),
      isSent: () => files.isSent(),
    }),
    answers: () => {
      const answers = sent.filter((answer) => answer !== null)
      return isBroken || answers.length < sent.length ? null : answers
    },
  }
}

/** Lower-case hex sha256 of a listing. */
export function hashOfListing(files: readonly PresentFile[]): string {
  return hash('sha256', JSON.stringify(files.map(({ path, size, modified }) => [path, size, modified])))
}

async function* hashed(body: AsyncIterable<Uint8Array>, onEnd: (sha256: string) => void): AsyncGenerator<Uint8Array> {
  const sum = createHash('sha256')
  for await (const chunk of body) {
    sum.update(chunk)
    yield chunk
  }
  onEnd(sum.digest('hex'))
}
