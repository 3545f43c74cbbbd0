import { expect, test } from 'vitest'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { storeNameInState } from '../../../src/live/store-names.ts'
import { droppingPosts, forwarding, lossyFront, outcomes, post, record, startBench, verify } from '../../support/apply-bench.ts'
import { change, field, freshGrid, gridOf, row } from '../../support/sample-plan.ts'
import { startScriptedStore } from '../../support/scripted-store.ts'

const entry = record('PricingAdvanced', { sku: 'TEE', start: '0', end: '9999999', price: '5' })
const tee = record('Product', { sku: 'TEE', price: '9', inactive: 'true' })
const { grid } = freshGrid
const insert = post('PricingAdvanced', [entry], { idempotency: 'insert' })

test('a body with bad records is halved until they are alone: the others are written, each bad one is named with its place', async () => {
  await using bench = await startBench()
  const skus = Array.from({ length: 12 }, (_, index) => `P${String(index).padStart(2, '0')}`)
  const bad = new Set(['P03', 'P10'])
  const changes = skus.map((sku, index) =>
    change({
      address: `product.${sku}`,
      action: 'create',
      resource: 'Product',
      key: { sku },
      source: { file: 'products.yaml', line: index + 1, column: 3 },
    }),
  )
  const works = [
    post(
      'Product',
      skus.map((sku) => record('Product', { sku, weight: bad.has(sku) ? 'heavy' : '1' })),
      { changes: changes.map(({ address }) => address) },
    ),
    verify('s1'),
    post(
      'Product',
      skus.map((sku) => record('Product', { sku, brand: 'Us' })),
      { needs: ['s2'] },
    ),
  ]

  const run = await bench.apply(works, { changes })

  expect(outcomes(run)).toEqual(['s1 failed', 's2 blocked', 's3 blocked'])
  expect(run.changes).toEqual({ written: 10, present: [] })
  expect(run.failures.map(({ address, source }) => [address, source?.line])).toEqual([
    ['product.P03', 4],
    ['product.P10', 11],
  ])
  expect(run.failures[0]?.message).toContain('heavy')
  expect(await bench.rows('Product', 'sku', 'brand')).toEqual(skus.filter((sku) => !bad.has(sku)).map((sku) => `${sku} Us`))
})

test('a lost answer of an insert that the store shows is done, and never sent again', async () => {
  const emulator = await startEmulator()
  emulator.seed([tee])
  await using front = await lossyFront(emulator, 1)
  await using bench = await startBench(front, emulator)

  const run = await bench.apply([insert, post('Product', [record('Product', { sku: 'TEE', title: 'Tee' })], { needs: ['s1'] })], {
    changes: [freshGrid],
  })

  expect(run.failures).toEqual([])
  expect(outcomes(run)).toEqual(['s1 done', 's2 done'])
  expect(bench.slept).toEqual([])
  expect(await bench.rows('PricingAdvanced', 'sku', 'price')).toEqual(['TEE 5'])
  expect(front.seen.filter(({ method }) => method === 'POST').length).toBe(2)
})

test('a lost insert that the store does not show is sent again only when it cannot take effect any more', async () => {
  const emulator = await startEmulator()
  emulator.seed([tee])
  await using front = await startScriptedStore(droppingPosts(emulator, 1))
  await using bench = await startBench(front, emulator)

  const run = await bench.apply([insert], { changes: [freshGrid] })

  expect(outcomes(run)).toEqual(['s1 done'])
  expect(bench.slept).toEqual([60_000])
  expect(bench.events.flatMap((event) => (event.type === 'waiting' ? [[event.reason, event.seconds]] : []))).toEqual([['settle', 60]])
  expect(bench.events.filter(({ type }) => type === 'request-failed')).toMatchObject([
    { reason: 'lost', failure: { records: 1, first: [{ address: expect.any(String) as string }], next: 'read' } },
  ])
  expect((await bench.state.attemptsOf('run-1')).map(({ answer }) => answer)).toEqual(['lost', 'confirmed'])
  expect(await bench.rows('PricingAdvanced', 'sku', 'price')).toEqual(['TEE 5'])
})

test('a new record of which only a part was written is completed: no price entry is written twice', async () => {
  const emulator = await startEmulator()
  emulator.faults.add({ on: { method: 'POST', resource: 'Product' }, do: { kind: 'torn', rows: 2, status: 502 } })
  await using bench = await startBench(undefined, emulator)
  const entries = ['0 9 5', '10 9999999 4'].map((text) => {
    const [start = '', end = '', price = ''] = text.split(' ')
    return record('PricingAdvanced', { sku: 'TEE', start, end, price })
  })
  const created = change({ address: 'product.TEE', action: 'create', resource: 'Product', key: { sku: 'TEE' } })

  const run = await bench.apply(
    [post('Product', [record('Product', { sku: 'TEE', title: 'Tee' }, { PricingAdvanced: entries })]), verify('s1')],
    {
      changes: [created, gridOf({ action: 'create', sku: 'TEE', grid: { ...grid, after: [row(0, 9, '5'), row(10, 9_999_999, '4')] } })],
    },
  )

  expect(outcomes(run)).toEqual(['s1 done', 's2 done'])
  expect((await bench.state.attemptsOf('run-1')).map(({ answer }) => answer)).toEqual(['lost', 'confirmed'])
  expect(emulator.records('PricingAdvanced').map(({ fields }) => [fields['start'], fields['price']])).toEqual([
    ['0', '5'],
    ['10', '4'],
  ])
})

