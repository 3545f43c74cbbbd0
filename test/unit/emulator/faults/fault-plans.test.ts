import { afterAll, afterEach, expect, test } from 'vitest'
import { parseFaultPlans } from '../../../../src/emulator/faults/check-fault-plan.ts'
import { matchesRequest } from '../../../../src/emulator/faults/match-request.ts'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { basic } from '../store-request.ts'

const store = await startEmulator()
afterEach(() => store.faults.clear())
afterAll(() => store.close())

const statuses = async (count: number, path = 'Cat/') => {
  const seen: number[] = []
  for (let n = 0; n < count; n += 1) {
    const answer = await fetch(`${store.url}/API/V3/${path}`, { headers: { authorization: basic(store.key) } })
    await answer.text()
    seen.push(answer.status)
  }
  return seen
}

test.each([
  [{}, true],
  [{ method: 'get' }, true],
  [{ method: 'POST' }, false],
  [{ path: '/API/V3/Product+(Variant+AdvancedPricing)/' }, true],
  [{ path: '/API/*' }, true],
  [{ path: '*Pricing*' }, true],
  [{ path: '/API/V3' }, false],
  [{ path: '/API/V3/Product.(Variant*' }, false],
  [{ resource: 'Product' }, true],
  [{ resource: 'Variants' }, true],
  [{ resource: 'PricingAdvanced' }, true],
  [{ resource: 'Cat' }, false],
  [{ resource: 'Nothing' }, false],
])('%j matches: %s', (match, expected) => {
  const seen = matchesRequest(match, { method: 'GET', target: '/API/V3/Product+(Variant+AdvancedPricing)/?sku=Cat' })

  expect(seen).toBe(expected)
})

test('times and nth count the requests that match, and the first plan that is ready acts', async () => {
  store.faults.add(
    { on: { nth: 2 }, times: 2, do: { kind: 'status', status: 500 } },
    { on: { nth: 3 }, do: { kind: 'status', status: 501 } },
  )

  const seen = await statuses(6)

  expect(seen).toEqual([200, 500, 500, 501, 200, 200])
  expect(store.faults.fired().map(({ plan, kind }) => [plan, kind])).toEqual([
    [0, 'status'],
    [0, 'status'],
    [1, 'status'],
  ])
  store.faults.clear()
  expect([store.faults.fired(), store.faults.plans(), await statuses(1)]).toEqual([[], [], [200]])
})

test('random faults follow from their seed', async () => {
  const plan = { times: 'always', chance: 0.5, do: { kind: 'status', status: 500 } } as const
  const runs: number[][] = []
  for (const seed of [7, 7, 8]) {
    store.faults.add({ ...plan, seed })
    runs.push(await statuses(30))
    store.faults.clear()
  }

  const [one, two, other] = runs

  expect(one).toEqual(two)
  expect(one).not.toEqual(other)
  expect(new Set(one)).toEqual(new Set([200, 500]))
})

test('faults leave the control API alone, and their log holds no key', async () => {
  store.faults.add({ times: 'always', do: { kind: 'status', status: 500 } })

  const health = await fetch(`${store.url}/_emulator/health`)
  await fetch(`${store.url}/API/V3/Cat/?_key=secret-key`)

  expect(health.status).toBe(200)
  expect(store.faults.fired()).toEqual([{ plan: 0, kind: 'status', method: 'GET', path: '/API/V3/Cat/?_key=***' }])
})

test.each([
  ['[', 'The fault plans are not valid JSON.'],
  ['7', 'a plan must be an object'],
  ['{}', '"do" must be an object'],
  ['{"do":{}}', '"do.kind" must be one of status, torn, rsp-fail, reset, cut'],
  ['{"do":{"kind":"toString"}}', '"do.kind" must be one of'],
  ['{"do":{"kind":"status"}}', 'in "do" of kind status, "status" must be a whole number from 200 to 599'],
  ['{"do":{"kind":"delay","ms":-1}}', '"ms" must be a whole number from 0'],
  ['{"do":{"kind":"hang","seconds":1}}', 'in "do" of kind hang, "seconds" is unknown; known: when'],
  ['{"do":{"kind":"lost-answer"},"times":0}', '"times" must be a whole number from 1, or "always"'],
  ['{"do":{"kind":"lost-answer"},"chance":2}', '"chance" must be a number from 0 to 1'],
  ['{"do":{"kind":"lost-answer"},"on":{"nth":0}}', 'in "on", "nth" must be a whole number from 1'],
  ['{"do":{"kind":"lost-answer"},"on":{"verb":"GET"}}', 'in "on", "verb" is unknown'],
  ['{"do":{"kind":"lost-answer"},"when":1}', '"when" is unknown'],
  ['{"do":{"kind":"lost-answer"},"on":{"resource":"Prodct"}}', 'in "on", "resource" must be a resource such as Product'],
  ['{"do":{"kind":"lost-answer"},"on":{"method":"PSOT"}}', 'in "on", "method" must be a method such as POST'],
  ['{"do":{"kind":"lost-answer"},"on":{"path":"/API/V3/Cat/?code=a"}}', 'in "on", "path" must be a path without its query'],
])('%s is refused: %s', (json, why) => {
  expect(() => parseFaultPlans(json)).toThrow(why)
})

test('one plan or a list of them is read from JSON', () => {
  const plan = { on: { method: 'POST', resource: 'Product', nth: 2 }, do: { kind: 'lost-answer' }, times: 1 }

  const seen = [parseFaultPlans(JSON.stringify(plan)), parseFaultPlans(JSON.stringify([plan, plan]))]

  expect(seen).toEqual([[plan], [plan, plan]])
})
