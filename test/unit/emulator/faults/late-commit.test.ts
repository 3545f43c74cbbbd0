import { expect, test } from 'vitest'
import type { EmulatorOptions, RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import type { FaultAction } from '../../../../src/emulator/faults/fault-plan.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { basic, type StoreRequest, storeRequest } from '../store-request.ts'

const start = new Date('2026-11-20T07:00:00Z')
const group = '<ResultSet><UserGroup><code>a</code></UserGroup></ResultSet>'

async function open(lateCommit: 'no' | '1' | '30', options: EmulatorOptions = {}): Promise<{ store: RunningEmulator; send: StoreRequest }> {
  const store = await startEmulator({ now: () => start, switches: { lateCommit }, ...options })
  return { store, send: storeRequest(store) }
}

/** POSTs a group under a fault; what the client saw: a status, or that the answer was lost. */
async function postUnder({ store, send }: { store: RunningEmulator; send: StoreRequest }, action: FaultAction): Promise<number | string> {
  store.faults.add({ on: { method: 'POST' }, do: action })
  if (action.kind !== 'hang') {
    return send('POST', 'UserGroups', group).then(
      ({ status }) => status,
      () => 'lost',
    )
  }
  const gone = new AbortController()
  const sent = fetch(`${store.url}/API/V3/UserGroups`, {
    method: 'POST',
    headers: { authorization: basic(store.key) },
    body: group,
    signal: gone.signal,
  })
  await expect.poll(() => store.faults.fired().length).toBe(1)
  gone.abort()
  return sent.then(
    ({ status }) => status,
    () => 'lost',
  )
}

const found = async (send: StoreRequest): Promise<string | undefined> => (await send('GET', 'UserGroups/')).counts.split(' ')[1]

const lost: readonly (readonly [FaultAction, number | string])[] = [
  [{ kind: 'lost-answer' }, 'lost'],
  [{ kind: 'reset', when: 'before' }, 'lost'],
  [{ kind: 'hang' }, 'lost'],
  [{ kind: 'hang', when: 'after' }, 'lost'],
  [{ kind: 'status', status: 500 }, 500],
  [{ kind: 'status', status: 502, body: 'html' }, 502],
  [{ kind: 'status', status: 503 }, 503],
  [{ kind: 'status', status: 504, body: 'html' }, 504],
]

test.each(lost)('lateCommit 30: a write under %j acts 30 seconds after the client gave up', async (action, seen) => {
  const opened = await open('30')
  await using store = opened.store

  const answer = await postUnder(opened, action)
  const before = await found(opened.send)
  await expect.poll(() => store.lateWrites()).toBe(1)
  store.clock.advance(29_999)
  const almost = await found(opened.send)
  store.clock.advance(1)
  const after = await found(opened.send)

  expect([answer, before, almost, after]).toEqual([seen, '0', '0', '1'])
  expect([store.lateWrites(), await found(opened.send)]).toEqual([0, '1'])
})

test.each([
  [{ kind: 'lost-answer' } as const, '1'],
  [{ kind: 'status', status: 504 } as const, '0'],
])('by default a write under %j acts at once or never', async (action, expected) => {
  const opened = await open('no')
  await using store = opened.store

  await postUnder(opened, action)
  store.clock.advance(3_600_000)

  expect([await found(opened.send), store.lateWrites()]).toEqual([expected, 0])
})

test.each([
  [{ kind: 'status', status: 429, retryAfter: 1 } as const, 429],
  [{ kind: 'status', status: 503, retryAfter: 1 } as const, 503],
  [{ kind: 'status', status: 400 } as const, 400],
  [{ kind: 'rsp-fail', code: 500 } as const, 200],
])('a refusal is never performed late: %j', async (action, seen) => {
  const opened = await open('30')
  await using store = opened.store

  const answer = await postUnder(opened, action)
  store.clock.advance(60_000)

  expect([answer, await found(opened.send), store.lateWrites()]).toEqual([seen, '0', 0])
})

test('a late write is a write as any other: checked, with its effects, in the order of arrival', async () => {
  const { store: opened, send } = await open('30')
  await using store = opened
  store.faults.add({ on: { method: 'POST' }, do: { kind: 'lost-answer' }, times: 3 })
  const bodies = [
    '<ResultSet><Order><order_number>7</order_number><status>first</status></Order></ResultSet>',
    '<ResultSet><Order><order_number>7</order_number><status>second</status></Order></ResultSet>',
    '<ResultSet><Order><order_number>x</order_number></Order></ResultSet>',
  ]
  for (const body of bodies) await send('POST', 'Order', body).catch(() => undefined)
  await send('PUT', 'Order/7', '<ResultSet><Order><status>own</status></Order></ResultSet>')
  store.clock.advance(30_000)

  const { records } = await send('GET', 'Order/?_fields=order_number,status')

  expect(records).toEqual(['<Order><order_number>7</order_number><status>second</status></Order>'])
})

test('uploads are late, too; reads are not, and reset forgets what is pending', async () => {
  const { store: opened, send } = await open('30')
  await using store = opened
  const headers = { authorization: basic(store.key) }
  const file = `${store.filesUrl}/shop/images/items/a.txt`
  store.faults.add({ do: { kind: 'lost-answer' }, times: 2 })
  await fetch(file, { method: 'PUT', body: 'x', headers }).catch(() => undefined)
  await send('GET', 'UserGroups/').catch(() => undefined)
  const pending = store.lateWrites()
  store.clock.advance(30_000)
  const uploaded = await fetch(file, { headers })

  store.faults.add({ do: { kind: 'lost-answer' } })
  await send('POST', 'UserGroups', group).catch(() => undefined)
  store.reset()
  store.clock.advance(30_000)

  expect([pending, uploaded.status, await uploaded.text()]).toEqual([1, 200, 'x'])
  expect([await found(send), store.lateWrites()]).toEqual(['0', 0])
})

test('on a running clock a late write acts without another request, also where that clock falls behind the timer', async () => {
  let behindMs = 0
  const opened = await open('1', { now: () => new Date(Date.now() - behindMs) })
  await using store = opened.store

  await postUnder(opened, { kind: 'lost-answer' })
  behindMs = 20
  const pending = store.lateWrites()
  await expect.poll(() => store.lateWrites(), { timeout: 5_000 }).toBe(0)

  expect([pending, await found(opened.send)]).toEqual([1, '1'])
})