test('of a body of which a killed run has left a part, the next run sends the rest: no price entry is written twice', async () => {
  await using bench = await startBench()
  const ranges = [row(0, 9, '5'), row(10, 9_999_999, '4')]
  const [first, ...others] = ranges.map(({ start, end, price }) => record('PricingAdvanced', { sku: 'TEE', start, end, price }))
  bench.emulator.seed([{ ...tee, children: { PricingAdvanced: first ? [first] : [] } }])

  const run = await bench.apply([post('PricingAdvanced', first ? [first, ...others] : others, { idempotency: 'insert' })], {
    changes: [gridOf({ action: 'create', sku: 'TEE', grid: { ...grid, after: ranges } })],
  })

  expect(outcomes(run)).toEqual(['s1 done'])
  expect(await bench.rows('PricingAdvanced', 'uid', 'start', 'end', 'price')).toEqual(['1 0 9 5', '2 10 9999999 4'])
})

test('a lost write that nothing overwrites is sent again at once, and the run does not end before the first can take effect', async () => {
  const emulator = await startEmulator()
  await using front = await startScriptedStore(droppingPosts(emulator, 1))
  await using bench = await startBench(front, emulator)

  const journalled = async (): Promise<unknown> => (await bench.state.operationsOf('run-1')).map(({ outcome }) => outcome)
  const meanwhile: Promise<unknown>[] = []

  const run = await bench.apply([post('Product', [record('Product', { sku: 'TEE' })])], {
    onEvent: ({ type }) => void (type === 'waiting' && meanwhile.push(journalled())),
  })

  expect(outcomes(run)).toEqual(['s1 done'])
  expect(bench.slept).toEqual([60_000])
  expect(bench.events.map(({ type }) => type).slice(-2)).toEqual(['waiting', 'run-ended'])
  // A run that dies while it waits goes on with the write as one that has not ended.
  expect([await Promise.all(meanwhile), await journalled()]).toEqual([[[null]], ['done']])
  expect(await bench.rows('Product', 'sku')).toEqual(['TEE'])
})

test('a write that is lost every time fails once it is known that the store has not applied it', async () => {
  const emulator = await startEmulator()
  await using front = await startScriptedStore(droppingPosts(emulator, 99))
  await using bench = await startBench(front, emulator)

  const run = await bench.apply([post('Product', [record('Product', { sku: 'TEE' })])])

  expect(outcomes(run)).toEqual(['s1 failed'])
  expect(run.failures[0]?.message).toContain('The store did not apply the request.')
  expect((await bench.state.attemptsOf('run-1')).length).toBe(4)
})

test('a store that is busy is asked again as it says, also with an insert', async () => {
  const emulator = await startEmulator()
  emulator.seed([tee])
  let busy = 2
  await using front = await startScriptedStore(
    forwarding(emulator, (request, response) => {
      if (request.method !== 'POST' || busy === 0) return false
      busy -= 1
      response.writeHead(429, { 'retry-after': '3' }).end()
      return true
    }),
  )
  await using bench = await startBench(front, emulator)

  const run = await bench.apply([insert], { changes: [freshGrid] })

  expect(outcomes(run)).toEqual(['s1 done'])
  expect(bench.slept).toEqual([3_000, 3_000])
  expect(await bench.rows('PricingAdvanced', 'sku', 'price')).toEqual(['TEE 5'])
})

test('a record that changed since the plan is refused, the others go on; with strict nothing is written', async () => {
  await using bench = await startBench()
  await using other = await startBench()
  for (const { emulator } of [bench, other]) {
    emulator.seed([record('Product', { sku: 'TEE', title: 'Foreign' }), record('Product', { sku: 'MUG', title: 'Mug' })])
  }
  const titles = [
    ['TEE', 'Tee'],
    ['MUG', 'Mug'],
  ] as const
  const changes = titles.map(([sku, title]) =>
    change({
      address: `product.${sku}`,
      action: 'update',
      resource: 'Product',
      key: { sku },
      fields: [field('title', title, `New ${sku}`)],
    }),
  )
  const works = [
    post(
      'Product',
      titles.map(([sku]) => record('Product', { sku, title: `New ${sku}` })),
    ),
  ]

  const run = await bench.apply(works, { changes })
  const strict = other.apply(works, { changes, strict: true })

  expect(run.failures).toEqual([
    {
      address: 'product.TEE',
      outcome: 'failed',
      message: 'Changed in the store since the plan was created: product.TEE: title is "Foreign" instead of "Tee". Create a new plan.',
      source: null,
    },
  ])
  expect(await bench.rows('Product', 'sku', 'title')).toEqual(['MUG New MUG', 'TEE Foreign'])
  await expect(strict).rejects.toMatchObject({ code: 'plan-stale', message: expect.stringMatching(/"Foreign".*Nothing was written\.$/) })
  expect(await other.rows('Product', 'sku', 'title')).toEqual(['MUG Mug', 'TEE Foreign'])
})

