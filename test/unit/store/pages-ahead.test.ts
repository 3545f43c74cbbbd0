import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/store/open-store.ts'
import type { StoreClient } from '../../../src/store/store-client.ts'
import type { StoreSettings } from '../../../src/store/store-settings.ts'
import { productElement, resultSet, type ScriptedStore, type SeenRequest, startScriptedStore } from '../../support/scripted-store.ts'

const scope = { resource: 'Product', fields: ['sku'], children: [] } as const
const skus = ['A', 'B', 'C', 'D', 'E', 'F']
/** Of four pages. */
const moreSkus = [...skus, 'G', 'H']
const perPage = 2

function storeAt({ url }: ScriptedStore, more: Partial<StoreSettings> = {}): StoreClient {
  return openStore({ name: 'test', baseUrl: url, filesUrl: null, siteName: null, key: 'k', sleep: () => Promise.resolve(), ...more })
}

function startOf({ url }: SeenRequest): number {
  return Number(new URL(url, 'http://store').searchParams.get('_start'))
}

/** The page of two products that a request asks for. */
function pageFor(request: SeenRequest, all = skus): string {
  const start = startOf(request)
  const records = all.slice(start, start + perPage).map((sku) => productElement(sku))
  return resultSet(records, { start, total: all.length })
}

/** Sends a page up to its last record; the rest is sent by the function that it returns. */
function sendHalf(response: ServerResponse, page: string): () => void {
  const at = page.lastIndexOf('<Product ')
  response.write(page.slice(0, at))
  return () => void response.end(page.slice(at))
}

async function readSkus(store: StoreClient): Promise<readonly string[]> {
  const found: string[] = []
  for await (const { fields } of store.readAll(scope)) found.push(fields['sku'] ?? '')
  return found
}

test('a page is requested while the one before it arrives: a store that waits for that gets it', async () => {
  let finishPrevious: (() => void) | undefined
  await using server = await startScriptedStore((request, response) => {
    finishPrevious?.()
    finishPrevious = sendHalf(response, pageFor(request))
    if (startOf(request) + perPage === skus.length) finishPrevious?.()
  })

  const found = await readSkus(storeAt(server))

  expect(found).toEqual(skus)
  expect(server.seen.map(startOf)).toEqual([0, 2, 4])
})

test('three pages are requested while one arrives: a store that ends the first when it has been asked for the fourth gets them', async () => {
  const ends: (() => void)[] = []
  await using server = await startScriptedStore((request, response) => {
    ends.push(sendHalf(response, pageFor(request, moreSkus)))
    if (server.seen.length === 4) for (const end of ends) end()
  })

  const found = await readSkus(storeAt(server))

  expect(found).toEqual(moreSkus)
  expect(server.seen.map(startOf)).toEqual([0, 2, 4, 6])
})

test('a page with fewer records than the one before: the page that was requested at another place is requested where it begins', async () => {
  const ended = Promise.withResolvers<string>()
  const third = Promise.withResolvers<void>()
  await using server = await startScriptedStore((request, response) => {
    const start = startOf(request)
    const records = skus.slice(start, start === 2 ? 3 : start + perPage).map((sku) => productElement(sku))
    const page = resultSet(records, { start, total: skus.length })
    if (start === 2) void third.promise.then(() => response.end(page))
    else if (start !== 4) response.end(page)
    if (start !== 4) return
    sendHalf(response, page)
    response.on('close', () => ended.resolve(response.writableFinished ? 'whole' : 'by the client'))
    third.resolve()
  })

  const found = await readSkus(storeAt(server))

  expect(found).toEqual(skus)
  expect(await ended.promise).toBe('by the client')
  expect(server.seen.map(startOf).toSorted((a, b) => a - b)).toEqual([0, 2, 3, 4, 5])
})

test.each([1, 2, 3])('with a concurrency of %i no more pages are under way', async (concurrency) => {
  const open = new Set<ServerResponse>()
  let together = 0
  await using server = await startScriptedStore((request, response) => {
    open.add(response)
    together = Math.max(together, open.size)
    const finish = sendHalf(response, pageFor(request, moreSkus))
    setImmediate(() => {
      open.delete(response)
      finish()
    })
  })

  const found = await readSkus(storeAt(server, { concurrency }))

  expect(found).toEqual(moreSkus)
  expect(together).toBeLessThanOrEqual(concurrency)
  expect(server.seen.map(startOf)).toEqual([0, 2, 4, 6])
})

test('a page that was requested early and refused is requested again, without a record twice', async () => {
  let refused = 0
  await using server = await startScriptedStore((request, response) => {
    if (startOf(request) === 2 && refused < 2) {
      refused += 1
      response.writeHead(503).end()
    } else response.end(pageFor(request))
  })

  const found = await readSkus(storeAt(server))

  expect(found).toEqual(skus)
  expect(server.seen.map(startOf).toSorted((a, b) => a - b)).toEqual([0, 2, 2, 2, 4])
})

test('a page that breaks after its header is read again, and the one that was requested early once', async () => {
  let isBroken = false
  await using server = await startScriptedStore((request, response) => {
    if (startOf(request) !== 0 || isBroken) return void response.end(pageFor(request))
    isBroken = true
    const page = pageFor(request)
    response.writeHead(200, { 'content-length': String(Buffer.byteLength(page)) })
    return void response.write(page.slice(0, page.lastIndexOf('<Product ')), () => response.socket?.destroy())
  })

  const found = await readSkus(storeAt(server))

  expect(found).toEqual(skus)
  expect(server.seen.map(startOf).toSorted((a, b) => a - b)).toEqual([0, 0, 2, 4])
})

test('a reader that ends early ends the request of the next page: the store can be closed', async () => {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  await using server = await startScriptedStore((request, response) => {
    if (startOf(request) === 0) return void response.end(pageFor(request))
    // The rest of it never comes.
    sendHalf(response, pageFor(request))
    response.on('close', () => ended.resolve(response.writableFinished ? 'whole' : 'by the client'))
    return begun.resolve()
  })
  const store = storeAt(server)

  for await (const { fields } of store.readAll(scope)) {
    expect(fields['sku']).toBe('A')
    await begun.promise
    break
  }
  await store.close()

  expect(await ended.promise).toBe('by the client')
})
