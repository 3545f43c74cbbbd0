import { expect, test } from 'vitest'
import type { RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { storeRequest } from '../store-request.ts'

const rowsOf = (store: RunningEmulator) => store.records('Inventory').map(({ fields }) => [fields['sku'], fields['quantity']])

test('a product that a PUT creates gets a stock row like one that a POST creates', async () => {
  await using store = await startEmulator({ switches: { putMissing: 'create', autoInventory: 'yes' } })
  const send = storeRequest(store)

  await send('PUT', 'Product/A', '<ResultSet><Product><title>A</title></Product></ResultSet>')
  const created = rowsOf(store)
  await send('PUT', 'Inventory/A', '<ResultSet><Inventory><quantity>7</quantity></Inventory></ResultSet>')
  await send('PUT', 'Product/A', '<ResultSet><Product><title>again</title></Product></ResultSet>')
  await send('PUT', 'Cat/c', '<ResultSet><Cat><name>C</name></Cat></ResultSet>')

  expect([created, rowsOf(store)]).toEqual([[['A', '0']], [['A', '7']]])
})
