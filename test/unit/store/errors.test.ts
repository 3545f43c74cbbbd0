import { gzipSync } from 'node:zlib'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { formatFault } from '../../../src/wire/fault.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { StoreClient } from '../../../src/store/store-client.ts'
import type { StoreSettings } from '../../../src/store/store-settings.ts'
import { productElement, resultSet, type SeenRequest, startScriptedStore } from '../../support/scripted-store.ts'
import type { ServerResponse } from 'node:http'

const key = 'k-93hf+secret/Key'
const scope = { resource: 'Product', fields: ['sku', 'title'], children: [] } as const

function storeAt(baseUrl: string, more: Partial<StoreSettings> = {}): StoreClient {
  return openStore({ name: 'test', baseUrl, filesUrl: null, siteName: null, key, sleep: () => Promise.resolve(), ...more })
}

/** A script that always answers this. */
function answer(status: number, body: string): (request: SeenRequest, response: ServerResponse) => void {
  return (_, response) => void response.writeHead(status).end(body)
}

async function failureOf(promise: Promise<unknown>): Promise<OperationalError> {
  const error: unknown = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!(error instanceof OperationalError)) throw new Error(`no operational error but ${String(error)}`)
  return error
}

async function readSkus(store: StoreClient): Promise<string[]> {
  const skus: string[] = []
  for await (const record of store.readAll(scope)) skus.push(record.fields['sku'] ?? '')
  return skus
}

/** Reads all products from a store with this script, and gives the error with the address made neutral. */
async function readingFrom(
  script: (request: SeenRequest, response: ServerResponse) => void,
  more: Partial<StoreSettings> = {},
): Promise<{ code: string; message: string; fix: string | undefined; requests: number }> {
  await using server = await startScriptedStore(script)
  const store = storeAt(server.url, more)
  const error = await failureOf(readSkus(store))
  await store.close()
  return {
    code: error.code,
    message: error.message.replace(new URL(server.url).host, 'HOST'),
    fix: error.fix,
    requests: server.seen.length,
  }
}

test.concurrent('a wrong key is one sentence with what to do, whatever form the store gives it', async () => {
  const plain = await readingFrom(answer(401, formatFault(401, 'Invalid key.')))
  const bare = await readingFrom(answer(401, ''))
  const denied = await readingFrom(answer(403, formatFault(403, 'Product is denied')))
  const hidden = await readingFrom(answer(200, formatFault(401, 'Invalid key')))

  expect(plain).toEqual({
    code: 'store-refused-key',
    message: 'HOST refused the key (401): Invalid key.',
    fix: 'Check the key of this store: `key`, `key_file` or `key_command` in planogram.yaml. Without one of them, run `planogram login` again.',
    requests: 1,
  })
  expect(bare.message).toBe('HOST refused the key (401).')
  expect(denied).toMatchObject({
    code: 'store-refused-key',
    message: 'HOST does not allow GET Product with this key (403): Product is denied.',
  })
  expect(hidden).toMatchObject({ code: 'store-refused-key' })
  expect(hidden.message).toContain('HOST refused the key (401)')
})

test.concurrent('no error shows the key, even when the store repeats it', async () => {
  const echo = `no such key ${key} (${Buffer.from(`${key}:`).toString('base64')}, ${encodeURIComponent(key)})`

  const refused = await readingFrom((_, response) => void response.writeHead(401).end(formatFault(401, echo)))
  const inside = await readingFrom((_, response) => void response.writeHead(200).end(formatFault(400, echo)))

  expect(refused.message).toBe('HOST refused the key (401): no such key (key) ((key), (key)).')
  expect(inside.message).toContain('no such key (key) ((key), (key))')
  expect(JSON.stringify([refused, inside])).not.toContain(key)
})

