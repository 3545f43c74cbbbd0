import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { PageEvent } from '../../../src/store/pages-ahead.ts'
import { readPages } from '../../../src/store/read-pages.ts'
import type { StoreClient } from '../../../src/store/store-client.ts'
import type { StoreSettings } from '../../../src/store/store-settings.ts'
import { valueChunks } from '../../../src/store/value-chunks.ts'
import { productElement, resultSet, startScriptedStore } from '../../support/scripted-store.ts'

function storeAt(baseUrl: string, more: Partial<StoreSettings> = {}): StoreClient {
  return openStore({ name: 'test', baseUrl, filesUrl: null, siteName: null, key: 'k', sleep: () => Promise.resolve(), ...more })
}

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

function product(sku: string): RecordTree {
  return { resource: 'Product', fields: { sku }, children: {} }
}

/** A page of these rows out of `total`. */
async function* page(rows: readonly RecordTree[], total: number): AsyncGenerator<readonly PageEvent[]> {
  yield [{ type: 'header', total, returned: rows.length }]
  for (const record of rows) yield [{ type: 'record', record }]
}

test('a scope becomes one request: joined resources, only the managed fields, names of the store, gzip', async () => {
  const row =
    '<Product><sku>A</sku><titel>Tee</titel><Variant><code>A-1</code><PricingAdvanced><uid>5</uid><price>1.50</price></PricingAdvanced></Variant></Product>'
  await using server = await startScriptedStore((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(resultSet([row])))
  })
  const store = storeAt(`${server.url}/shop/`, { fieldNames: { Product: { title: 'titel' } } })
  const scope = {
    resource: 'Product',
    fields: ['sku', 'title'],
    children: [
      { resource: 'PricingAdvanced', fields: ['uid', 'price'], children: [] },
      { resource: 'Variants', fields: ['code'], children: [{ resource: 'PricingAdvanced', fields: ['uid'], children: [] }] },
    ],
  } as const

  const records = await listOf(store.readAll(scope))

  expect(server.seen.map(({ method, url }) => `${method} ${decodeURIComponent(url)}`)).toEqual([
    'GET /shop/API/V3/Product+PricingAdvanced+(Variants+PricingAdvanced)/?_results=2000&_start=0&_fields=sku,titel|PricingAdvanced:uid,price|Variants:code',
  ])
  expect(server.seen[0]?.authorization).toBe(`Basic ${Buffer.from('k:').toString('base64')}`)
  expect(records).toEqual([
    {
      resource: 'Product',
      fields: { sku: 'A', title: 'Tee' },
      children: {
        PricingAdvanced: [],
        Variants: [
          {
            resource: 'Variants',
            fields: { code: 'A-1' },
            children: { PricingAdvanced: [{ resource: 'PricingAdvanced', fields: { uid: '5', price: '1.50' }, children: {} }] },
          },
        ],
      },
    },
  ])
})

test('pages that overlap are read again, and each record is yielded once', async () => {
  const all = ['A', 'B', 'C', 'D'].map(product)
  const starts: number[] = []
  // The first pass shows B twice and never D; the second is sound.
  const passes = [
    [all.slice(0, 2), [all[1], all[2]]],
    [all.slice(0, 2), all.slice(2)],
  ] as RecordTree[][][]
  const read = (start: number): AsyncIterable<readonly PageEvent[]> => {
    starts.push(start)
    return page(passes[starts.length <= 2 ? 0 : 1]?.[start / 2] ?? [], 4)
  }

  const records = await listOf(readPages(read, 'Product records'))

  expect(records).toEqual(all)
  expect(starts).toEqual([0, 2, 0, 2])
})

test('fewer records than the store counts is an error that names both numbers', async () => {
  const reading = listOf(readPages((start) => page(start === 0 ? [product('A'), product('B')] : [], 3), 'Product records at shop.example'))

  await expect(reading).rejects.toMatchObject({
    code: 'store-incomplete',
    message: 'The store reports 3 Product records at shop.example, but two full reads returned 2 different ones.',
  })
})

test('a total that moves between two pages is never taken for complete', async () => {
  let requests = 0
  const read = (start: number): AsyncIterable<readonly PageEvent[]> => {
    requests += 1
    return start === 0 ? page([product('A')], requests === 1 ? 3 : 2) : page([product('B')], 2)
  }

  const records = await listOf(readPages(read, 'Product records'))

  expect(records.map(({ fields }) => fields['sku'])).toEqual(['A', 'B'])
  expect(requests).toBe(4)
})

test('law: whatever the store shuffles between pages, a read is complete or refused', async () => {
  const skus = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 })
  const outcomes: string[] = []

  await fc.assert(
    fc.asyncProperty(skus, fc.integer({ min: 1, max: 5 }), fc.infiniteStream(fc.nat()), async (all, size, dice) => {
      const shuffled = (): string[] => all.toSorted(() => (dice.next().value % 2 === 0 ? 1 : -1))
      const read = (start: number): AsyncIterable<readonly PageEvent[]> =>
        page(
          shuffled()
            .slice(start, start + size)
            .map(product),
          all.length,
        )

      const seen = await listOf(readPages(read, 'Product records')).then(
        (records) => records.map(({ fields }) => fields['sku'] ?? ''),
        (error: { code: string }) => error.code,
      )

      if (typeof seen === 'string') outcomes.push(seen)
      else outcomes.push(seen.length === all.length && new Set(seen).size === all.length ? 'complete' : 'wrong')
    }),
    { numRuns: 60 },
  )

  expect(new Set(outcomes)).toEqual(new Set(['complete', 'store-incomplete']))
})

