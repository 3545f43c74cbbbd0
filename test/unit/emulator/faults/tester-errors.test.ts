import { expect, test } from 'vitest'
import type { RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { storeRequest } from '../store-request.ts'

const mistake = new Error('a mistake of the test')
const body = '<ResultSet><UserGroup><code>a</code></UserGroup><UserGroup><code>b</code></UserGroup></ResultSet>'

function fail(): never {
  throw mistake
}

test.each<readonly [string, (store: RunningEmulator) => unknown]>([
  ['betweenRequests', (store) => store.betweenRequests(fail)],
  ['betweenRequests, later', (store) => store.betweenRequests(async () => Promise.resolve().then(fail))],
  ['betweenRecords', (store) => store.betweenRecords(fail)],
  ['writes.onWrite', (store) => store.writes.onWrite(fail)],
])('what a function of %s throws changes no answer, and close throws it once', async (_, set) => {
  const store = await startEmulator({ switches: { batch: 'continue' } })
  set(store)

  const { status } = await storeRequest(store)('POST', 'UserGroups', body)
  const stored = store.records('UserGroups').map(({ fields }) => fields['code'])
  const closed = await store.close().catch((error: unknown) => error)
  const again = await store.close()

  expect([status, stored]).toEqual([200, ['a', 'b']])
  expect(closed).toBe(mistake)
  expect(again).toBe(undefined)
})