test.concurrent('a host that does not exist, a closed port and a time-out name the host', async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => {
    closed.listen(0, '127.0.0.1', resolve)
  })
  const { port } = closed.address() as { port: number }
  await new Promise((resolve) => {
    closed.close(resolve)
  })

  const unknownHost = await failureOf(readSkus(storeAt('https://no-such-host.invalid')))
  const closedPort = await failureOf(readSkus(storeAt(`http://127.0.0.1:${port}`)))
  const slow = await readingFrom(() => {}, { timeoutMs: 60 })

  expect(unknownHost).toMatchObject({ code: 'store-unreachable', message: 'Host no-such-host.invalid not found.' })
  expect(closedPort).toMatchObject({
    code: 'store-unreachable',
    message: `Could not connect to 127.0.0.1:${port}: connection refused.`,
    fix: 'Check the address and the port, and that the store is running.',
  })
  expect(slow).toMatchObject({ code: 'store-unreachable', message: 'HOST did not answer within 1 s.' })
})

test.concurrent('a web page, a cut page and wrong counts are refused', async () => {
  const page = '<!DOCTYPE html><html><body>Log in</body></html>'
  const whole = resultSet([productElement('A'), productElement('B')])
  const html = await readingFrom(answer(200, page))
  const htmlError = await readingFrom(answer(502, page))
  const cut = await readingFrom(answer(200, whole.slice(0, -40)))
  const cutGzip = await readingFrom((_, response) => {
    const packed = gzipSync(whole)
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length - 12))
  })
  const miscounted = await readingFrom(answer(200, resultSet([productElement('A')], { total: 2, returned: 2 })))

  expect(html.code).toBe('store-answer-broken')
  expect(htmlError).toMatchObject({
    code: 'store-answer-broken',
    message: 'HOST answered GET Product with a web page instead of XML (502). It was tried 6 times.',
    fix: 'Check base_url: the root address of the store, without /API/V3. The answer can also be from a proxy.',
  })
  expect(cut).toMatchObject({ code: 'store-answer-broken', requests: 6 })
  expect(cutGzip).toMatchObject({ code: 'store-answer-broken', message: 'The answer of HOST is cut off or damaged. It was tried 6 times.' })
  expect(miscounted).toMatchObject({
    code: 'store-answer-broken',
    message: "The store's answer for Product cannot be used: it declares 2 records, but contains 1. It was tried 6 times.",
  })
})

test.concurrent('a fault carries the words of the store, and 404 points at the address', async () => {
  const invalid = await readingFrom(answer(406, formatFault(406, 'Invalid fields specified: titel')))
  const missing = await readingFrom(answer(404, 'nothing here'))
  const broken = await readingFrom(answer(500, ''))

  expect(invalid).toMatchObject({ code: 'store-fault', message: 'HOST refused GET Product (406): Invalid fields specified: titel.' })
  expect(missing).toMatchObject({ code: 'store-fault', message: 'HOST answered GET Product with 404 (not found).' })
  expect(broken).toMatchObject({
    code: 'store-fault',
    message: 'HOST answered GET Product with a server error (500). It was tried 6 times.',
    requests: 6,
  })
})

test.concurrent('a redirect is never followed, because the key would be sent along', async () => {
  await using elsewhere = await startScriptedStore((_, response) => void response.writeHead(200).end(resultSet([])))

  const redirected = await readingFrom(
    (_, response) => void response.writeHead(302, { location: `${elsewhere.url}/API/V3/Product/` }).end(),
  )

  expect(redirected).toMatchObject({ code: 'store-fault', requests: 1, fix: 'Set base_url to the final address.' })
  expect(redirected.message).toContain('Redirects are not followed')
  expect(elsewhere.seen).toEqual([])
})

