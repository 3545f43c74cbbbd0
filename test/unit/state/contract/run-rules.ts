import { expect, test } from 'vitest'
import { at, attempt, ends, type Open, planBytes, request, run, startRun, store, verdict } from './sample-journal.ts'

/** The rules of runs: their plan, their requests, and how their operations ended. */
export function describeRuns(opened: Open): void {
  test('a run that was started has its plan and nothing else', async () => {
    const state = await opened()

    await startRun(state)

    const row = {
      id: 'r1',
      store,
      planHash: 'hash',
      startedAt: at(1),
      endedAt: null,
      outcome: null,
      overrides: [],
      counts: null,
      undoes: null,
    }
    expect([await state.runs(), await state.runOf('r1')]).toEqual([[row], row])
    expect(await state.planOf('r1')).toEqual(planBytes)
    expect([await state.attemptsOf('r1'), await state.operationsOf('r1'), await state.unsettled(store)]).toEqual([[], [], []])
  })

  test('a run knows the guards that were overridden for it', async () => {
    const state = await opened()
    await startRun(state)

    await state.startRun(run('r2', { overrides: ['price_change', 'hide'] }))

    expect((await state.runs()).map(({ id, overrides }) => [id, overrides])).toEqual([
      ['r2', ['price_change', 'hide']],
      ['r1', []],
    ])
  })

  test('an unknown run has nothing', async () => {
    const state = await opened()
    await startRun(state)

    const seen = [await state.runOf('r9'), await state.planOf('r9'), await state.attemptsOf('r9'), await state.operationsOf('r9')]

    expect(seen).toEqual([null, null, [], []])
  })

  test('the plan of a hash is stored once, whatever its bytes are', async () => {
    const state = await opened()
    await startRun(state)
    const others = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256)

    await state.startRun(run('r2', { plan: new Uint8Array([7]) }))
    await state.startRun(run('r3', { planHash: 'other', plan: others }))
    await state.startRun(run('r4', { planHash: 'empty', plan: new Uint8Array() }))

    expect([await state.planOf('r2'), await state.planOf('r4')]).toEqual([planBytes, new Uint8Array()])
    expect(Buffer.from((await state.planOf('r3')) ?? []).equals(others)).toBe(true)
  })

  test('a request is intended and concluded, its operations are classified, and ones that were never sent are only classified', async () => {
    const state = await opened()
    await startRun(state)

    await state.intend('r1', 1, { number: 1, step: 's001', operations: ['a', 'b'], at: at(2), settlesAt: at(62) })
    await state.conclude('r1', 1, { number: 1, at: at(3), answer: 'refused', message: 'The store refused it.' })
    await state.intend('r1', 1, { number: 2, step: 's001', operations: ['b'], at: at(4), settlesAt: at(64) })
    await state.conclude('r1', 1, { number: 2, at: at(5), answer: 'confirmed', message: null })
    await state.classify('r1', 1, {
      at: at(6),
      operations: [
        { id: 'c', step: 's002', outcome: 'blocked', seen: null, message: 'skipped: s001 failed' },
        { id: 'a', step: 's001', outcome: 'failed', seen: 'before', message: 'The store refused it.' },
        { id: 'b', step: 's001', outcome: 'done', seen: 'after', message: null },
      ],
    })
    await state.endRun('r1', 1, { outcome: 'partial', at: at(7) })

    expect(await state.attemptsOf('r1')).toEqual([
      {
        number: 1,
        step: 's001',
        operations: ['a', 'b'],
        sentAt: at(2),
        settlesAt: at(62),
        answeredAt: at(3),
        answer: 'refused',
        message: 'The store refused it.',
      },
      {
        number: 2,
        step: 's001',
        operations: ['b'],
        sentAt: at(4),
        settlesAt: at(64),
        answeredAt: at(5),
        answer: 'confirmed',
        message: null,
      },
    ])
    expect(await state.operationsOf('r1')).toEqual([
      { id: 'a', step: 's001', outcome: 'failed', seen: 'before', message: 'The store refused it.', attempts: 1 },
      { id: 'b', step: 's001', outcome: 'done', seen: 'after', message: null, attempts: 2 },
      { id: 'c', step: 's002', outcome: 'blocked', seen: null, message: 'skipped: s001 failed', attempts: 0 },
    ])
    expect(await state.runOf('r1')).toMatchObject({ endedAt: at(7), outcome: 'partial' })
  })

  test('an operation that is sent again has no verdict, and its run is open again', async () => {
    const state = await opened()
    await startRun(state)
    await state.intend('r1', 1, attempt(1, 'a'))
    await state.classify('r1', 1, { at: at(3), operations: [{ ...verdict('a', 'unknown'), seen: 'before', message: 'lost' }] })
    await state.endRun('r1', 1, { outcome: 'interrupted', at: at(4) })

    await state.intend('r1', 1, { ...attempt(2, 'a'), step: 's7' })

    expect(await state.operationsOf('r1')).toEqual([{ id: 'a', step: 's7', outcome: null, seen: null, message: null, attempts: 2 }])
    expect(await state.runOf('r1')).toMatchObject({ endedAt: null, outcome: null })
  })

  test('a run that ends can end the open runs of its store that started before it, and no others', async () => {
    const state = await opened()
    const other = await state.acquireLease({ ...request, store: 'https://other.example' })
    await state.startRun(run('other', { store: 'https://other.example', fence: other.fence }))
    await startRun(state)
    await state.startRun(run('r2'))
    await state.endRun('r2', 1, { outcome: 'interrupted', at: at(3) })
    for (const id of ['r3', 'r4', 'r5']) await state.startRun(run(id))

    await state.endRun('r3', 1, { outcome: 'partial', at: at(4) })
    const before = (await state.runOf('r1'))?.outcome
    await state.endRun('r4', 1, { outcome: 'done', at: at(5), outcomeOfEarlier: 'superseded' })

    expect(before).toBeNull()
    expect((await state.runs()).map(({ id, outcome, endedAt }) => [id, outcome, endedAt])).toEqual([
      ['r5', null, null],
      ['r4', 'done', at(5)],
      ['r3', 'partial', at(4)],
      ['r2', 'interrupted', at(3)],
      ['r1', 'superseded', at(5)],
      ['other', null, null],
    ])
  })

  test('the latest run comes first, also when clocks go back', async () => {
    const state = await opened()
    await startRun(state)

    await state.startRun(run('r0', { at: '2020-01-01T00:00:00Z' }))

    expect((await state.runs()).map(({ id }) => id)).toEqual(['r0', 'r1'])
  })

  test('a run or request that was never started, and a number that was used, are bugs that write nothing', async () => {
    const state = await opened()
    await startRun(state)
    await state.intend('r1', 1, attempt(1, 'a'))

    const seen = await ends([
      state.intend('r9', 1, attempt(1, 'a')),
      state.conclude('r1', 1, { number: 9, at: at(3), answer: 'lost', message: null }),
      state.classify('r9', 1, { at: at(3), operations: [] }),
      state.endRun('r9', 1, { outcome: 'done', at: at(3) }),
      state.intend('r1', 1, attempt(1, 'b')),
      state.startRun(run('r1', { planHash: 'other' })),
    ])

    expect(seen).toEqual([
      'Error: This is a bug in planogram: run r9 was never started',
      'Error: This is a bug in planogram: request 9 of run r1 was never intended',
      'Error: This is a bug in planogram: run r9 was never started',
      'Error: This is a bug in planogram: run r9 was never started',
      expect.stringContaining('UNIQUE'),
      expect.stringContaining('UNIQUE'),
    ])
    expect(await state.operationsOf('r1')).toMatchObject([{ id: 'a', attempts: 1 }])
    expect(await state.runs()).toMatchObject([{ id: 'r1', planHash: 'hash' }])
  })
}

