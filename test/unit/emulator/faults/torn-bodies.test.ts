import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Switches } from '../../../../src/emulator/assumptions/switches.ts'
import type { RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import type { FaultAction } from '../../../../src/emulator/faults/fault-plan.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { type StoreRequest, storeRequest } from '../store-request.ts'

let store: RunningEmulator
let send: StoreRequest

beforeEach(async () => {
  await open()
})
afterEach(() => store.close())

async function open(switches: Partial<Switches> = {}): Promise<void> {
  store = await startEmulator({ switches })
  send = storeRequest(store)
}

/** Five rows: a product with two attributes, a product with one. */
const body =
  '<ResultSet>' +
  '<Product><sku>A</sku><ProductAttributes><label>x</label></ProductAttributes><ProductAttributes><label>y</label></ProductAttributes></Product>' +
  '<Product><sku>B</sku><ProductAttributes><label>z</label></ProductAttributes></Product>' +
  '</ResultSet>'

/** POSTs it under a fault: the status or `lost`, then the products and the attributes that there are. */
async function tornAt(rows: number, more: Partial<FaultAction & { kind: 'torn' }> = {}): Promise<readonly unknown[]> {
  store.faults.add({ on: { method: 'POST' }, do: { kind: 'torn', rows, ...more } })
  const answer = await send('POST', 'Product+ProductAttributes', body).then(
    ({ status }) => status,
    () => 'lost',
  )
  const values = async (path: string): Promise<string> => (await send('GET', path)).records.join('').replace(/<[^>]*>/g, '')
  return [answer, await values('Product/?_fields=sku'), await values('ProductAttributes/?_fields=label')]
}

test.each([
  [0, '', ''],
  [1, 'A', ''],
  [2, 'A', 'x'],
  [3, 'A', 'xy'],
  [4, 'AB', 'xy'],
  [5, 'AB', 'xyz'],
  [9, 'AB', 'xyz'],
])('a body torn after %i rows commits them and loses the answer', async (rows, products, attributes) => {
  expect(await tornAt(rows)).toEqual(['lost', products, attributes])
})

test.each([500, 504] as const)('a torn body can be answered with %i', async (status) => {
  expect(await tornAt(2, { status })).toEqual([status, 'A', 'x'])
})

test('a body that is sent again after it was torn is written as a whole', async () => {
  await tornAt(2)

  const { status } = await send('POST', 'Product+ProductAttributes', body)

  expect([status, (await send('GET', 'ProductAttributes/')).counts]).toEqual([200, '0 3 3'])
})

test('an invalid record before the tear refuses the whole body, as always', async () => {
  store.faults.add({ do: { kind: 'torn', rows: 2, status: 500 } })

  const { status } = await send('POST', 'Product', '<ResultSet><Product><sku>A</sku></Product><Product><sku/></Product></ResultSet>')

  expect([status, (await send('GET', 'Product/')).counts]).toEqual([500, '0 0 0'])
})

test('where the store makes the stock row itself, a create torn after the product leaves a stock of 0', async () => {
  await store.close()
  await open({ autoInventory: 'yes' })
  store.faults.add({ on: { method: 'POST' }, do: { kind: 'torn', rows: 1 } })

  const nodes = '<Product><sku>A</sku><Inventory><quantity>7</quantity></Inventory></Product>'
  await send('POST', 'Product+Inventory', `<ResultSet>${nodes}</ResultSet>`).catch(() => undefined)

  expect((await send('GET', 'Inventory/?_fields=sku,quantity')).records).toEqual([
    '<Inventory><sku>A</sku><quantity>0</quantity></Inventory>',
  ])
})

test('the log of writes has the rows that a torn body committed', async () => {
  await tornAt(2, { status: 504 })

  const [write, ...others] = store.writes.entries()

  expect(others).toEqual([])
  expect(write).toEqual({
    number: 1,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    method: 'POST',
    target: '/API/V3/Product+ProductAttributes',
    changes: [
      { resource: 'Product', change: 'created', key: { sku: 'A' } },
      { resource: 'ProductAttributes', change: 'created', key: { sku: 'A', label: 'x' } },
    ],
    answer: 504,
    fault: 'torn',
  })
})
