import { expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { storeRequest } from '../store-request.ts'

test('the list of deliveries shows neither the password nor the query of an address', async () => {
  await using store = await startEmulator()
  const send = storeRequest(store)
  await send(
    'POST',
    'Webhooks',
    '<ResultSet><Webhook><name>NewOrder</name><url>http://u:SECRET@127.0.0.1:9/y?q=SECRET</url></Webhook></ResultSet>',
  )
  await send('POST', 'Order', '<ResultSet><Order><order_number>1</order_number></Order></ResultSet>')
  await store.webhooks.settled()

  const text = await (await fetch(`${store.url}/_emulator/deliveries`)).text()

  expect(text).toContain('http://***@127.0.0.1:9/y?***')
  expect(text).not.toContain('SECRET')
})
