import { expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { controlRequest } from '../control/control-request.ts'
import { storeRequest } from '../store-request.ts'
import { startReceiver } from '../webhooks/receiver.ts'

test('a stale read does not see the last write, whatever the store noted of its notifications since', async () => {
  await using target = await startReceiver()
  await using store = await startEmulator({ faults: [{ on: { method: 'GET', resource: 'Order' }, do: { kind: 'stale-read' } }] })
  const send = storeRequest(store)
  await send('POST', 'Webhooks', `<ResultSet><Webhook><name>NewOrder</name><url>${target.url}</url></Webhook></ResultSet>`)
  await send('POST', 'Order', '<ResultSet><Order><order_number>7</order_number></Order></ResultSet>')
  await store.webhooks.settled()
  await controlRequest(store.url, { method: 'POST', path: 'deliveries/1/resend' })
  await send('GET', 'Cat/')

  const seen = [await send('GET', 'Order/7'), await send('GET', 'Order/7')]

  expect(target.received.length).toBe(2)
  expect(seen.map(({ status }) => status)).toEqual([404, 200])
})

test('each record of a body that is committed one by one is a write of its own', async () => {
  await using store = await startEmulator({
    switches: { batch: 'continue' },
    faults: [{ on: { method: 'GET' }, do: { kind: 'stale-read' } }],
  })
  const send = storeRequest(store)
  await send('POST', 'Cat', '<ResultSet><Cat><code>a</code></Cat><Cat><code>b</code></Cat></ResultSet>')

  const { records } = await send('GET', 'Cat/?_fields=code')

  expect(records).toEqual(['<Cat><code>a</code></Cat>'])
})

test('a key that a request creates is a write', async () => {
  await using store = await startEmulator({ faults: [{ on: { method: 'GET' }, do: { kind: 'stale-read' } }] })
  const send = storeRequest(store)
  await send('POST', 'ApiAccess', '<ResultSet><ApiAccess><title>ERP</title></ApiAccess></ResultSet>')

  const seen = [await send('GET', 'ApiAccess/'), await send('GET', 'ApiAccess/')]

  expect(seen.map(({ counts }) => counts)).toEqual(['0 1 1', '0 2 2'])
})

test('a stale read sees all writes but the last one, also those of which no read was stale', async () => {
  await using store = await startEmulator({
    faults: [{ on: { method: 'GET', resource: 'Cat' }, do: { kind: 'stale-read' }, times: 'always' }],
  })
  const send = storeRequest(store)
  const post = (code: string) => send('POST', 'Cat', `<ResultSet><Cat><code>${code}</code></Cat></ResultSet>`)
  for (const code of ['a', 'b', 'c']) await post(code)
  const first = await send('GET', 'Cat/?_fields=code')
  await post('d')

  const { records } = await send('GET', 'Cat/?_fields=code')

  expect([first.counts, records.length]).toEqual(['0 2 2', 3])
})
