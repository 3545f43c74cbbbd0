import { expect, test } from 'vitest'
import type { GridDiff } from '../../../src/diff/change.ts'
import type { RunningEmulator } from '../../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { type Bench, outcomes, picture, post, record, startBench, upload } from '../../support/apply-bench.ts'
import { gridOf, row } from '../../support/sample-plan.ts'

const tee = record('Product', { sku: 'TEE', price: '9' })

/** A new grid of two cells; `dealer` is its second group. */
function gridWith(dealer: string): { readonly grid: GridDiff; readonly works: Parameters<Bench['apply']>[0] } {
  const after = [row(0, 9_999_999, '5'), row(0, 9_999_999, { group_code: dealer, price: '4' })]
  const ownerBefore = { price: '9', on: false }
  const entries = after.map(({ group_code, price }) =>
    record('PricingAdvanced', { sku: 'TEE', start: '0', end: '9999999', group_code, price }),
  )
  return {
    grid: { owner: 'Product', ownerBefore, way: 'fresh', before: [], after, bridgePrice: '9', onSale: false },
    works: [post('PricingAdvanced', entries, { idempotency: 'insert' })],
  }
}

/** How the operations of the run are recorded. */
async function recorded({ state }: Bench): Promise<readonly (readonly unknown[])[]> {
  return (await state.operationsOf('run-1')).map(({ outcome, seen, attempts }) => [outcome, seen, attempts])
}

/** After the first write so many reads fail. */
function unreadableAfterWrite(emulator: RunningEmulator, times: number | 'always' = 'always'): void {
  let isDown = false
  emulator.betweenRequests(() => {
    if (isDown || !emulator.requests().some(({ method }) => method === 'POST')) return
    isDown = true
    emulator.faults.add({ on: { method: 'GET' }, do: { kind: 'status', status: 504 }, times })
  })
}

async function startWith(switches: Record<string, string> = {}): Promise<RunningEmulator> {
  const emulator = await startEmulator({ switches })
  emulator.seed([tee])
  return emulator
}

test('an insert whose answer was lost is not sent again while the store cannot be read, and is unknown', async () => {
  const emulator = await startWith()
  const { grid, works } = gridWith('')
  const changes = [gridOf({ action: 'create', sku: 'TEE', grid: { ...grid, after: grid.after.slice(0, 1) } })]
  const insert = works.map((work) => (work.kind === 'post' ? { ...work, records: work.records.slice(0, 1) } : work))
  emulator.faults.add({ on: { method: 'POST' }, do: { kind: 'lost-answer' } })
  unreadableAfterWrite(emulator)
  await using bench = await startBench(undefined, emulator)

  const run = await bench.apply(insert, { changes })
  const before = await recorded(bench)
  emulator.faults.clear()
  const resumed = await bench.apply(insert, { changes })

  expect(outcomes(run)).toEqual(['s1 unknown'])
  expect(run.failures[0]?.message).toContain('It is unknown whether the store applied the request. Run `planogram apply --resume`')
  expect(before).toEqual([['unknown', null, 1]])
  expect(bench.slept).toContain(60_000)
  expect(outcomes(resumed)).toEqual(['s1 satisfied'])
  expect(await bench.rows('PricingAdvanced', 'sku', 'price')).toEqual(['TEE 5'])
})

test('a write that is lost every time is unknown where the store cannot be read', async () => {
  const emulator = await startEmulator()
  emulator.faults.add(
    { on: { method: 'POST' }, do: { kind: 'lost-answer' } },
    { on: { method: 'POST' }, do: { kind: 'status', status: 502 }, times: 'always' },
  )
  unreadableAfterWrite(emulator)
  await using bench = await startBench(undefined, emulator)

  const run = await bench.apply([post('Product', [tee])])

  expect(outcomes(run)).toEqual(['s1 unknown'])
  expect(await recorded(bench)).toEqual([['unknown', null, 4]])
})

test('a body that is not atomic and was refused is not halved while the store cannot be read', async () => {
  const emulator = await startWith({ batch: 'stop' })
  unreadableAfterWrite(emulator)
  await using bench = await startBench(undefined, emulator)
  const works = [
    post('Product', [record('Product', { sku: 'A', weight: '1' }), record('Product', { sku: 'B', weight: 'heavy' })]),
    post('Product', [record('Product', { sku: 'A', title: 'A' })], { needs: ['s1'] }),
  ]

  const run = await bench.apply(works)

  expect(outcomes(run)).toEqual(['s1 unknown', 's2 blocked'])
  expect(await recorded(bench)).toEqual([
    ['unknown', null, 1],
    ['unknown', null, 1],
  ])
})

