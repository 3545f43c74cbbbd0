import { expect, test } from 'vitest'
import { storeNameInState } from '../../../src/live/store-names.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { outcomes, picture, post, record, sha256, startBench, upload, verify } from '../../support/apply-bench.ts'

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
  expect(bench.events.map((event) => ('step' in event && event.step ? `${event.type} ${event.step.id}` : event.type))).toEqual([
    'run-started',
    ...['s1', 's2', 's3', 's4'].flatMap((id) => [`step-started ${id}`, `step-ended ${id}`]),
    'run-ended',
  ])
  expect(bench.events[0]).toMatchObject({ stages: [{ stage: 'products', steps: 4, items: 4 }] })
  expect((await bench.state.operationsOf('run-1')).map(({ step, outcome, attempts }) => [step, outcome, attempts])).toEqual(
    ['s1', 's2', 's4'].map((step) => [step, 'done', 1]),
  )
  expect((await bench.state.attemptsOf('run-1')).map(({ answer }) => answer)).toEqual(['confirmed', 'confirmed', 'confirmed'])
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

test('what is remembered of a file is forgotten before it is uploaded: a killed upload leaves no wrong memory', async () => {
  await using bench = await startBench()
  const store = storeNameInState(bench.store)
  const { files } = bench.store
  if (!files) throw new Error('the bench has a Files API')
  await bench.state.rememberFiles(store, [{ path: 'images/items/a.png', sha256: 'a'.repeat(64), size: 1, modified: 'then' }])
  let remembered: unknown
  const watched: typeof files = {
    ...files,
    write: async (path, bytes) => {
      remembered = [...(await bench.state.rememberedFiles(store)).keys()]
      return files.write(path, bytes)
    },
  }

  await bench.apply([upload('images/items/a.png')], { files: watched })

  expect(remembered).toEqual([])
  expect([...(await bench.state.rememberedFiles(store)).keys()]).toEqual(['images/items/a.png'])
})

test('a picture that changed since the plan is not uploaded, and only what names it is skipped', async () => {
  await using bench = await startBench()

  const run = await bench.apply(
    [
      upload('images/items/a.png'),
      post('Product', [record('Product', { sku: 'TEE', image: 'a.png' }), record('Product', { sku: 'CAP' })], { needs: ['s1'] }),
      post('Product', [record('Product', { sku: 'MUG' })]),
    ],
    { bytes: new TextEncoder().encode('other bytes       ') },
  )

  expect(run.outcome).toBe('partial')
  expect(run.steps.map(({ outcome, message }) => [outcome, message])).toEqual([
    ['failed', 'images/a.png has changed since the plan was created; it was not uploaded. Create a new plan.'],
    ['blocked', 'skipped: file.images/items/a.png failed'],
    ['done', null],
  ])
  expect(run.failures.map(({ address, outcome }) => [address, outcome])).toEqual([['file.images/items/a.png', 'failed']])
  expect(await bench.store.files?.list('images/items')).toEqual([])
  expect(await bench.rows('Product', 'sku')).toEqual(['CAP', 'MUG'])
  expect((await bench.state.operationsOf('run-1')).map(({ step, outcome, attempts }) => [step, outcome, attempts])).toContainEqual([
    's2',
    'blocked',
    0,
  ])
})

test('a file that the store answered and does not have is a failure, and nothing that names it is written', async () => {
  const emulator = await startEmulator()
  await using bench = await startBench(undefined, emulator)
  const { files } = bench.store
  if (!files) throw new Error('the bench has a Files API')
  const forgetful: typeof files = { ...files, write: () => Promise.resolve() }

  const run = await bench.apply(
    [upload('images/items/a.png'), post('Product', [record('Product', { sku: 'TEE', image: 'a.png' })], { needs: ['s1'] })],
    {
      files: forgetful,
    },
  )

  expect(run.failures.map(({ message }) => message)).toEqual(['the file images/items/a.png is missing in the store'])
  expect(outcomes(run)).toEqual(['s1 done', 's2 blocked'])
  expect(await bench.rows('Product', 'sku')).toEqual([])
  expect(await bench.state.rememberedFiles(storeNameInState(bench.store))).toEqual(new Map())
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

test('what a step has written before one of its records was refused is counted', async () => {
  await using bench = await startBench()

  const run = await bench.apply([post('Product', [record('Product', { sku: 'MUG' }), record('Product', { sku: 'TEE', weight: 'heavy' })])])

  expect([outcomes(run), run.outcome, run.written]).toEqual([['s1 failed'], 'partial', 1])
  expect(await bench.rows('Product', 'sku')).toEqual(['MUG'])
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
    written: 1,
    changes: { written: 0, present: [] },
    failures: [],
    rewrites: [],
    notes: [],
  })
  expect(await bench.rows('Product', 'sku')).toEqual(['TEE'])
  expect(bench.events.map(({ type }) => type)).toEqual(['run-started', 'step-started', 'stopping', 'step-ended', 'run-ended'])
  expect((await bench.state.runs())[0]?.outcome).toBe('interrupted')
})

test('a bug ends the run; in the state it is as if the process had died', async () => {
  await using bench = await startBench()

  const run = bench.apply([post('Product', [record('Product', { sku: 'TEE' })]), upload('images/items/a.png')], {
    readPicture: () => Promise.reject(new TypeError('a bug of the caller')),
  })

  await expect(run).rejects.toThrow('a bug')
  expect(await bench.state.runs()).toMatchObject([{ outcome: null }])
  expect((await bench.state.operationsOf('run-1')).map(({ step, outcome }) => [step, outcome])).toEqual([['s1', 'done']])
})

test('when the store is busy, fewer requests are sent at the same time, and who watches is told once for each number', async () => {
  await using bench = await startBench()
  bench.emulator.faults.add({ on: { method: 'POST' }, do: { kind: 'status', status: 429 }, times: 6 })

  const run = await bench.apply(Array.from({ length: 8 }, (_, index) => post('Product', [record('Product', { sku: `P${index}` })])))

  expect(run.outcome).toBe('done')
  expect(bench.events.filter(({ type }) => type === 'slower')).toEqual([
    { type: 'slower', reason: 'busy', limit: 2 },
    { type: 'slower', reason: 'busy', limit: 1 },
  ])
})

test.each([
  [429, 'busy'],
  [408, 'lost'],
])('who watches is told of each request that is sent again after %i, not of one that is given up', async (status, reason) => {
  await using bench = await startBench()
  bench.emulator.faults.add({ on: { method: 'POST' }, do: { kind: 'status', status }, times: 2 })

  const run = await bench.apply([post('Product', [record('Product', { sku: 'TEE' })])])

  expect(run.outcome).toBe('done')
  const retries = bench.events.filter((event) => event.type === 'retrying')
  expect(retries.map((event) => [event.step.id, event.reason])).toEqual([
    ['s1', reason],
    ['s1', reason],
  ])
})

test('bodies at the same time that name pictures of one folder need one list of it', async () => {
  await using bench = await startBench()
  const names = ['a', 'b', 'c', 'd']
  const uploads = names.map((name) => upload(`images/items/${name}.png`))
  const needs = uploads.map((_, index) => `s${index + 1}`)

  const run = await bench.apply([
    ...uploads,
    ...names.map((name) => post('Product', [record('Product', { sku: name, image: `${name}.png` })], { needs })),
  ])

  expect(run.outcome).toBe('done')
  expect(bench.emulator.requests().filter(({ method }) => method === 'PROPFIND').length).toBe(2)
})
