import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningEmulator } from '../../../../src/emulator/emulator-options.ts'
import type { FaultPlan } from '../../../../src/emulator/faults/fault-plan.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { OperationalError } from '../../../../src/errors.ts'
import { openStore } from '../../../../src/store/open-store.ts'
import type { StoreClient } from '../../../../src/store/store-client.ts'
import { idleMs } from '../../../support/idle-ms.ts'

let emulator: RunningEmulator
let store: StoreClient

const sleep = () => Promise.resolve()

beforeEach(async () => {
  emulator = await startEmulator({ key: 'the-key' })
  const { url, filesUrl, site, key, capabilities } = emulator
  store = openStore({ name: 'test', baseUrl: url, filesUrl, siteName: site, key, capabilities, timeoutMs: 400, sleep })
  emulator.seed([1, 2, 3].map((n) => ({ resource: 'UserGroups', fields: { code: `g${n}`, title: `Group ${n}` }, children: {} }) as const))
})
afterEach(async () => {
  await store.close()
  await emulator.close()
})

const host = () => new URL(emulator.url).host
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof OperationalError)) throw error
      return `${error.code}: ${error.message.replaceAll(host(), 'HOST')}`
    },
  )
const codes = async () => {
  const found: string[] = []
  for await (const { fields } of store.readAll({ resource: 'UserGroups', fields: ['code'], children: [] })) found.push(fields['code'] ?? '')
  return found
}
const addPrice = () =>
  store.post('PricingAdvanced', [
    { resource: 'PricingAdvanced', fields: { sku: 'A', start: '0', end: '9999999', price: '9' }, children: {} },
  ])
const seenBy = (resource: 'UserGroups' | 'PricingAdvanced') => store.count(resource)
const writes = () => emulator.requests({ method: 'POST' }).length

/** What a POST of a price entry comes to under a fault, and how many entries there are then: an entry posted twice would be there twice. */
const posted: readonly (readonly [FaultPlan['do'], string, number])[] = [
  [
    { kind: 'status', status: 500 },
    'store-fault: HOST answered POST PricingAdvanced with a server error (500): Status 500 of the fault plan.',
    0,
  ],
  [{ kind: 'status', status: 503, body: 'html', retryAfter: 9 }, 'store-fault: HOST is busy and refused POST PricingAdvanced (503).', 0],
  [{ kind: 'status', status: 502, body: 'empty' }, 'store-fault: HOST answered POST PricingAdvanced with a server error (502).', 0],
  [
    { kind: 'status', status: 200, body: 'html' },
    'store-answer-broken: HOST answered POST PricingAdvanced with a web page instead of XML.',
    0,
  ],
  [{ kind: 'rsp-fail', code: 400, message: 'no' }, 'store-fault: HOST refused POST PricingAdvanced (400): no.', 0],
  [{ kind: 'reset', when: 'before' }, 'store-unreachable: The connection to HOST was closed before the complete answer arrived.', 0],
  [{ kind: 'reset', when: 'after-headers' }, 'store-unreachable: The connection to HOST was closed before the complete answer arrived.', 1],
  [{ kind: 'lost-answer' }, 'store-unreachable: The connection to HOST was closed before the complete answer arrived.', 1],
  [{ kind: 'hang' }, 'store-unreachable: HOST did not answer within 1 s.', 0],
  [{ kind: 'hang', when: 'after' }, 'store-unreachable: HOST did not answer within 1 s.', 1],
  [{ kind: 'cut', how: 'length' }, 'store-unreachable: The connection to HOST was closed before the complete answer arrived.', 1],
  [{ kind: 'cut', how: 'chunked' }, 'store-unreachable: The connection to HOST was closed before the complete answer arrived.', 1],
  [{ kind: 'drip', bytes: 100, everyMs: 1 }, 'done', 1],
  [{ kind: 'delay', ms: 20 }, 'done', 1],
  [{ kind: 'expire-key' }, 'store-refused-key: HOST refused the key (401): The application key is missing, unknown or expired.', 0],
]

test.each(posted)('a POST under %j is one clear sentence, is sent once, and leaves what it left', async (action, sentence, entries) => {
  emulator.faults.add({ on: { method: 'POST', resource: 'AdvancedPricing' }, do: action })

  const came = await outcome(addPrice())

  expect(came).toBe(sentence)
  expect(came).not.toContain(emulator.key)
  expect(writes()).toBe(1)
  emulator.keys.add({ key: emulator.key })
  expect(await seenBy('PricingAdvanced')).toBe(entries)
  expect(emulator.faults.fired()).toEqual([{ plan: 0, kind: action.kind, method: 'POST', path: '/API/V3/PricingAdvanced' }])
})