test('a connection that breaks inside a page is read once more, without a record twice', async () => {
  let answers = 0
  await using server = await startScriptedStore((_, response) => {
    answers += 1
    const whole = resultSet([productElement('A'), productElement('B')])
    if (answers > 1) {
      response.writeHead(200).end(whole)
      return
    }
    response.writeHead(200, { 'content-length': String(Buffer.byteLength(whole)) })
    response.write(whole.slice(0, whole.indexOf('<sku>B')), () => response.socket?.destroy())
  })

  const records = await listOf(storeAt(server.url).readAll({ resource: 'Product', fields: ['sku'], children: [] }))

  expect(records.map(({ fields }) => fields['sku'])).toEqual(['A', 'B'])
  expect(answers).toBe(2)
})

test('rows by value: chunks of URLs, and only exact matches of a store that ignores case and reads wildcards', async () => {
  await using server = await startScriptedStore((request, response) => {
    const asked = new URL(request.url, 'http://store').searchParams.getAll('sku')
    const rows = asked.flatMap((sku) => [productElement(sku), productElement(sku.toLowerCase())])
    response.writeHead(200).end(resultSet(rows))
  })
  const values = Array.from({ length: 1_000 }, (_, index) => `SKU-${String(index).padStart(8, '0')}`)

  const records = await listOf(
    storeAt(server.url).readWhere({ resource: 'Product', fields: ['sku', 'title'], children: [] }, 'sku', values),
  )

  expect(records.map(({ fields }) => fields['sku'])).toEqual(values)
  expect(server.seen.length).toBe(3)
  expect(Math.max(...server.seen.map(({ url }) => url.length))).toBeLessThanOrEqual(6_000)
})

test('rows by CJK value with many fields: the whole target counts, in bytes as they are sent', async () => {
  await using server = await startScriptedStore((request, response) => {
    const asked = new URL(request.url, 'http://store').searchParams.getAll('sku')
    response.writeHead(200).end(resultSet(asked.map((sku) => productElement(sku))))
  })
  const values = Array.from({ length: 100 }, (_, index) => `長袖純棉襯衫-${index}`)
  const fields = ['sku', ...Array.from({ length: 80 }, (_, index) => `custom_field_of_the_store_${index}`)]

  const records = await listOf(storeAt(server.url).readWhere({ resource: 'Product', fields, children: [] }, 'sku', values))

  expect(records.map((row) => row.fields['sku'])).toEqual(values)
  expect(server.seen.length).toBe(2)
  expect(Math.max(...server.seen.map(({ url }) => Buffer.byteLength(url)))).toBeLessThanOrEqual(6_000)
})

test('law: chunks contain every value once, in order, and give no long URL', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 40 }), { maxLength: 600 }), (values) => {
      const chunks = valueChunks('sku', values, 6_000)

      expect(chunks.flat()).toEqual([...new Set(values)])
      for (const chunk of chunks) {
        const length = chunk.reduce((sum, value) => sum + 'sku'.length + 2 + encodeURIComponent(value).length, 0)
        expect(length).toBeLessThanOrEqual(6_000)
      }
    }),
    { numRuns: 50 },
  )
})

test('counting asks for a single row', async () => {
  await using server = await startScriptedStore((_, response) => {
    response.writeHead(200).end(resultSet(['<ProdCat><sku>A</sku><cat_code>x</cat_code></ProdCat>'], { total: 4711 }))
  })

  const total = await storeAt(server.url).count('ProdCat')

  expect(total).toBe(4711)
  expect(server.seen.map(({ url }) => url)).toEqual(['/API/V3/ProdCat/?_results=1&_fields=sku,cat_code'])
})

test('requests keep to the rate that is asked for', async () => {
  const slept: number[] = []
  await using server = await startScriptedStore((_, response) => void response.writeHead(200).end(resultSet([])))
  const store = storeAt(server.url, {
    requestsPerSecond: 2,
    sleep: (milliseconds) => {
      slept.push(milliseconds)
      return Promise.resolve()
    },
  })

  await Promise.all(['Cat', 'Options', 'Product'].map((name) => store.count(name as 'Cat')))

  expect(slept.map((milliseconds) => Math.ceil(milliseconds / 500))).toEqual([1, 2])
})

test('a proxy is used when one is given, and named when it refuses', async () => {
  await using server = await startScriptedStore((_, response) => void response.writeHead(200).end(resultSet([productElement('A')])))
  const asked: string[] = []
  const proxy = createServer()
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    if (asked.length > 1) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const upstream = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket)
      socket.pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  const address = proxy.address() as AddressInfo
  const stores = [1, 2].map(() => storeAt(server.url, { proxy: `http://127.0.0.1:${address.port}` }))

  const total = await stores[0]?.count('Product')
  const refused = await stores[1]?.count('Product').catch((error: Error) => error.message)
  await Promise.all(stores.map((store) => store.close()))
  proxy.closeAllConnections()
  proxy.close()

  const { host } = new URL(server.url)
  expect(total).toBe(1)
  expect(refused).toBe(`The proxy refused the connection to ${host}.`)
  expect(asked).toEqual([host, host])
})