/** The rules of requests that were intended and never sent. */
export function describeWithdrawals(opened: Open): void {
  test('a request that is taken back leaves no trace, and what else is known of its operations stays', async () => {
    const state = await opened()
    await startRun(state)
    await state.intend('r1', 1, attempt(1, 'a', 'b'))
    await state.conclude('r1', 1, { number: 1, at: at(3), answer: 'lost', message: null })
    await state.intend('r1', 1, attempt(2, 'b', 'c', 'd'))
    await state.intend('r1', 1, attempt(3, 'e'))
    await state.classify('r1', 1, { at: at(4), operations: [verdict('d', 'blocked')] })

    await state.withdraw('r1', 1, { at: at(5), numbers: [2, 3] })

    expect((await state.attemptsOf('r1')).map(({ number }) => number)).toEqual([1])
    expect((await state.operationsOf('r1')).map(({ id, outcome, attempts }) => [id, outcome, attempts])).toEqual([
      ['a', null, 1],
      ['b', null, 1],
      ['d', 'blocked', 0],
    ])
    expect((await state.unsettled(store)).map(({ number }) => number)).toEqual([1])
  })

  test('a request that was answered, or is not there, is not taken back; nor is one under another fence', async () => {
    const state = await opened()
    await startRun(state)
    await state.intend('r1', 1, attempt(1, 'a'))
    await state.intend('r1', 1, attempt(2, 'b'))
    await state.conclude('r1', 1, { number: 2, at: at(3), answer: 'confirmed', message: null })

    const seen = await ends([
      state.withdraw('r1', 1, { at: at(4), numbers: [1, 2] }),
      state.withdraw('r1', 1, { at: at(4), numbers: [3] }),
      state.withdraw('r1', 2, { at: at(4), numbers: [1] }),
    ])

    expect(seen).toEqual([
      'Error: This is a bug in planogram: request 2 of run r1 was never intended, or was answered',
      'Error: This is a bug in planogram: request 3 of run r1 was never intended, or was answered',
      expect.stringContaining('The lease of'),
    ])
    expect((await state.attemptsOf('r1')).map(({ number, answer }) => [number, answer])).toEqual([
      [1, null],
      [2, 'confirmed'],
    ])
  })
}