test.concurrent('a busy store is asked again after its Retry-After; a POST never is', async () => {
  const slept: number[] = []
  const sleep = (milliseconds: number): Promise<void> => {
    slept.push(milliseconds)
    return Promise.resolve()
  }
  let answers = 0
  await using server = await startScriptedStore((request, response) => {
    answers += 1
    if (answers <= 2 || request.method === 'POST') response.writeHead(429, { 'retry-after': '7' }).end()
    else response.writeHead(200).end(resultSet([productElement('A')]))
  })
  const store = storeAt(server.url, { sleep, random: () => 0 })

  const skus = await readSkus(store)
  const refused = await failureOf(store.post('Product', [{ resource: 'Product', fields: { sku: 'A' }, children: {} }]))

  expect(skus).toEqual(['A'])
  expect(slept).toEqual([7125, 7250])
  expect(refused.message).toContain('is busy and refused POST Product (429)')
  expect(refused.fix).toBe('Try again in 7 s, or lower limits.concurrency.')
  expect(server.seen.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'POST'])
  expect(store.requests()).toEqual({ reads: 3, writes: 1, uploads: 0 })
})

function readingBusy(status: number): ReturnType<typeof readingFrom> {
  const page = '<html><h1>Down for maintenance</h1></html>'
  return readingFrom((_, response) => void response.writeHead(status, { 'retry-after': '120' }).end(page))
}

test.concurrent('a page that a proxy sends while the store is busy leads to the pause of its Retry-After, not to the address', async () => {
  const answers = [await readingBusy(429), await readingBusy(503)]

  expect(answers).toEqual(
    [429, 503].map((status) => ({
      code: 'store-fault',
      message: `HOST is busy and refused GET Product (${status}).`,
      fix: 'Try again in 120 s, or lower limits.concurrency.',
      requests: 1,
    })),
  )
})

test.concurrent('a connection that breaks is tried again for a read, and is a lost answer for a write', async () => {
  await using server = await startScriptedStore((_, response) => void response.socket?.destroy())
  const store = storeAt(server.url)

  const read = await failureOf(readSkus(store))
  const reads = server.seen.length
  const write = await failureOf(
    store.post('PricingAdvanced', [{ resource: 'PricingAdvanced', fields: { sku: 'A', price: '1' }, children: {} }]),
  )

  expect(read.message).toContain('was closed before the complete answer arrived. It was tried 6 times.')
  expect(reads).toBe(6)
  expect(write.context).toEqual({ reason: 'reset', answer: 'lost' })
  expect(server.seen.length).toBe(reads + 1)
})

const post = (store: StoreClient): Promise<void> => store.post('Product', [{ resource: 'Product', fields: { sku: 'A' }, children: {} }])

test.concurrent('a write that could not be sent did nothing, and one that timed out may have', async () => {
  const closed = await startScriptedStore(() => undefined)
  await closed[Symbol.asyncDispose]()
  await using silent = await startScriptedStore(() => undefined)

  const unsent = [await failureOf(post(storeAt(closed.url))), await failureOf(post(storeAt('https://no-such-host.invalid')))]
  const slow = await failureOf(post(storeAt(silent.url, { timeoutMs: 60 })))

  expect(unsent.map(({ context }) => context)).toEqual([
    { reason: 'ECONNREFUSED', answer: 'refused' },
    { reason: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/), answer: 'refused' },
  ])
  expect(slow.context).toEqual({ reason: 'timeout', answer: 'lost' })
})

test.concurrent('addresses that would leak the key are refused before anything is sent', () => {
  expect(() => storeAt('http://shop.example')).toThrow(
    'The base_url of store test uses http: the key would be sent unencrypted to shop.example.',
  )
  expect(() => storeAt('https://me:pw@shop.example')).toThrow('The base_url of store test contains a user name.')
  expect(() => storeAt('shop.example')).toThrow('The base_url of store test is not a web address.')
  expect(() => storeAt('https://shop.example', { filesUrl: 'http://files.example', siteName: 'acme' })).toThrow('files.example')
  expect(() => storeAt('http://localhost:81')).not.toThrow()
})

test.concurrent.each(['/API/V3', '/shop/api/v3/'])('an address that ends in %s is refused: every path would have it twice', (path) => {
  expect(() => storeAt(`https://shop.example${path}`)).toThrow(
    'The base_url of store test ends in /API/V3, which is added to it for each request.',
  )
  expect(() => storeAt('https://shop.example/API/V3/shop')).not.toThrow()
})
