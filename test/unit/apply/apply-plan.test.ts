import { expect, test } from 'vitest'
import { storeNameInState } from '../../../src/live/store-names.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { lossyFront, outcomes, picture, post, record, sha256, startBench, upload, verify } from '../../support/apply-bench.ts'

test('steps are sent, journalled before and after, and told to who watches', async () => {
  await using bench = await startBench()
  const works = [
    upload('images/items/a.png'),
    post(
      'Product+Inventory',
      [
        record(
          'Product',
          { sku: 'TEE', title: 'Tee', inactive: 'true' },
          { Inventory: [record('Inventory', { sku: 'TEE', quantity: '5' })] },
        ),
      ],
      { needs: ['s1'] },
    ),
    verify('s1', 's2'),
    post('Product', [record('Product', { sku: 'TEE', inactive: 'false' })], { needs: ['s3'] }),
  ]

  const run = await bench.apply(works)

  expect(run).toMatchObject({ id: 'run-1', outcome: 'done' })
  expect(outcomes(run)).toEqual(['s1 done', 's2 done', 's3 done', 's4 done'])
  expect(await bench.rows('Product', 'sku', 'title', 'inactive')).toEqual(['TEE Tee false'])
  expect(await bench.rows('Inventory', 'sku', 'quantity')).toEqual(['TEE 5'])
  expect(bench.events.map((event) => ('step' in event ? `${event.type} ${event.step.id}` : event.type))).toEqual([
    'run-started',
    ...['s1', 's2', 's3', 's4'].flatMap((id) => [`step-started ${id}`, `step-ended ${id}`]),
    'run-ended',
  ])
  expect(bench.events[0]).toMatchObject({ stages: [{ stage: 'products', steps: 4, items: 4 }] })
  expect((await bench.state.operationsOf('run-1')).map(({ id, outcome, attempts }) => [id, outcome, attempts])).toEqual(
    ['s1', 's2', 's3', 's4'].map((id) => [id, 'done', 1]),
  )
  expect((await bench.state.attemptsOf('run-1')).map(({ answer }) => answer)).toEqual(['s1', 's2', 's3', 's4'].map(() => 'confirmed'))
  expect(await bench.state.leaseOf(storeNameInState(bench.store))).toBe(null)
  expect(await bench.state.runs()).toMatchObject([{ id: 'run-1', outcome: 'done' }])
})

test('an uploaded file is remembered with the size and time that the store lists', async () => {
  await using bench = await startBench()

  await bench.apply([upload('images/items/a.png'), upload('images/thumb/a.png')])

  const remembered = await bench.state.rememberedFiles(storeNameInState(bench.store))
  const listed = await bench.store.files?.list('images/items')
  expect([...remembered.keys()].toSorted()).toEqual(['images/items/a.png', 'images/thumb/a.png'])
  expect(remembered.get('images/items/a.png')).toEqual({
    path: 'images/items/a.png',
    sha256,
    size: picture.length,
    modified: listed?.[0]?.modified,
  })
})

test('a picture that changed since the plan is not uploaded, and only what needs it is blocked', async () => {
  await using bench = await startBench()

  const run = await bench.apply(
    [
      upload('images/items/a.png'),
      post('Product', [record('Product', { sku: 'TEE' })], { needs: ['s1'] }),
      post('Product', [record('Product', { sku: 'MUG' })]),
    ],
    { bytes: new TextEncoder().encode('other bytes       ') },
  )

  expect(run.outcome).toBe('partial')
  expect(run.steps.map(({ outcome, message }) => [outcome, message])).toEqual([
    ['failed', 'images/a.png has changed since the plan was created; it was not uploaded. Create a new plan.'],
    ['blocked', 'skipped: s1 failed'],
    ['done', null],
  ])
  expect(await bench.store.files?.list('images/items')).toEqual([])
  expect((await bench.state.operationsOf('run-1')).map(({ id, outcome, attempts }) => [id, outcome, attempts])).toContainEqual([
    's2',
    'blocked',
    0,
  ])
})