test('a plan that is applied already is satisfied: nothing is written', async () => {
  await using bench = await startBench()
  bench.emulator.seed([record('Product', { sku: 'TEE', title: 'Tee' })])
  const changes = [
    change({ address: 'product.TEE', action: 'update', resource: 'Product', key: { sku: 'TEE' }, fields: [field('title', 'Tee', 'New')] }),
  ]
  const works = [post('Product', [record('Product', { sku: 'TEE', title: 'New' })], { changes: ['product.TEE'] }), verify('s1')]

  await bench.apply(works, { changes })
  const { writes } = bench.store.requests()
  const again = await bench.apply(works, { changes, runId: 'run-2' })

  expect([again.outcome, ...outcomes(again)]).toEqual(['done', 's1 satisfied', 's2 done'])
  expect(again.changes).toEqual({ written: 0, present: ['product.TEE'] })
  expect(bench.store.requests().writes).toBe(writes)
})

/** The waits of an apply at 07:00:00 after a run that died with a request under way that it had sent at `at`; the store acts for 60 s. */
async function waitsAfterDeath(at: string, endedBy?: Date): Promise<readonly number[]> {
  await using bench = await startBench()
  const store = storeNameInState(bench.store)
  const later = (seconds: number): string => new Date(Date.parse(at) + seconds * 1000).toISOString()
  const lease = await bench.state.acquireLease({ store, holder: 'dead', at, expiresAt: later(1) })
  await bench.state.startRun({ id: 'dead', store, planHash: 'x', at, plan: new Uint8Array(), fence: lease.fence })
  await bench.state.intend('dead', lease.fence, { number: 1, step: 's1', operations: ['a'], at, settlesAt: later(60) })
  const run = await bench.apply([post('Product', [tee])], { endedBy })
  expect(run.outcome).toBe('done')
  return bench.slept
}

test('an earlier run that died with a request under way: nothing is written before that request can have taken effect', async () => {
  const justNow = await waitsAfterDeath('2026-11-20T06:59:40Z')
  const earlier = await waitsAfterDeath('2026-11-20T06:58:00Z')
  const longAgo = await waitsAfterDeath('2026-11-20T06:57:00Z')

  // It may have died a moment ago: the time in which the store can act begins then, and 90 s after it was sent at the latest.
  expect(justNow).toEqual([60_000])
  expect(earlier).toEqual([30_000])
  expect(longAgo).toEqual([])
})

test('where it is known since when no earlier run is at work, the time of its requests begins then, but not that of later ones', async () => {
  const died = await waitsAfterDeath('2026-11-20T06:59:40Z', new Date('2026-11-20T06:59:45Z'))
  const waited = await waitsAfterDeath('2026-11-20T06:58:00Z', new Date('2026-11-20T06:58:10Z'))
  const later = await waitsAfterDeath('2026-11-20T06:59:40Z', new Date('2026-11-20T06:59:30Z'))
  const beforeSetBack = await waitsAfterDeath('2026-11-20T06:59:40Z', new Date('2026-11-20T08:00:00Z'))

  expect([died, waited, later, beforeSetBack]).toEqual([[45_000], [], [60_000], [60_000]])
})

test('a weight that the store rounds is accepted and reported; the product goes live', async () => {
  const emulator = await startEmulator({ switches: { weights: '2' } })
  await using bench = await startBench(undefined, emulator)
  const works = [
    post('Product', [record('Product', { sku: 'TEE', weight: '0.125', inactive: 'true' })]),
    verify('s1'),
    post('Product', [record('Product', { sku: 'TEE', inactive: 'false' })], { needs: ['s2'] }),
  ]

  const run = await bench.apply(works)

  expect(outcomes(run)).toEqual(['s1 done', 's2 done', 's3 done'])
  expect(run.rewrites).toEqual([{ resource: 'Product', key: { sku: 'TEE' }, field: 'weight', sent: '0.125', stored: '0.13' }])
  expect(await bench.rows('Product', 'sku', 'weight', 'inactive')).toEqual(['TEE 0.13 false'])
})
