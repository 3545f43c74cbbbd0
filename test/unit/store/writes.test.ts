import { expect, test } from 'vitest'
import { formatFault } from '../../../src/wire/fault.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { StoreClient } from '../../../src/store/store-client.ts'
import { startScriptedStore } from '../../support/scripted-store.ts'

function storeAt(baseUrl: string): StoreClient {
  const fieldNames = { VariantOptions: { variant_code: 'variant' } }
  return openStore({ name: 'test', baseUrl, filesUrl: null, siteName: null, key: 'k', fieldNames, sleep: () => Promise.resolve() })
}

const tee = { resource: 'Product', fields: { sku: 'A' }, children: {} } as const

test('a write is one request under the names of the store', async () => {
  await using server = await startScriptedStore((_, response) => void response.writeHead(204).end())
  const store = storeAt(server.url)

  await store.post('VariantOptions', [{ resource: 'VariantOptions', fields: { variant_code: 'A-1', o_value: 's' }, children: {} }])
  await store.deletePrices(['A', 'B & C'])
  await store.deleteRow('Options', { code: 'A/size' })
  await store.deleteRow('VariantOptions', { variant_code: 'A-1', o_group: 'size' })

  expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /API/V3/VariantOptions',
    'DELETE /API/V3/PricingAdvanced?sku=A&sku=B%20%26%20C',
    'DELETE /API/V3/Options/A%2Fsize',
    'DELETE /API/V3/VariantOptions?variant=A-1&o_group=size',
  ])
  expect(server.seen[0]?.body).toContain('<variant>A-1</variant>')
  expect(store.requests()).toEqual({ reads: 0, writes: 4, uploads: 0 })
})

test('success is 2xx without a fault in the body; a web page leaves it open', async () => {
  const bodies = [
    [201, '<ResultSet totalResults="1"/>'],
    [200, '<rsp stat="ok" version="3.0"/>'],
    [200, formatFault(400, 'Product A: price "x" is no number')],
    [200, '<html><body>proxy</body></html>'],
  ] as const
  let answer = 0
  await using server = await startScriptedStore((_, response) => {
    const [status, body] = bodies[answer] ?? [500, '']
    answer += 1
    response.writeHead(status).end(body)
  })
  const store = storeAt(server.url)

  const outcomes = []
  for (const _ of bodies) {
    const outcome = await store.post('Product', [tee]).then(
      () => 'written',
      (error: { message: string; context: unknown }) => [error.message.replace(/127[^ ]+/, 'HOST'), error.context],
    )
    outcomes.push(outcome)
  }

  expect(outcomes).toEqual([
    'written',
    'written',
    ['HOST refused POST Product (400): Product A: price "x" is no number.', { status: 400 }],
    ['HOST answered POST Product with a web page instead of XML.', { answer: 'lost' }],
  ])
})

test('deleting a missing row succeeds, and a delete that could match other rows is never sent', async () => {
  await using server = await startScriptedStore((_, response) => void response.writeHead(404).end(formatFault(404, 'Options x not found')))
  const store = storeAt(server.url)

  await store.deleteRow('Options', { code: 'x' })
  await store.deleteRow('Options', { code: 'wool-50%', sku: 'WOOL 50%', o_group: 'size' })
  const wild = store.deleteRow('ProductAttributes', { sku: 'A', label: '100%' })

  await expect(wild).rejects.toThrow('A ProductAttributes row of "100%" cannot be deleted')
  await expect(Promise.resolve().then(() => store.deletePrices([]))).rejects.toThrow('would delete all of them')
  await expect(store.deleteRow('ProdCat', {})).rejects.toThrow('would delete all rows')
  expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'DELETE /API/V3/Options/x',
    'DELETE /API/V3/Options/wool-50%25',
  ])
})

test('field names are read from the schema of the store, null where it has none', async () => {
  const schema =
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="VariantOptions"><xs:complexType><xs:all><xs:element name="code"/><xs:element name="variant"/></xs:all></xs:complexType></xs:element></xs:schema>'
  await using server = await startScriptedStore((request, response) => {
    if (request.url === '/API/V3/VariantOptions.xsd') response.writeHead(200).end(schema)
    else response.writeHead(404).end()
  })
  const store = storeAt(server.url)

  const shown = await store.schemaFields('VariantOptions')
  const none = await store.schemaFields('Options')

  expect(shown).toEqual(['code', 'variant'])
  expect(none).toBe(null)
})
