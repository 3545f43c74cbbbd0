import { expect, test } from 'vitest'
import { outcomes, post, record, startBench } from '../../support/apply-bench.ts'
import { gridOf, row } from '../../support/sample-plan.ts'

test.each([405, 414])(
  'a store that answers each DELETE of prices with %i keeps its grid on, with the prices that it had',
  async (status) => {
    await using bench = await startBench()
    const old = record('PricingAdvanced', { sku: 'TEE', start: '0', end: '9999999', price: '9' })
    bench.emulator.seed([record('Product', { sku: 'TEE', price: '9', advanced_pricing: 'true' }, { PricingAdvanced: [old] })])
    bench.emulator.faults.add({ on: { method: 'DELETE' }, do: { kind: 'status', status }, times: 'always' })
    const change = gridOf({
      action: 'update',
      sku: 'TEE',
      grid: {
        owner: 'Product',
        ownerBefore: { price: '9', on: true },
        way: 'bridge',
        before: [row(0, 9_999_999, '9')],
        after: [row(0, 9, '9'), row(10, 9_999_999, '8')],
        bridgePrice: '9',
        onSale: true,
      },
    })

    const run = await bench.apply(
      [
        post('Product', [record('Product', { sku: 'TEE', price: '9', advanced_pricing: 'false' })]),
        { kind: 'delete-prices', idempotency: 'delete', skus: ['TEE'], needs: ['s1'] },
        post('Product', [record('Product', { sku: 'TEE', price: '9', advanced_pricing: 'true' })], { needs: ['s2'] }),
      ],
      { changes: [change] },
    )

    expect(outcomes(run)).toEqual(['s1 done', 's2 failed', 's3 blocked'])
    expect(run.notes).toEqual(['The grid of TEE is on again with its old prices, since the run ended before it was done.'])
    expect(await bench.rows('Product', 'sku', 'price', 'advanced_pricing')).toEqual(['TEE 9 true'])
    expect(await bench.rows('PricingAdvanced', 'sku', 'price')).toEqual(['TEE 9'])
  },
)
