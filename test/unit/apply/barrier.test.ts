import { expect, test } from 'vitest'
import { outcomes, post, record, startBench, upload, verify, type Work } from '../../support/apply-bench.ts'

const barrier = (...needs: string[]): Work => ({ kind: 'barrier', idempotency: 'read', needs })
const hidden = (sku: string): Work => post('Product', [record('Product', { sku, inactive: 'true' })])
const show = (sku: string, ...needs: string[]): Work => post('Product', [record('Product', { sku, inactive: 'false' })], { needs })

test('a barrier whose needs are done lets everything through, and sends nothing', async () => {
  await using bench = await startBench()

  const run = await bench.apply([hidden('A'), verify('s1'), barrier('s1', 's2'), show('A', 's3')])

  expect(outcomes(run)).toEqual(['s1 done', 's2 done', 's3 done', 's4 done'])
  expect(await bench.rows('Product', 'sku', 'inactive')).toEqual(['A false'])
})

test('a failure before a barrier stops everything after it, also of other records, and the messages name it', async () => {
  await using bench = await startBench()
  const works = [
    hidden('GOOD'),
    post('Product', [record('Product', { sku: 'BAD', nosuchfield: '1' })]),
    upload('images/items/a.png'),
    barrier('s1', 's2', 's3'),
    show('GOOD', 's1', 's4'),
    barrier('s4', 's5'),
    show('OTHER', 's6'),
  ]

  const run = await bench.apply(works)

  expect(run.steps.map(({ id, outcome, message }) => [id, outcome, message])).toEqual([
    ['s1', 'done', null],
    ['s2', 'failed', expect.stringContaining('nosuchfield')],
    ['s3', 'done', null],
    ['s4', 'blocked', 'the barrier holds: product.BAD failed in s2'],
    ['s5', 'blocked', 'skipped: the barrier s4 holds, since something before it failed'],
    ['s6', 'blocked', 'skipped: the barrier s4 holds, since something before it failed'],
    ['s7', 'blocked', 'skipped: the barrier s4 holds, since something before it failed'],
  ])
  expect(await bench.rows('Product', 'sku', 'inactive')).toEqual(['GOOD true'])
  expect(run.failures.map(({ address }) => address)).toEqual(['product.BAD'])
})
