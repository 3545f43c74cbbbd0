import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { JournalRow, State } from '../../../src/state/state.ts'

const steps = [
  { id: 's001', title: 'create 2 groups' },
  { id: 's002', title: 'create 4 categories' },
]
const run = { id: 'r1', store: 'https://shop.example', planHash: 'abc', at: '2026-05-04T03:00:00Z', steps }
const untouched = { intendedAt: null, concludedAt: null, outcome: null, message: null }
const tee = { path: 'images/items/tee.jpg', sha256: 'a1', size: 4200, modified: 'Mon, 04 May 2026 03:02:01 GMT' }

/** The definition of the port `State`: every implementation passes it. `open` gives a new, empty state. */
export function stateContract(name: string, open: () => Promise<State>): void {
  /** An empty state that is closed after the test. */
  async function opened(): Promise<State> {
    const state = await open()
    onTestFinished(() => state.close().catch(() => undefined))
    return state
  }

  describe(`the contract of State: ${name}`, () => {
    describeJournal(opened)
    describeOrder(opened)
    describeFiles(opened)
  })
}

type Open = () => Promise<State>

function describeJournal(opened: Open): void {
  test('a run that was started holds its steps in order, none of them tried', async () => {
    const state = await opened()

    await state.startRun(run)

    expect(await state.journalOf('r1')).toEqual([
      { stepId: 's001', title: 'create 2 groups', ...untouched },
      { stepId: 's002', title: 'create 4 categories', ...untouched },
    ])
    expect(await state.runs()).toEqual([
      { id: 'r1', store: 'https://shop.example', planHash: 'abc', startedAt: '2026-05-04T03:00:00Z', endedAt: null, outcome: null },
    ])
  })

  test('a step is intended, then concluded; one that was never sent is only concluded', async () => {
    const state = await opened()
    await state.startRun(run)

    await state.intend('r1', 's001', '2026-05-04T03:00:01Z')
    await state.conclude('r1', { stepId: 's001', outcome: 'failed', message: 'The store refused it.', at: '2026-05-04T03:00:02Z' })
    await state.conclude('r1', { stepId: 's002', outcome: 'blocked', message: null, at: '2026-05-04T03:00:03Z' })
    await state.endRun('r1', 'partial', '2026-05-04T03:00:04Z')

    expect(await state.journalOf('r1')).toEqual([
      {
        stepId: 's001',
        title: 'create 2 groups',
        intendedAt: '2026-05-04T03:00:01Z',
        concludedAt: '2026-05-04T03:00:02Z',
        outcome: 'failed',
        message: 'The store refused it.',
      },
      {
        stepId: 's002',
        title: 'create 4 categories',
        intendedAt: null,
        concludedAt: '2026-05-04T03:00:03Z',
        outcome: 'blocked',
        message: null,
      },
    ])
    expect((await state.runs()).map(({ endedAt, outcome }) => [endedAt, outcome])).toEqual([['2026-05-04T03:00:04Z', 'partial']])
  })

  test('the latest run comes first, also when clocks go back', async () => {
    const state = await opened()

    await state.startRun(run)
    await state.startRun({ ...run, id: 'r2', at: '2020-01-01T00:00:00Z', steps: [] })

    expect((await state.runs()).map(({ id }) => id)).toEqual(['r2', 'r1'])
    expect([await state.journalOf('r2'), await state.journalOf('r3')]).toEqual([[], []])
  })

  test('a step or run that was never started is a bug', async () => {
    const state = await opened()
    await state.startRun(run)

    const ends = [
      state.intend('r1', 's999', 'now'),
      state.conclude('r9', { stepId: 's001', outcome: 'done', message: null, at: 'now' }),
      state.endRun('r9', 'done', 'now'),
    ]

    expect((await Promise.allSettled(ends)).map((end) => (end.status === 'rejected' ? String(end.reason) : 'resolved'))).toEqual([
      'Error: This is a bug in planogram: step s999 of run r1 was never started',
      'Error: This is a bug in planogram: step s001 of run r9 was never started',
      'Error: This is a bug in planogram: run r9 was never started',
    ])
  })
}

