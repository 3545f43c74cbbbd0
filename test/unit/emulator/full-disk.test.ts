import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultOfError } from '../../../src/emulator/http/error-fault.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { basic, storeRequest, type StoreRequest } from './store-request.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-full-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Address {
  readonly url: string
  readonly filesUrl: string
  readonly key: string
}

/** The store of the folder in a process that cannot write more than a megabyte to one file, as on a disk that is full. */
async function startLimited(): Promise<{ child: ChildProcess; address: Address; send: StoreRequest }> {
  const command = `trap '' XFSZ; ulimit -f 1024; exec "$0" "$1" "$2"`
  const serve = join(import.meta.dirname, 'serve-folder.ts')
  const child = spawn('bash', ['-c', command, process.execPath, serve, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let told = ''
  for await (const chunk of child.stdout) {
    told += String(chunk)
    if (told.includes('\n')) break
  }
  const address = JSON.parse(told) as Address
  return { child, address, send: storeRequest(address) }
}

const product = (sku: string, size: number) =>
  `<ResultSet><Product><sku>${sku}</sku><description>${'x'.repeat(size)}</description></Product></ResultSet>`

/** Posts products until one is refused, then some small ones; returns the skus that were answered with 200, and the refusal. */
async function fill(send: StoreRequest): Promise<{ stored: string[]; refusal: string }> {
  const stored: string[] = []
  let refusal = ''
  for (let number = 0; refusal === ''; number += 1) {
    const { status, text } = await send('POST', 'Product', product(`L${number}`, 60_000))
    if (status === 200) stored.push(`L${number}`)
    else refusal = `${status} ${/<msg>(.*)<\/msg>/.exec(text)?.[1] ?? ''}`
  }
  for (let number = 0; number < 10; number += 1) {
    const { status } = await send('POST', 'Product', product(`S${number}`, 10))
    if (status === 200) stored.push(`S${number}`)
  }
  return { stored, refusal }
}

test('a store that cannot write says so, and what it answers with 200 afterwards is stored', async () => {
  const { child, send } = await startLimited()

  const { stored, refusal } = await fill(send)
  child.kill('SIGKILL')
  await once(child, 'exit')

  await using later = await startEmulator({ data: folder })
  const found = later.records('Product').map(({ fields }) => fields['sku'] ?? '')
  expect(refusal).toBe('500 The data of the store cannot be written; the request changed nothing')
  expect(stored.length).toBeGreaterThan(5)
  expect(found.toSorted()).toEqual(stored.toSorted())
})

test('a store that cannot note its notifications goes on', async () => {
  const { child, send } = await startLimited()
  await using target = await startTarget()
  await send('POST', 'Webhooks', `<ResultSet><Webhook><name>NewOrder</name><url>${target.url}</url></Webhook></ResultSet>`)
  await send('POST', 'Order', '<ResultSet><Order/></ResultSet>')
  await target.arrived

  await fill(send)
  target.answer()
  const seen = await send('GET', 'Order/')
  child.kill('SIGTERM')

  expect([seen.counts, child.exitCode]).toEqual(['0 1 1', null])
})

test('the bytes of a file that cannot be stored are not kept', async () => {
  const { child, address, send } = await startLimited()
  await fill(send)
  const put = (name: string) =>
    fetch(`${address.filesUrl}/shop/${name}`, { method: 'PUT', body: name, headers: { authorization: basic(address.key) } })

  const refused = await put('a.txt')
  child.kill('SIGKILL')
  await once(child, 'exit')

  expect(refused.status).toBe(500)
  expect(readdirSync(join(folder, 'blobs', 'kept'))).toEqual([])
})

/** A target of notifications that answers when it is told to. */
async function startTarget(): Promise<AsyncDisposable & { readonly url: string; readonly arrived: Promise<void>; answer(): void }> {
  const arrived = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    request.resume()
    arrived.resolve()
    void answer.promise.then(() => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    arrived: arrived.promise,
    answer: () => answer.resolve(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test.each([
  ['ENOSPC', false, '507 The disk of the store is full; the request changed nothing'],
  ['ENOSPC', true, '500 The disk of the store is full; a part of the request was stored'],
  ['EROFS', false, '500 The data of the store cannot be written; the request changed nothing'],
  ['ECONNRESET', true, '500 Internal error; a part of the request was stored'],
])('%s, after a commit: %s', (code, hasCommitted, fault) => {
  const error = Object.assign(new Error(code), { code })

  const { status, message } = faultOfError(error, hasCommitted)

  expect(`${status} ${message}`).toBe(fault)
})