/** The rules of requests whose effect is not known. */
export function describeUnsettled(opened: Open): void {
  test('a request without an answer, or with a lost one, is unsettled; a confirmed or refused one is not', async () => {
    const state = await opened()
    await startRun(state)

    await Promise.all([1, 2, 3, 4].map((number) => state.intend('r1', 1, attempt(number, `a${number}`, `b${number}`))))
    await state.conclude('r1', 1, { number: 2, at: at(3), answer: 'lost', message: '504' })
    await state.conclude('r1', 1, { number: 3, at: at(3), answer: 'confirmed', message: null })
    await state.conclude('r1', 1, { number: 4, at: at(3), answer: 'refused', message: '400' })

    expect(await state.unsettled(store)).toEqual([
      { runId: 'r1', number: 1, operations: ['a1', 'b1'], sentAt: at(2), settlesAt: at(62) },
      { runId: 'r1', number: 2, operations: ['a2', 'b2'], sentAt: at(2), settlesAt: at(62) },
    ])
  })

  test('verdicts settle it operation by operation; blocked and unknown settle nothing', async () => {
    const state = await opened()
    await startRun(state)
    const left = async (): Promise<(readonly string[])[]> => (await state.unsettled(store)).map(({ operations }) => operations)
    await state.intend('r1', 1, attempt(1, 'a', 'b', 'c', 'd'))
    await state.conclude('r1', 1, { number: 1, at: at(3), answer: 'lost', message: null })

    await state.classify('r1', 1, { at: at(4), operations: [verdict('a', 'unknown'), verdict('b', 'blocked'), verdict('c', 'done')] })
    const first = await left()
    await state.classify('r1', 1, { at: at(5), operations: [verdict('a', 'failed'), verdict('d', 'satisfied')] })
    const then = await left()
    await state.classify('r1', 1, { at: at(6), operations: [verdict('b', 'done')] })

    expect([first, then, await left()]).toEqual([[['a', 'b', 'd']], [['b']], []])
  })

  test('a verdict settles what was sent before it, and nothing that is sent after it', async () => {
    const state = await opened()
    await startRun(state)

    await state.intend('r1', 1, attempt(1, 'a'))
    await state.intend('r1', 1, attempt(2, 'a'))
    await state.classify('r1', 1, { at: at(9), operations: [verdict('a', 'done')] })
    await state.intend('r1', 1, attempt(3, 'a'))

    expect((await state.unsettled(store)).map(({ number }) => number)).toEqual([3])
  })

  test('the requests of every run of that store are listed, and a verdict of a later run settles them', async () => {
    const state = await opened()
    await startRun(state)
    await state.intend('r1', 1, attempt(5, 'a'))
    await state.startRun(run('r0'))
    await state.intend('r0', 1, attempt(1, 'b', 'a'))
    await state.acquireLease({ ...request, store: 'other' })
    await state.startRun(run('r3', { store: 'other' }))
    await state.intend('r3', 1, attempt(1, 'a'))

    const before = await state.unsettled(store)
    await state.classify('r0', 1, { at: at(9), operations: [verdict('a', 'done')] })

    expect(before.map(({ runId, number }) => [runId, number])).toEqual([
      ['r1', 5],
      ['r0', 1],
    ])
    expect(await state.unsettled(store)).toMatchObject([{ runId: 'r0', number: 1, operations: ['b'] }])
    expect(await state.unsettled('other')).toMatchObject([{ runId: 'r3', operations: ['a'] }])
  })
}
