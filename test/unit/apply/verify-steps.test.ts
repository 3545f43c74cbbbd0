import { expect, test } from 'vitest'
import type { Change } from '../../../src/diff/change.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import { outcomes, post, record, startBench, upload, verify } from '../../support/apply-bench.ts'
import { gridOf } from '../../support/sample-plan.ts'
import { resultSet, startScriptedStore } from '../../support/scripted-store.ts'

function entry(breaks: string, price: string, more: Fields = {}): RecordTree {
  const [start = '', end = ''] = breaks.split('-')
  return record('PricingAdvanced', { sku: 'TEE', start, end, price, ...more })
}

test('verify fails on what did not arrive, after three looks with a growing wait', async () => {
  await using bench = await startBench()
  const sent = record('Product', { sku: 'TEE', title: 'Tee', inactive: 'true' })

  const run = await bench.apply(
    [post('Product', [sent]), verify('s1'), post('Product', [record('Product', { sku: 'TEE', inactive: 'false' })], { needs: ['s2'] })],
    {
      onEvent: (event) =>
        void (
          event.type === 'step-ended' &&
          event.step.id === 's1' &&
          bench.emulator.seed([{ ...sent, fields: { ...sent.fields, title: 'Somebody else' } }])
        ),
    },
  )

  expect(run.steps.slice(1)).toEqual([
    { id: 's2', outcome: 'failed', message: 'Verification failed: product.TEE: title is "Somebody else" instead of "Tee".' },
    { id: 's3', outcome: 'blocked', message: 'skipped: product.TEE failed in s2' },
  ])
  expect(bench.slept).toEqual([500, 2_000])
  expect(await bench.rows('Product', 'inactive')).toEqual(['true'])
})

test('verify looks at grids as a whole, at deleted rows and at files', async () => {
  await using bench = await startBench()
  bench.emulator.seed([record('Product', { sku: 'TEE', advanced_pricing: 'true' }), entry('0-9999999', '9', { uid: '1' })])
  const vip = entry('0-9999999', '7', { uid: '2', group_code: 'vip' })
  const grid: Change = gridOf({
    action: 'update',
    sku: 'TEE',
    grid: {
      owner: 'Product',
      ownerBefore: { price: null, on: true },
      way: 'in-place',
      before: [{ uid: '1', group_code: '', currency_code: '', start: '0', end: '9999999', price: '9' }],
      after: [{ uid: '1', group_code: '', currency_code: '', start: '0', end: '9999999', price: '8' }],
      bridgePrice: null,
      onSale: true,
    },
  })

  const extra = await bench.apply(
    [post('PricingAdvanced', [entry('0-9999999', '8', { uid: '1' })], { idempotency: 'by-id' }), verify('s1')],
    { changes: [grid], onEvent: (event) => void (event.type === 'step-ended' && event.step.id === 's1' && bench.emulator.seed([vip])) },
  )
  await using again = await startBench()
  again.emulator.seed([record('ProdCat', { sku: 'TEE', cat_code: 'sale' }), entry('0-9', '1', { uid: '5' })])
  const gone = await again.apply([
    { kind: 'delete-row', idempotency: 'keyed', resource: 'ProdCat', where: { sku: 'TEE', cat_code: 'sale' } },
    { kind: 'delete-prices', idempotency: 'delete', skus: ['TEE'] },
    upload('images/items/new/a.png'),
    verify('s1', 's2', 's3'),
  ])

  expect(extra.steps[1]).toEqual({
    id: 's2',
    outcome: 'failed',
    message: 'Verification failed: grid.TEE for group vip from quantity 0 is in the store and was not written by this plan.',
  })
  expect(outcomes(gone)).toEqual(['s1 done', 's2 done', 's3 done', 's4 done'])
  expect(await again.rows('ProdCat', 'sku')).toEqual([])
  expect(await again.rows('PricingAdvanced', 'sku')).toEqual([])
})

test('a store that shows a write a moment later is looked at again', async () => {
  const emulator = await startEmulator()
  let reads = 0
  await using front = await startScriptedStore((request, response) => {
    const { method, url, authorization, body } = request
    reads += method === 'GET' ? 1 : 0
    if (method === 'GET' && reads === 1) {
      response.writeHead(200).end(resultSet([]))
      return
    }
    const forwarded = fetch(`${emulator.url}${url}`, { method, headers: { authorization }, ...(body === '' ? {} : { body }) })
    void forwarded.then(async (answer) => response.writeHead(answer.status).end(await answer.text()))
  })
  await using bench = await startBench(front, emulator)

  const run = await bench.apply([post('Product', [record('Product', { sku: 'TEE', title: 'Tee' })]), verify('s1')])

  expect(outcomes(run)).toEqual(['s1 done', 's2 done'])
  expect(bench.slept).toEqual([500])
})
