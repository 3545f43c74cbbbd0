import { expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { storeRequest } from '../store-request.ts'
import { controlRequest } from './control-request.ts'

test('the list of deliveries and the answer to resend show neither the password nor the query of an address', async () => {
  await using store = await startEmulator()
  const send = storeRequest(store)
  await send(
    'POST',
    'Webhooks',
    '<ResultSet><Webhook><name>NewOrder</name><url>http://u:SECRET@127.0.0.1:9/y?q=SECRET</url></Webhook></ResultSet>',
  )
  await send('POST', 'Order', '<ResultSet><Order><order_number>1</order_number></Order></ResultSet>')
  await store.webhooks.settled()

  const resent = await controlRequest(store.url, { method: 'POST', path: 'deliveries/1/resend' })
  const listed = await controlRequest(store.url, { method: 'GET', path: 'deliveries' })

  const shown = expect.objectContaining({ id: 1, state: 'failed', url: 'http://***@127.0.0.1:9/y?***' })
  expect([resent, listed]).toEqual([
    { status: 200, body: shown },
    { status: 200, body: [shown] },
  ])
  expect(JSON.stringify([resent, listed])).not.toContain('SECRET')
})
