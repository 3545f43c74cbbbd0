import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { RunClock } from '../../../src/apply/clock.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { storeNameInState } from '../../../src/live/store-names.ts'
import { outcomes, post, record, startBench, upload } from '../../support/apply-bench.ts'
import { gridOf, row } from '../../support/sample-plan.ts'

test('what waits for its turn when the run is stopped is not sent, and a run that goes on sends it', async () => {
  await using bench = await startBench()
  const tee = post('Product', [record('Product', { sku: 'TEE' })], { needs: ['s1'] })
  const works = [upload('images/items/a.png'), upload('images/items/b.png'), tee]
  const stop = new AbortController()
  let turns = 0
  const reserve = (): Promise<void> | null => {
    turns += 1
    if (turns === 3) stop.abort()
    return turns === 1 ? null : stopped
  }
  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()))

  const run = await bench.apply(works, { stop, reserve })
  const files = await bench.store.files?.list('images/items')
  const attempts = await bench.state.attemptsOf('run-1')
  const rows = await bench.rows('Product', 'sku')
  const resumed = await bench.apply(works)

  expect([run.outcome, outcomes(run), run.failures]).toEqual(['interrupted', ['s1 done'], []])
  expect([files?.map(({ path }) => path), rows]).toEqual([['images/items/a.png'], []])
  expect(attempts.map(({ step, answer }) => [step, answer])).toEqual([['s1', 'confirmed']])
  expect([resumed.outcome, await bench.rows('Product', 'sku')]).toEqual(['done', ['TEE']])
})

/** Waits for turns as on a clock that stands still, from the one with this number on until the stop; those after it end at once. */
function standsUntil(stop: AbortSignal, first: number): { readonly sleep: RunClock['sleep']; readonly stands: Promise<void> } {
  const { promise: stands, resolve: arrive } = Promise.withResolvers<void>()
  let waits = 0
  const sleep: RunClock['sleep'] = (_, signal) => {
    waits += 1
    if (waits < first || stop.aborted) return Promise.resolve()
    arrive()
    return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()))
  }
  return { sleep, stands }
}

test.each([1, 2, 3, 4, 5, 6])(
  'with `requests_per_second`, a stop ends a run at once that waits for turn %s, and it can go on',
  async (first) => {
    const stop = new AbortController()
    const { sleep, stands } = standsUntil(stop.signal, first)
    await using bench = await startBench(undefined, undefined, { requestsPerSecond: 0.001, sleep })
    const works = ['A', 'B', 'C', 'D'].map((sku) => post('Product', [record('Product', { sku })]))

    const ended = bench.apply([...works, upload('images/items/a.png')], { stop })
    await stands
    stop.abort()
    const run = await ended

    const resumed = await bench.apply([...works, upload('images/items/a.png')])

    expect([run.outcome, run.failures]).toEqual(['interrupted', []])
    expect([resumed.outcome, (await bench.rows('Product', 'sku')).length]).toEqual(['done', 4])
  },
)

test('a lost request whose repetition waits for its turn when the run is stopped is unknown', async () => {
  const emulator = await startEmulator()
  emulator.faults.add(
    { on: { method: 'POST' }, do: { kind: 'reset', when: 'before' } },
    { on: { method: 'PUT' }, do: { kind: 'reset', when: 'before' } },
  )
  await using bench = await startBench(undefined, emulator)
  const stop = new AbortController()
  let turns = 0
  const reserve = (): Promise<void> | null => {
    turns += 1
    return turns <= 2 ? null : nextTurn().then(() => stop.abort())
  }

  const run = await bench.apply([post('Product', [record('Product', { sku: 'TEE' })]), upload('images/items/a.png')], { stop, reserve })

  expect([run.outcome, outcomes(run)]).toEqual(['interrupted', []])
  expect(Object.fromEntries(run.failures.map(({ address, outcome }) => [address, outcome]))).toEqual({
    'file.images/items/a.png': 'unknown',
    'product.TEE': 'unknown',
  })
  expect((await bench.state.unsettled(storeNameInState(bench.store))).length).toBe(2)
})

test('a grid that a lane has turned off is on again after a stop, though that has to wait for its turn', async () => {
  await using bench = await startBench()
  const old = record('PricingAdvanced', { sku: 'TEE', start: '0', end: '9999999', price: '9' })
  bench.emulator.seed([record('Product', { sku: 'TEE', price: '9', advanced_pricing: 'true' }, { PricingAdvanced: [old] })])
  const stop = new AbortController()
  const grid = {
    owner: 'Product',
    ownerBefore: { price: '9', on: true },
    way: 'bridge',
    before: [row(0, 9_999_999, '9')],
    after: [row(0, 9_999_999, '5')],
    bridgePrice: '12',
    onSale: true,
  } as const

  const run = await bench.apply(
    [
      post('Product', [record('Product', { sku: 'TEE', price: '12', advanced_pricing: 'false' })]),
      { kind: 'delete-prices', idempotency: 'delete', skus: ['TEE'], needs: ['s1'] },
      post('Product', [record('Product', { sku: 'TEE', price: '9', advanced_pricing: 'true' })], { needs: ['s2'] }),
    ],
    {
      changes: [gridOf({ action: 'update', sku: 'TEE', grid })],
      stop,
      reserve: () => nextTurn(),
      onEvent: (event) => {
        if (event.type === 'step-ended') stop.abort()
      },
    },
  )

  expect([run.outcome, outcomes(run)]).toEqual(['interrupted', ['s1 done']])
  expect(await bench.rows('Product', 'sku', 'price', 'advanced_pricing')).toEqual(['TEE 9 true'])
})
