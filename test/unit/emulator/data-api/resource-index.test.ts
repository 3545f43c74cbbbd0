import { afterAll, expect, test } from 'vitest'
import { SaxesParser } from 'saxes'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { resources } from '../../../../src/resources/registry.ts'
import { storeRequest } from '../store-request.ts'

const store = await startEmulator()
const send = storeRequest(store)
afterAll(() => store.close())

const lineOf = (text: string, name: string): string => text.split('\n').find((line) => line.startsWith(`<resource name="${name}"`)) ?? ''

test('the root lists every resource with its names, key and addresses, as well-formed XML', async () => {
  const { status, text, headers } = await send('GET', '')

  const elements: string[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => void elements.push(name))
  parser.write(text).close()
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(elements).toEqual(['rsp', 'hint', 'hint', 'hint', ...resources.map(() => 'resource')])
  expect(lineOf(text, 'Product')).toBe(
    '<resource name="Product" node="Product" aliases="Products" key="sku" href="/API/V3/Product/" schema="/API/V3/Product.xsd" access="granted">A product of the shop.</resource>',
  )
  expect(text).toContain('<hint>GET /API/V3/Product/ lists records, GET /API/V3/Product/&lt;sku&gt; reads one')
})

test('its addresses exist', async () => {
  const { text } = await send('GET', '')
  const addresses = [...text.matchAll(/(?:href|schema)="\/API\/V3\/([^"]+)"/g)].map(([, path = '']) => path)

  const statuses = await Promise.all(addresses.map(async (path) => (await send('GET', path)).status))

  expect(statuses).toEqual(resources.flatMap(() => [200, 200]))
})

test('a restricted key sees what it may access', async () => {
  const { key } = store.keys.add({ resources: ['Product', 'Cat'], deny: ['Cat'] })

  const { text } = await storeRequest({ url: store.url, key })('GET', '')

  const granted = [...text.matchAll(/<resource name="(\w+)"[^>]* access="granted"/g)].map(([, name]) => name)
  expect(granted).toEqual(['Product'])
  expect(text.match(/access="denied"/g)).toHaveLength(resources.length - 1)
})

test.each([
  ['GET', `${store.url}/API/V3/`, 401],
  ['GET', `${store.url}/API/V3/?_key=${store.key}`, 200],
  ['GET', `${store.url}/API/V3`, 401],
  ['GET', `${store.url}/API/V3?_key=${store.key}`, 200],
  ['HEAD', `${store.url}/API/V3/?_key=${store.key}`, 200],
  ['POST', `${store.url}/API/V3/?_key=${store.key}`, 405],
  ['DELETE', `${store.url}/API/V3/?_key=${store.key}`, 405],
  ['GET', `${store.url}/API/V3/?_key=${store.key}&_search=x`, 406],
  ['GET', `${store.url}/API/V3/?_key=${store.key}&name=x`, 406],
])('%s %s is answered with %i', async (method, address, status) => {
  const answer = await fetch(address, { method })
  await answer.arrayBuffer()

  expect(answer.status).toBe(status)
})
