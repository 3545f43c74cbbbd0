import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import type { FaultAction } from '../../../../src/emulator/faults/fault-plan.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { basic, type StoreRequest, storeRequest } from '../store-request.ts'

let store: RunningEmulator
let send: StoreRequest

beforeEach(async () => {
  store = await startEmulator()
  send = storeRequest(store)
})
afterEach(() => store.close())

const group = '<ResultSet><UserGroup><code>a</code></UserGroup></ResultSet>'

type StatusFault = FaultAction & { kind: 'status' }

/** The bodies that an answer can have in place of the platform's. */
const bodies: readonly (readonly [StatusFault['body'], string, RegExp])[] = [
  ['empty', 'application/xml', /^$/],
  ['text', 'text/plain', /^Status 200/],
  ['json', 'application/json', /^\{"status":200\}\n$/],
  ['html', 'text/html', /^<!doctype html>/],
  ['rsp', 'application/xml', /<rsp stat="fail"/],
]
const cases = bodies.flatMap(([body, type, text]) => (['before', 'after'] as const).map((when) => ({ body, when, type, text })))

test.each(cases)('a POST answered 200 with $body, $when it is performed', async ({ body, when, type, text }) => {
  store.faults.add({ on: { method: 'POST' }, do: { kind: 'status', status: 200, when, ...(body ? { body } : {}) } })

  const seen = await send('POST', 'UserGroups', group)

  expect([seen.status, seen.headers.get('content-type'), seen.text]).toEqual([200, `${type}; charset=utf-8`, expect.stringMatching(text)])
  expect((await send('GET', 'UserGroups/')).counts).toBe(when === 'after' ? '0 1 1' : '0 0 0')
})

test.each(cases)('a PUT of a file answered 200 with $body, $when it is stored', async ({ body, when }) => {
  const file = `${store.filesUrl}/shop/images/items/a.png`
  const headers = { authorization: basic(store.key) }
  store.faults.add({ on: { method: 'PUT' }, do: { kind: 'status', status: 200, when, ...(body ? { body } : {}) } })

  const answer = await fetch(file, { method: 'PUT', headers, body: 'picture' })

  expect([answer.status, (await answer.text()).includes('picture')]).toEqual([200, false])
  const kept = await fetch(file, { headers })
  expect([kept.status, (await kept.text()) === 'picture']).toEqual(when === 'after' ? [200, true] : [404, false])
})

test.each([500, 502, 503, 504])('a write can be answered %i after it was committed, also where lost writes act late', async (status) => {
  await store.close()
  store = await startEmulator({ switches: { lateCommit: '30' } })
  send = storeRequest(store)
  store.faults.add({ on: { method: 'POST' }, do: { kind: 'status', status, when: 'after' } })

  const seen = await send('POST', 'UserGroups', group)

  expect([seen.status, (await send('GET', 'UserGroups/')).counts, store.lateWrites()]).toEqual([status, '0 1 1', 0])
})
