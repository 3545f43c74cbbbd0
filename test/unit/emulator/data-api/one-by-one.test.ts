import { expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { storeRequest } from '../store-request.ts'

const body = `<ResultSet>${['a', 'b', 'c'].map((code) => `<UserGroup><code>${code}</code></UserGroup>`).join('')}</ResultSet>`

test.each(['stop', 'continue'] as const)('batch %s: other requests are answered between two records of a body', async (batch) => {
  await using store = await startEmulator({ switches: { batch } })
  const send = storeRequest(store)
  const seen: string[] = []
  store.betweenRecords(async () => {
    seen.push((await send('GET', 'UserGroups/')).counts)
  })

  const { status } = await send('POST', 'UserGroups', body)

  expect([status, seen, (await send('GET', 'UserGroups/')).counts]).toEqual([200, ['0 1 1', '0 2 2'], '0 3 3'])
})

test('without a hook, too, a request that arrives meanwhile does not wait for the end of the body', async () => {
  await using store = await startEmulator({ switches: { batch: 'continue' } })
  const send = storeRequest(store)
  const many = Array.from({ length: 2000 }, (_, n) => `<UserGroup><code>g${n}</code></UserGroup>`)

  const writing = send('POST', 'UserGroups', `<ResultSet>${many.join('')}</ResultSet>`)
  await expect.poll(() => store.writes.entries().length, { interval: 1 }).toBeGreaterThan(0)
  const meanwhile = Number((await send('GET', 'UserGroups/?_results=1')).counts.split(' ')[1])
  await writing

  expect(meanwhile).toBeGreaterThan(0)
  expect(meanwhile).toBeLessThan(2000)
})

test('each record is a commit of its own in the log of writes; a body that is written together is one', async () => {
  await using apart = await startEmulator({ switches: { batch: 'stop' } })
  await using together = await startEmulator()

  await storeRequest(apart)('POST', 'UserGroups', body)
  await storeRequest(together)('POST', 'UserGroups', body)

  const rowsOf = (store: typeof apart): number[] => store.writes.entries().map(({ changes }) => changes.length)
  expect([rowsOf(apart), rowsOf(together)]).toEqual([[1, 1, 1], [3]])
})
