import { expect, test } from 'vitest'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { droppingPosts, outcomes, post, record, startBench } from '../../support/apply-bench.ts'
import { freshGrid } from '../../support/sample-plan.ts'
import { startScriptedStore } from '../../support/scripted-store.ts'

const tee = record('Product', { sku: 'TEE', price: '9', inactive: 'true' })
const entry = record('PricingAdvanced', { sku: 'TEE', start: '0', end: '9999999', price: '5' })
const secondMs = 1_000
const yearMs = 365 * 24 * 3_600 * secondMs

/** A lost insert must not be repeated before it cannot take effect; a lost update is repeated at once, and the run waits at its end. */
const lost = [
  { name: 'insert', steps: [post('PricingAdvanced', [entry], { idempotency: 'insert' })], changes: [freshGrid] },
  { name: 'update', steps: [post('Product', [record('Product', { sku: 'TEE', brand: 'Us' })])], changes: [] },
] as const

const corrections = [
  ['forward by 100 seconds', 100 * secondMs],
  ['back by an hour', -3_600 * secondMs],
  ['back by a year, which is longer than a timer can be', -yearMs],
] as const

test.each(corrections.flatMap(([name, milliseconds]) => lost.map((write) => ({ name, milliseconds, write }))))(
  'the time of the machine is set $name after a lost $write.name: the run waits for 60 s, no more and no less',
  async ({ milliseconds, write: { steps, changes } }) => {
    const emulator = await startEmulator()
    emulator.seed([tee])
    await using front = await startScriptedStore(droppingPosts(emulator, 1))
    await using bench = await startBench(front, emulator)

    const run = await bench.apply(steps, {
      changes,
      onEvent: ({ type }) => type === 'request-failed' && bench.clock.set(milliseconds),
    })

    expect(outcomes(run)).toEqual(['s1 done'])
    expect(bench.slept).toEqual([60_000])
    expect(bench.events.flatMap((event) => (event.type === 'waiting' ? [event.seconds] : []))).toEqual([60])
  },
)