test('a refusal of the store fails its step with the words of the store', async () => {
  await using bench = await startBench()

  const run = await bench.apply([
    post('Product', [record('Product', { sku: 'TEE', weight: 'heavy' })]),
    post('Product', [record('Product', { sku: 'MUG' })]),
  ])

  expect(outcomes(run)).toEqual(['s1 failed', 's2 done'])
  expect(run.steps[0]?.message).toContain('refused POST Product (400): ')
  expect(run.steps[0]?.message).toContain('heavy')
})

test('a stop lets what runs finish and starts nothing more', async () => {
  await using bench = await startBench()
  const stop = new AbortController()

  const run = await bench.apply(
    [post('Product', [record('Product', { sku: 'TEE' })]), post('Product', [record('Product', { sku: 'MUG' })], { needs: ['s1'] })],
    { stop, onEvent: (event) => event.type === 'step-started' && stop.abort() },
  )

  expect(run).toEqual({
    id: 'run-1',
    planHash: run.planHash,
    outcome: 'interrupted',
    steps: [{ id: 's1', outcome: 'done', message: null }],
  })
  expect(await bench.rows('Product', 'sku')).toEqual(['TEE'])
  expect(bench.events.map(({ type }) => type)).toEqual(['run-started', 'step-started', 'stopping', 'step-ended', 'run-ended'])
  expect((await bench.state.runs())[0]?.outcome).toBe('interrupted')
})

test('a lost answer of an insert is unknown, never sent again, and what needs it is blocked', async () => {
  const emulator = await startEmulator()
  await using front = await lossyFront(emulator, 1)
  await using bench = await startBench(front, emulator)
  const entry = record('PricingAdvanced', { sku: 'TEE', start: '0', end: '9999999', price: '5' })

  const run = await bench.apply([
    post('PricingAdvanced', [entry], { idempotency: 'insert' }),
    post('Product', [record('Product', { sku: 'TEE' })], { needs: ['s1'] }),
  ])

  expect(outcomes(run)).toEqual(['s1 unknown', 's2 blocked'])
  expect(run.outcome).toBe('partial')
  expect(run.steps[0]?.message).toContain('It is unknown whether the store applied the request; run `planogram plan` to find out.')
  expect(await bench.rows('PricingAdvanced', 'sku', 'price')).toEqual(['TEE 5'])
  expect(front.seen.filter(({ method }) => method === 'POST').length).toBe(1)
})

test('a lost answer of a keyed write is sent once more; a second loss is unknown', async () => {
  const emulator = await startEmulator()
  await using once = await lossyFront(emulator, 1)
  await using twice = await lossyFront(emulator, 2)
  await using bench = await startBench(once, emulator)
  await using other = await startBench(twice, emulator)

  const saved = await bench.apply([post('Product', [record('Product', { sku: 'TEE' })])])
  const lost = await other.apply([post('Product', [record('Product', { sku: 'MUG' })])])

  expect(outcomes(saved)).toEqual(['s1 done'])
  expect(outcomes(lost)).toEqual(['s1 unknown'])
  expect([once, twice].map(({ seen }) => seen.filter(({ method }) => method === 'POST').length)).toEqual([2, 2])
  expect(await bench.rows('Product', 'sku')).toEqual(['MUG', 'TEE'])
})

test('a bug ends the run, and the journal says that nobody knows', async () => {
  await using bench = await startBench()

  const run = bench.apply([post('Product', [record('Product', { sku: 'TEE' })]), upload('images/items/a.png')], {
    readPicture: () => Promise.reject(new TypeError('a bug of the caller')),
  })

  await expect(run).rejects.toThrow('a bug')
  expect(await bench.state.runs()).toMatchObject([{ outcome: 'partial' }])
  expect((await bench.state.operationsOf('run-1')).at(-1)).toMatchObject({ outcome: 'unknown', message: 'a bug of the caller' })
})
