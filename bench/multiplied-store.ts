import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { copiedPage } from './copied-products.ts'

/*
 * A store in a process of its own that only reads, and costs next to nothing: each answer of another store, with every page of its products
 * repeated for other skus. Answers are made when they are requested first, and kept in memory. Arguments: address of the other store, number of
 * copies of its products, which fit in one page. `GET /paths` lists what was requested, in order of the first requests, `GET /sent` has the bytes of
 * these answers; `GET /rate/200` limits all answers together to 200 MB a second, 0 to nothing. Prints its address when it listens; SIGTERM ends it.
 */
const [source = '', givenCopies] = process.argv.slice(2)
const copies = Number(givenCopies)
const pageSize = 2_000
const chunkBytes = 1_000_000
/** These are read in one answer and are the same in every copy. */
const unchanged = /^\/API\/V3\/(?:Cat|CatParent|UserGroups|Webhooks)\b|\.xsd$/

interface Kept {
  readonly status: number
  readonly body: Buffer
}

const answers = new Map<string, Promise<Kept>>()
let bytesPerMs = 0
let nextAt = 0

async function answerOf(path: string, authorization: string): Promise<Kept> {
  const url = new URL(path, source)
  const start = Number(url.searchParams.get('_start') ?? 0)
  if (start > 0) url.searchParams.set('_start', '0')
  const response = await fetch(url, { headers: { authorization } })
  const text = await response.text()
  const body = response.status !== 200 || unchanged.test(url.pathname) ? text : copiedPage(text, { copies, copy: start / pageSize })
  return { status: response.status, body: Buffer.from(body) }
}

async function sizeOfAll(): Promise<number> {
  return (await Promise.all(answers.values())).reduce((sum, { body }) => sum + body.length, 0)
}

async function send(response: ServerResponse, { status, body }: Kept): Promise<void> {
  response.writeHead(status, { 'content-type': 'application/xml; charset=utf-8', 'content-length': body.length })
  for (let at = 0; at < body.length; at += chunkBytes) {
    const chunk = body.subarray(at, at + chunkBytes)
    if (bytesPerMs > 0) await waitFor(chunk.length)
    if (!response.write(chunk) && !response.destroyed) await drained(response)
  }
  response.end()
}

/** Until there is room, or nobody reads any more. */
async function drained(response: ServerResponse): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).finally(() => over.abort())
}

/** At most 20 ms of unused time are made up for. */
async function waitFor(bytes: number): Promise<void> {
  const now = performance.now()
  nextAt = Math.max(nextAt, now - 20) + bytes / bytesPerMs
  if (nextAt > now) await delay(nextAt - now)
}

const server = createServer((request, response) => {
  const { url = '/', headers } = request
  const [, rate] = /^\/rate\/(\d+)$/.exec(url) ?? []
  if (rate !== undefined) bytesPerMs = Number(rate) * 1000
  if (rate !== undefined) return void response.end()
  if (url === '/paths') return void response.end(JSON.stringify([...answers.keys()]))
  if (url === '/sent') return void sizeOfAll().then((bytes) => response.end(String(bytes)))
  const answer = answers.get(url) ?? answerOf(url, headers.authorization ?? '')
  answers.set(url, answer)
  void answer.then((kept) => send(response, kept))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`))
process.on('SIGTERM', () => process.exit(0))