/** What a read comes to under a fault that acts once or always. */
const read: readonly (readonly [FaultPlan, string | readonly string[]])[] = [
  [{ do: { kind: 'status', status: 503 } }, ['g1', 'g2', 'g3']],
  [
    { do: { kind: 'status', status: 503 }, times: 'always' },
    'store-fault: HOST answered GET UserGroups with a server error (503): Status 503 of the fault plan. It was tried 6 times.',
  ],
  [{ do: { kind: 'reset', when: 'before' } }, ['g1', 'g2', 'g3']],
  [
    { do: { kind: 'reset', when: 'after-headers' }, times: 'always' },
    'store-unreachable: The connection to HOST was closed before the complete answer arrived. It was tried 6 times.',
  ],
  [{ do: { kind: 'cut', how: 'length', bytes: 500 } }, ['g1', 'g2', 'g3']],
  [
    { do: { kind: 'cut', how: 'chunked' }, times: 'always' },
    'store-unreachable: The connection to HOST was closed before the complete answer arrived. It was tried 6 times.',
  ],
  [
    { do: { kind: 'cut', how: 'clean' }, times: 'always' },
    expect.stringMatching(/^store-answer-broken: The store's answer for UserGroups cannot be used: /),
  ],
  [{ do: { kind: 'cut', how: 'clean', bytes: 0 }, times: 'always' }, expect.stringMatching(/^store-answer-broken: /)],
  [{ do: { kind: 'rsp-fail', code: 500 } }, ['g1', 'g2', 'g3']],
  [{ do: { kind: 'rsp-fail', code: 406 } }, expect.stringContaining('Refused by the fault plan')],
  [{ do: { kind: 'status', status: 200, body: 'html' } }, ['g1', 'g2', 'g3']],
  [{ do: { kind: 'cut', how: 'clean' }, times: 5 }, ['g1', 'g2', 'g3']],
  [{ do: { kind: 'hang' } }, 'store-unreachable: HOST did not answer within 1 s.'],
  [{ do: { kind: 'drip', bytes: 7, everyMs: 0 } }, ['g1', 'g2', 'g3']],
] as const

test.each(read)('a read under %j is whole, or refused with one clear sentence', async (plan, expected) => {
  emulator.faults.add({ ...plan, on: { method: 'GET' } })
  let found: readonly string[] = []

  const came = await outcome(
    codes().then((seen) => {
      found = seen
    }),
  )

  expect(came === 'done' ? found : came).toEqual(expected)
})

test('a stale read sees the store before the last write, and the next one sees it as it is', async () => {
  emulator.faults.add({ on: { method: 'GET' }, do: { kind: 'stale-read' } })
  await addPrice()

  const seen = [await seenBy('PricingAdvanced'), await seenBy('PricingAdvanced')]

  expect(seen).toEqual([0, 1])
})

test('a rate limit counts on the clock of the store, says when to come back, and the client waits for it', async () => {
  emulator.clock.freeze()
  emulator.faults.add({ on: { path: '/API/*' }, do: { kind: 'rate-limit', requests: 2, seconds: 10, status: 429, retryAfter: 3 } })
  const one = await outcome(addPrice())
  const two = await outcome(addPrice())
  const three = await outcome(addPrice())
  emulator.clock.advance(10_000)

  const four = await outcome(addPrice())

  expect([one, two, three, four]).toEqual([
    'done',
    'done',
    'store-fault: HOST is busy and refused POST PricingAdvanced (429): Status 429 of the fault plan.',
    'done',
  ])
  const answer = await fetch(`${emulator.url}/API/V3/Cat/?_key=the-key`).then(() => fetch(`${emulator.url}/API/V3/Cat/?_key=the-key`))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3'])
})

test('pages that shift between two reads: nothing is lost without a word', async () => {
  emulator.seed(
    Array.from(
      { length: 2100 },
      (_, n) => ({ resource: 'UserGroups', fields: { code: `h${String(n).padStart(4, '0')}` }, children: {} }) as const,
    ),
  )
  emulator.faults.add({ on: { method: 'GET', resource: 'UserGroup', nth: 2 }, do: { kind: 'shift-pages', by: 5 } })
  const once = await codes()
  emulator.faults.clear()
  emulator.faults.add({ on: { method: 'GET', resource: 'UserGroups', nth: 2 }, do: { kind: 'shift-pages', by: 5 }, times: 'always' })

  const always = await outcome(codes())

  expect([once.length, new Set(once).size]).toEqual([2103, 2103])
  expect(always === 'done' || always.startsWith('store-incomplete: ')).toBe(true)
})

test('a file upload whose answer is lost is there, whole', async () => {
  emulator.faults.add({ on: { method: 'PUT', path: '/files/shop/images/items/*' }, do: { kind: 'lost-answer' } })

  const came = await outcome(store.files?.write('images/items/a.png', Buffer.from('picture')) ?? Promise.reject(new Error('no files')))

  expect(came).toBe('store-unreachable: The connection to HOST was closed before the complete answer arrived.')
  expect((await store.files?.list('images/items'))?.map(({ path, size }) => [path, size])).toEqual([['images/items/a.png', 7]])
  expect(
    emulator
      .requests()
      .filter(({ fault }) => fault !== undefined)
      .map(({ method, fault }) => [method, fault]),
  ).toEqual([['PUT', 'lost-answer']])
})

test('closing does not wait for what hangs', async () => {
  emulator.faults.add({ do: { kind: 'hang' } })
  const hanging = outcome(codes())
  await expect.poll(() => emulator.requests().length).toBe(1)

  const waited = await idleMs(() => emulator.close())

  expect(waited).toBeLessThan(1500)
  expect(await hanging).toMatch(/^store-unreachable: /)
})
