import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { resultSet, scriptedClient, startScriptedStore } from '../../support/scripted-store.ts'

const text = resultSet([], { total: 7 })

/** The number of products in a store that compresses its answers, or the error of the client. */
async function countedIn(coding: string, bytes: Uint8Array, onRequest: () => void = () => undefined): Promise<unknown> {
  await using server = await startScriptedStore((_, response) => {
    onRequest()
    response.writeHead(200, { 'content-encoding': coding }).end(bytes)
  })
  const store = scriptedClient(server)
  const counted: unknown = await store.count('Product').catch((error: unknown) => error)
  await store.close()
  return counted
}

test.each(['gzip', 'GZIP', 'x-gzip'])('an answer with the coding %s is decompressed', async (coding) => {
  expect(await countedIn(coding, gzipSync(text))).toBe(7)
})

test('an answer with the coding identity is not', async () => {
  expect(await countedIn('Identity', Buffer.from(text))).toBe(7)
})

test.each<[coding: string, bytes: Uint8Array]>([
  ['br', brotliCompressSync(text)],
  ['deflate', deflateSync(text)],
])('an answer with the coding %s, which was not accepted, is refused with its name at once', async (coding, bytes) => {
  let requests = 0

  const error = await countedIn(coding, bytes, () => (requests += 1))

  expect(requests).toBe(1)
  expect(error).toMatchObject({
    code: 'store-answer-broken',
    message: expect.stringContaining(`sent an answer that is compressed with ${coding}, not with gzip.`) as string,
    fix: 'Only gzip was accepted. Check the proxies between this machine and the store.',
    context: { answer: 'lost' },
  })
})
