import { expect, test } from 'vitest'
import { outcomes, post, record, startBench } from '../../support/apply-bench.ts'
import { change, field } from '../../support/sample-plan.ts'

const skus = Array.from({ length: 1000 }, (_, number) => `SKU-${number}`)

test('of records that were updated, one that the store has otherwise is named with its place; the others are accepted', async () => {
  await using bench = await startBench()
  const source = { file: 'mugs.yaml', line: 7, column: 3 }
  const changes = ['TEE', 'MUG'].map((sku) => {
    const fields = [field('slug', 'old', sku.toLowerCase())]
    return change({ address: `product.${sku}`, action: 'update', resource: 'Product', key: { sku }, fields, source })
  })
  const based: string[] = []
  bench.emulator.seed(['TEE', 'MUG'].map((sku) => record('Product', { sku, slug: 'old' })))

  const run = await bench.apply(
    [
      post(
        'Product',
        ['TEE', 'MUG'].map((sku) => record('Product', { sku, slug: sku.toLowerCase() })),
      ),
    ],
    {
      changes,
      onEvent: ({ type }) => void (type === 'step-ended' && bench.emulator.seed([record('Product', { sku: 'MUG', slug: 'mug-2' })])),
      baseOf: async ({ address }) => {
        based.push(address)
        return null
      },
    },
  )

  expect([run.outcome, ...outcomes(run)]).toEqual(['partial', 's1 done'])
  expect(based).toEqual(['product.TEE'])
  expect(run.failures).toEqual([
    {
      address: 'product.MUG',
      outcome: 'failed',
      message: 'Verification failed: product.MUG: slug is "mug-2" instead of "mug".',
      source,
    },
  ])
})

test('a value of an update that the store rounds is reported', async () => {
  await using bench = await startBench()
  const changes = [
    change({ address: 'product.TEE', action: 'update', resource: 'Product', key: { sku: 'TEE' }, fields: [field('weight', '1', '0.125')] }),
  ]
  bench.emulator.seed([record('Product', { sku: 'TEE', weight: '1' })])

  const run = await bench.apply([post('Product', [record('Product', { sku: 'TEE', weight: '0.125' })])], {
    changes,
    onEvent: ({ type }) => void (type === 'step-ended' && bench.emulator.seed([record('Product', { sku: 'TEE', weight: '0.13' })])),
  })

  expect([run.outcome, run.rewrites]).toEqual([
    'done',
    [{ resource: 'Product', key: { sku: 'TEE' }, field: 'weight', sent: '0.125', stored: '0.13' }],
  ])
})

test('reading back 1,000 records that were updated in ten requests takes three', async () => {
  await using bench = await startBench()
  const changes = skus.map((sku) =>
    change({ address: `product.${sku}`, action: 'update', resource: 'Product', key: { sku }, fields: [field('title', 'old', 'new')] }),
  )
  bench.emulator.seed(skus.map((sku) => record('Product', { sku, title: 'old' })))
  const bodies = Array.from({ length: 10 }, (_, number) => skus.slice(number * 100, number * 100 + 100))

  const run = await bench.apply(
    bodies.map((some) =>
      post(
        'Product',
        some.map((sku) => record('Product', { sku, title: 'new' })),
      ),
    ),
    { changes },
  )

  const methods = Map.groupBy(bench.emulator.requests(), ({ method }) => method)
  expect([run.outcome, methods.get('POST')?.length, methods.get('GET')?.length]).toEqual(['done', 10, 10 + 3])
})
