import { expect, test } from 'vitest'
import { openStore } from '../../../src/store/open-store.ts'
import { startScriptedStore } from '../../support/scripted-store.ts'

test('limits.requests_per_second holds for reads, writes and uploads together', async () => {
  await using server = await startScriptedStore(({ method }, response) => {
    if (method === 'GET') response.writeHead(200).end('<ResultSet startResultIndex="0" totalResults="0" totalResultsReturned="0"/>')
    else response.writeHead(201).end()
  })
  const slept: number[] = []
  const sleep = (milliseconds: number): Promise<void> => {
    slept.push(milliseconds)
    return Promise.resolve()
  }
  const store = openStore({
    name: 'shop',
    baseUrl: server.url,
    filesUrl: server.url,
    siteName: 'shop',
    key: 'key',
    requestsPerSecond: 0.01,
    sleep,
  })

  await store.count('Product')
  await store.post('Product', [{ resource: 'Product', fields: { sku: 'TEE' }, children: {} }])
  await store.files?.write('images/a.png', Buffer.from('a'))

  expect(server.seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'PUT'])
  expect(slept.map((milliseconds) => Math.ceil(milliseconds / 100_000))).toEqual([1, 2])
  await store.close()
})
