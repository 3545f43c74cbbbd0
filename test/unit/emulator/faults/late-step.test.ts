import { expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { storeRequest } from '../store-request.ts'

const start = new Date('2026-11-20T07:00:00Z')

function group(code: string): string {
  return `<ResultSet><UserGroup><code>${code}</code></UserGroup></ResultSet>`
}

test('a step of the clock lets late writes act on the way, each at its time, without a request', async () => {
  await using store = await startEmulator({ now: () => start, switches: { lateCommit: '30' } })
  const send = storeRequest(store)
  store.clock.freeze()
  store.faults.add({ on: { method: 'POST' }, do: { kind: 'lost-answer' } }, { on: { nth: 2 }, do: { kind: 'status', status: 504 } })
  await send('POST', 'UserGroups', group('a')).catch(() => undefined)
  await store.step(10_000)
  await send('POST', 'UserGroups', group('b'))

  await store.step(25_000)
  const first = store.writes.entries()
  await store.step(25_000)

  expect(first.map(({ at }) => at)).toEqual(['2026-11-20T07:00:30.000Z'])
  expect(store.writes.entries().map(({ at, answer, fault, lateMs }) => [at, answer, fault, lateMs])).toEqual([
    ['2026-11-20T07:00:30.000Z', 'lost', 'lost-answer', 30_000],
    ['2026-11-20T07:00:40.000Z', 504, 'status', 30_000],
  ])
  expect([store.lateWrites(), store.clock.now().toISOString()]).toEqual([0, '2026-11-20T07:01:00.000Z'])
})

test('a snapshot that is loaded has none of the writes that were late in the state before', async () => {
  await using store = await startEmulator({ now: () => start, switches: { lateCommit: '30' } })
  store.snapshots.save('before')
  store.clock.freeze()
  store.faults.add({ on: { method: 'POST' }, do: { kind: 'status', status: 504 } })
  await storeRequest(store)('POST', 'UserGroups', group('a'))
  const late = store.lateWrites()

  store.snapshots.load('before')
  await store.step(60_000)

  expect([late, store.lateWrites(), store.records('UserGroups')]).toEqual([1, 0, []])
})