test.each([
  ['can be read again', 6, ['s1 done'], ['done', 'after', 11]],
  ['cannot be read', 'always', ['s1 unknown'], ['unknown', null, 11]],
] as const)('after a lost answer a refusal is not the last word: the store %s', async (_, times, ended, operation) => {
  const emulator = await startEmulator()
  emulator.faults.add(
    { on: { method: 'POST' }, do: { kind: 'lost-answer' } },
    { on: { method: 'POST' }, do: { kind: 'status', status: 429, retryAfter: 0 }, times: 'always' },
  )
  unreadableAfterWrite(emulator, times)
  await using bench = await startBench(undefined, emulator)

  const run = await bench.apply([post('Product', [tee])])

  expect(outcomes(run)).toEqual(ended)
  expect(await recorded(bench)).toEqual([operation])
})

test('a write that was lost and then refused is done where the store carries out the first request later', async () => {
  const emulator = await startEmulator()
  emulator.faults.add(
    { on: { method: 'POST' }, do: { kind: 'reset', when: 'before' } },
    { on: { method: 'POST' }, do: { kind: 'status', status: 400 }, times: 'always' },
  )
  await using bench = await startBench(undefined, emulator)

  const run = await bench.apply([post('Product', [tee])], {
    onEvent: ({ type }) => {
      if (type === 'waiting') emulator.seed([tee])
    },
  })

  expect(outcomes(run)).toEqual(['s1 done'])
  expect(bench.slept).toEqual([60_000])
})

test('an operation of which the store refused a part has failed in part', async () => {
  const emulator = await startWith({ batch: 'stop', references: 'reject' })
  await using bench = await startBench(undefined, emulator)
  const { grid, works } = gridWith('dealer')

  const run = await bench.apply(works, { changes: [gridOf({ action: 'create', sku: 'TEE', grid })] })

  expect(outcomes(run)).toEqual(['s1 failed'])
  expect(await recorded(bench)).toEqual([['failed', 'part', 1]])
  expect(await bench.rows('PricingAdvanced', 'sku', 'price')).toEqual(['TEE 5'])
})

test('of a grid of which one row is gone since it was read, the rows that the store wrote before are not forgotten', async () => {
  const emulator = await startWith({ batch: 'stop' })
  const cells = [row(0, 9, '5'), row(10, 9_999_999, '4')]
  const entries = cells.map((cell) => record('PricingAdvanced', { sku: 'TEE', ...cell }))
  emulator.seed(entries)
  await using bench = await startBench(undefined, emulator)
  const stored = emulator.records('PricingAdvanced').map(({ fields }) => fields['uid'] ?? '')
  const [before, after] = ['', '1'].map((more) =>
    cells.map((cell, at) => ({ ...cell, uid: stored[at] ?? '', price: `${more}${cell.price}` })),
  )
  const grid = { ...gridWith('').grid, way: 'in-place', before: before ?? [], after: after ?? [] } as const
  const work = post(
    'PricingAdvanced',
    (after ?? []).map((cell) => record('PricingAdvanced', { sku: 'TEE', ...cell })),
  )

  const run = await bench.apply([work], {
    changes: [gridOf({ action: 'update', sku: 'TEE', grid })],
    reserve: () => bench.store.deleteRow('PricingAdvanced', { uid: stored[1] ?? '' }),
  })

  expect(outcomes(run)).toEqual(['s1 failed'])
  expect(await recorded(bench)).toEqual([['failed', 'other', 1]])
  expect(await bench.rows('PricingAdvanced', 'sku', 'price')).toEqual(['TEE 15'])
})

test('an operation of which the store has a part, and that is then lost every time, has failed in part', async () => {
  const emulator = await startWith()
  emulator.seed([record('UserGroups', { code: 'dealer' })])
  emulator.faults.add(
    { on: { method: 'POST' }, do: { kind: 'torn', rows: 1, status: 502 } },
    { on: { method: 'POST' }, do: { kind: 'reset', when: 'before' }, times: 'always' },
  )
  await using bench = await startBench(undefined, emulator)
  const { grid, works } = gridWith('dealer')

  const run = await bench.apply(works, { changes: [gridOf({ action: 'create', sku: 'TEE', grid })] })

  expect(run.failures[0]?.message).toContain('The store did not apply all of the request.')
  expect(await recorded(bench)).toEqual([['failed', 'part', 4]])
  expect(await bench.rows('PricingAdvanced', 'sku', 'price')).toEqual(['TEE 5'])
})

test('an upload whose answer was lost and that is then refused is unknown: the store may have the file', async () => {
  const emulator = await startEmulator()
  emulator.faults.add(
    { on: { method: 'PUT' }, do: { kind: 'lost-answer' } },
    { on: { method: 'PUT' }, do: { kind: 'status', status: 507 }, times: 'always' },
  )
  await using bench = await startBench(undefined, emulator)
  const path = 'images/items/a.png'

  const run = await bench.apply([upload(path)])
  const uploaded = await bench.store.files?.read(path)

  expect(outcomes(run)).toEqual(['s1 unknown'])
  expect(run.failures[0]?.message).toMatch(
    /\(507\).* The answer to an earlier request was lost: it is unknown whether the store applied it\./,
  )
  expect(await recorded(bench)).toEqual([['unknown', null, 2]])
  expect(Buffer.from(uploaded ?? [])).toEqual(Buffer.from(picture))
})
