import { expect, test } from 'vitest'
import type { Run } from '../../../src/apply/events.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { type Bench, forwarding, outcomes, post, record, startBench, type Work } from '../../support/apply-bench.ts'
import { freshGrid, gridOf, row } from '../../support/sample-plan.ts'
import { startScriptedStore } from '../../support/scripted-store.ts'

const bridged = {
  ...freshGrid.grid,
  way: 'bridge',
  ownerBefore: { price: '9', on: true },
  before: [row(0, 9_999_999, '9')],
  bridgePrice: '12',
  onSale: true,
} as const

const cheaper = { ...bridged, after: [row(0, 9_999_999, '8')] } as const

/** Turns a grid off, deletes its entry of 9, inserts one of 8, and turns it on again. */
const replacing: readonly Work[] = [
  post('Product', [record('Product', { sku: 'TEE', price: '12', advanced_pricing: 'false' })]),
  { kind: 'delete-prices', idempotency: 'delete', skus: ['TEE'], needs: ['s1'] },
  post('PricingAdvanced', [record('PricingAdvanced', { sku: 'TEE', start: '0', end: '9999999', price: '8' })], {
    idempotency: 'insert',
    needs: ['s2'],
  }),
  post('Product', [record('Product', { sku: 'TEE', price: '8', advanced_pricing: 'true' })], { needs: ['s3'] }),
]

/** Turns a grid off, fails at the weight of its product, and so never comes to its entries. */
function bridge(bench: Bench, weight: string, stop = new AbortController()): Promise<Run> {
  const old = record('PricingAdvanced', { sku: 'TEE', start: '0', end: '9999999', price: '9' })
  bench.emulator.seed([record('Product', { sku: 'TEE', price: '9', advanced_pricing: 'true' }, { PricingAdvanced: [old] })])
  return bench.apply(
    [
      post('Product', [record('Product', { sku: 'TEE', price: '12', advanced_pricing: 'false' })]),
      post('Product', [record('Product', { sku: 'TEE', weight })], { needs: ['s1'] }),
      { kind: 'delete-prices', idempotency: 'delete', skus: ['TEE'], needs: ['s2'] },
      post('Product', [record('Product', { sku: 'TEE', price: '9', advanced_pricing: 'true' })], { needs: ['s3'] }),
    ],
    { changes: [gridOf({ action: 'update', sku: 'TEE', grid: bridged })], stop },
  )
}

/** A bench whose store takes one write and never answers it; `onTaken` is called then. It never acts either. */
async function silentAt(number: number, onTaken: () => void = () => undefined): Promise<Bench> {
  const emulator = await startEmulator()
  let writes = 0
  const front = await startScriptedStore(
    forwarding(emulator, ({ method }, response) => {
      if (method !== 'POST' || (writes += 1) !== number) return false
      onTaken()
      response.socket?.destroy()
      return true
    }),
  )
  return startBench(front, emulator)
}

test('a grid that a lane has turned off is on again when the lane ends early, with the rows that are whole', async () => {
  await using bench = await startBench()

  const run = await bridge(bench, 'heavy')

  expect(outcomes(run)).toEqual(['s1 done', 's2 failed', 's3 blocked', 's4 blocked'])
  expect(run.notes).toEqual(['The grid of TEE is on again with its old prices, since the run ended before it was done.'])
  expect(await bench.rows('Product', 'sku', 'price', 'advanced_pricing')).toEqual(['TEE 9 true'])
})

test('where the answer to turning it on again is lost, the run says so and waits until the store cannot act any more', async () => {
  await using bench = await silentAt(3)

  const run = await bridge(bench, 'heavy')

  expect(run.notes).toEqual([expect.stringMatching(/^The grid of TEE could not be turned on again: /)])
  expect(bench.slept).toEqual([60_000])
  expect(await bench.rows('Product', 'sku', 'price', 'advanced_pricing')).toEqual(['TEE 12 false'])
})

test('it stays off where the run is stopped while an earlier request may still act', async () => {
  const stop = new AbortController()
  await using bench = await silentAt(2, () => stop.abort())

  const run = await bridge(bench, '2', stop)

  expect(run.outcome).toBe('interrupted')
  expect(run.notes).toEqual([
    'The grid of TEE stays off, since a request whose answer was lost may still change it: the simple price applies. Run `planogram apply --resume`.',
  ])
  expect(await bench.rows('Product', 'sku', 'price', 'advanced_pricing')).toEqual(['TEE 12 false'])
})

test('it stays off where the run has deleted its old price entries and cannot write the new ones', async () => {
  await using bench = await startBench()
  const old = record('PricingAdvanced', { sku: 'TEE', start: '0', end: '9999999', price: '9' })
  bench.emulator.seed([record('Product', { sku: 'TEE', price: '9', advanced_pricing: 'true' }, { PricingAdvanced: [old] })])
  bench.emulator.faults.add({ on: { method: 'POST', resource: 'PricingAdvanced' }, do: { kind: 'status', status: 400 }, times: 'always' })

  const run = await bench.apply(replacing, { changes: [gridOf({ action: 'update', sku: 'TEE', grid: cheaper })] })

  expect(outcomes(run)).toEqual(['s1 done', 's2 done', 's3 failed', 's4 blocked'])
  expect(run.notes).toEqual([
    'The grid of TEE stays off, since its price entries are incomplete: the simple price applies. Run `planogram apply` again.',
  ])
  expect(await bench.rows('Product', 'sku', 'price', 'advanced_pricing')).toEqual(['TEE 12 false'])
})

test('a grid that somebody has turned on with its new price before its new entries are written is refused, and nothing is written', async () => {
  await using bench = await startBench()
  const old = record('PricingAdvanced', { sku: 'TEE', start: '0', end: '9999999', price: '9' })
  bench.emulator.seed([record('Product', { sku: 'TEE', price: '8', advanced_pricing: 'true' }, { PricingAdvanced: [old] })])

  const run = await bench.apply(replacing, { changes: [gridOf({ action: 'update', sku: 'TEE', grid: cheaper })] })

  expect(outcomes(run)).toEqual(['s1 failed', 's2 blocked', 's3 blocked', 's4 blocked'])
  expect(run.failures.map(({ message }) => message).slice(0, 1)).toEqual([
    'Changed in the store since the plan was created: advanced_pricing of TEE is on before its price entries are written. Create a new plan.',
  ])
  expect(bench.store.requests().writes).toBe(0)
})