function describeOrder(opened: Open): void {
  test('writes take effect in the order of their calls, also when nobody waits between them', async () => {
    const state = await opened()

    await Promise.all([
      state.startRun(run),
      state.intend('r1', 's001', 'first'),
      state.intend('r1', 's001', 'second'),
      state.conclude('r1', { stepId: 's001', outcome: 'done', message: null, at: 'third' }),
      state.endRun('r1', 'done', 'fourth'),
    ])

    expect((await state.journalOf('r1'))[0]).toMatchObject({ intendedAt: 'second', concludedAt: 'third' })
    expect((await state.runs())[0]).toMatchObject({ endedAt: 'fourth' })
  })

  test('a read sees the writes that were called before it, and close commits them', async () => {
    const state = await opened()

    const started = state.startRun(run)
    const seen = await state.runs()
    const ended = state.endRun('r1', 'done', 'now')
    await state.close()

    expect(seen.map(({ id }) => id)).toEqual(['r1'])
    expect(await Promise.all([started, ended])).toEqual([undefined, undefined])
  })

  test('a run that cannot be started whole is not there at all, and other writes of its turn are', async () => {
    const state = await opened()
    const doubled = { ...run, id: 'r2', steps: [...steps, { id: 's001', title: 'again' }] }

    const ends = await Promise.allSettled([
      state.startRun(run),
      state.startRun(doubled),
      state.intend('r1', 's999', 'now'),
      state.intend('r1', 's002', 'now'),
    ])

    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect((await state.runs()).map(({ id }) => id)).toEqual(['r1'])
    expect(await state.journalOf('r2')).toEqual([])
    expect((await state.journalOf('r1')).map(({ intendedAt }) => intendedAt)).toEqual([null, 'now'])
  })

  test('after close every call is rejected', async () => {
    const state = await opened()
    await state.startRun(run)
    await state.close()

    const ends = await Promise.allSettled([
      state.runs(),
      state.journalOf('r1'),
      state.intend('r1', 's001', 'now'),
      state.rememberFile('one', tee),
    ])

    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  })

  test('law: whatever is called together, the journal is as if each call had been awaited', async () => {
    const ids = steps.map(({ id }) => id)
    const call = fc.record({ step: fc.constantFrom(...ids, 's999'), conclude: fc.boolean(), turns: fc.nat({ max: 2 }) })

    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 30 }), async (calls) => {
        const state = await opened()
        await state.startRun(run)
        const expected = new Map<string, JournalRow>(steps.map(({ id, title }) => [id, { stepId: id, title, ...untouched }]))
        const ends: Promise<boolean>[] = []
        for (const [index, { step, conclude, turns }] of calls.entries()) {
          const at = String(index)
          const row = expected.get(step)
          if (row) expected.set(step, conclude ? { ...row, concludedAt: at, outcome: at } : { ...row, intendedAt: at })
          const write = conclude ? state.conclude('r1', { stepId: step, outcome: at, message: null, at }) : state.intend('r1', step, at)
          ends.push(write.then(() => true).catch(() => false))
          for (let turn = 0; turn < turns; turn += 1) await nextTurn()
        }
        const written = await Promise.all(ends)

        expect(written).toEqual(calls.map(({ step }) => step !== 's999'))
        expect(await state.journalOf('r1')).toEqual([...expected.values()])
        await state.close()
      }),
      { numRuns: 40 },
    )
  })
}

function describeFiles(opened: Open): void {
  test('files are remembered for each store by itself, and the last write counts', async () => {
    const state = await opened()

    await state.rememberFile('one', tee)
    await Promise.all([
      state.rememberFile('one', { ...tee, path: 'images/items/mug.jpg' }),
      state.rememberFile('two', tee),
      state.rememberFile('one', { ...tee, sha256: 'b2', size: 9 }),
    ])

    expect([...(await state.rememberedFiles('one'))]).toEqual([
      ['images/items/mug.jpg', { ...tee, path: 'images/items/mug.jpg' }],
      [tee.path, { ...tee, sha256: 'b2', size: 9 }],
    ])
    expect([...(await state.rememberedFiles('two')).keys()]).toEqual([tee.path])
    expect((await state.rememberedFiles('three')).size).toBe(0)
  })

  test('whatever the texts are, they come back as they were', async () => {
    const texts = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'))
    const file = fc.record({ path: texts, sha256: texts, size: fc.maxSafeNat(), modified: texts })

    await fc.assert(
      fc.asyncProperty(texts, fc.uniqueArray(file, { selector: ({ path }) => path }), async (store, files) => {
        const state = await opened()
        await Promise.all(files.map((entry) => state.rememberFile(store, entry)))
        const found = new Map(await state.rememberedFiles(store))
        await state.close()
        expect(found).toEqual(new Map(files.map((entry) => [entry.path, entry])))
      }),
      { numRuns: 50 },
    )
  })
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
