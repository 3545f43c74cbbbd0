import { expect, onTestFinished, test } from 'vitest'
import { readCreated } from '../../../src/apply/read-created.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { knownCapabilities } from '../../support/desired-records.ts'
import { resultSet, startScriptedStore } from '../../support/scripted-store.ts'

/** What is found of created roots where the store answers each read with these elements. */
async function found(written: RecordTree, elements: readonly string[]): Promise<ReadonlyMap<string, readonly RecordTree[]>> {
  await using server = await startScriptedStore((_, response) => response.writeHead(200).end(resultSet(elements)))
  const store = openStore({ name: 'scripted', baseUrl: server.url, filesUrl: null, siteName: null, key: 'k' })
  onTestFinished(() => store.close())
  const { resource, fields } = written
  const root = { address: 'root', resource, key: fields['sku'] ?? fields['name'] ?? '' }
  return await readCreated([{ root, record: () => written }], store, knownCapabilities)
}

const product: RecordTree = { resource: 'Product', fields: { sku: 'TEE', title: 'Tee', price: '5' }, children: {} }
const [same, other] = ['5.00', '6'].map((price) => `<Product><sku>TEE</sku><title>Tee</title><price>${price}</price></Product>`)

test.each([
  { store: 'the record as it was written', elements: [same], rows: undefined },
  { store: 'a record with another value', elements: [other], rows: 1 },
  { store: 'no record', elements: [], rows: 0 },
])('of a store that has $store, $rows rows are left to be compared', async ({ elements, rows }) => {
  const seen = await found(
    product,
    elements.map((element) => element ?? ''),
  )

  expect(seen.get('root')?.length).toBe(rows)
})

test.each(['first', 'last'])('all webhooks of an event are left to be compared where the one that was written comes %s', async (place) => {
  const urls = ['https://erp.example/new', 'https://erp.example/old']
  const elements = urls.map((url, id) => `<Webhook><id>${id}</id><name>NewOrder</name><url>${url}</url></Webhook>`)
  const written: RecordTree = { resource: 'Webhooks', fields: { name: 'NewOrder', url: urls[0] ?? '' }, children: {} }

  const seen = await found(written, place === 'first' ? elements : elements.toReversed())

  expect(
    seen
      .get('root')
      ?.map(({ fields }) => fields['url'])
      .toSorted(),
  ).toEqual(urls)
})
