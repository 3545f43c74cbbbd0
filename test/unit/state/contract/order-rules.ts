import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Outcome } from '../../../../src/state/state.ts'
import { applyTo, type Call, emptyModel } from './journal-model.ts'
import { at, attempt, ends, type Open, request, run, startRun, store, verdict } from './sample-journal.ts'

/** The rules of order: what calls that nobody waits for do, and what a read sees. */
export function describeOrder(opened: Open): void {
  test('writes take effect in the order of their calls, also when nobody waits between them', async () => {
    const state = await opened()

    await Promise.all([
      state.acquireLease(request),
      state.startRun(run('r1')),
      state.intend('r1', 1, attempt(1, 'a')),
      state.conclude('r1', 1, { number: 1, at: at(3), answer: 'lost', message: 'first' }),
      state.conclude('r1', 1, { number: 1, at: at(4), answer: 'confirmed', message: 'second' }),
      state.endRun('r1', 1, { outcome: 'done', at: at(5) }),
      state.releaseLease({ ...request, fence: 1, acquiredAt: at(0) }),
    ])

    expect(await state.attemptsOf('r1')).toMatchObject([{ answeredAt: at(4), answer: 'confirmed', message: 'second' }])
    expect(await state.runs()).toMatchObject([{ endedAt: at(5), outcome: 'done' }])
  })

  test('results that can wait keep their place among the other writes, and a read sees them', async () => {
    const state = await opened()
    await startRun(state)
    const verdicts = { at: at(3), operations: [verdict('a', 'done')], canWait: true }

    const writes = [
      state.intend('r1', 1, attempt(1, 'a')),
      state.conclude('r1', 1, { number: 1, at: at(3), answer: 'lost', message: null, canWait: true }),
      state.classify('r1', 1, verdicts),
      state.intend('r1', 1, attempt(2, 'a')),
    ]
    const between = await state.unsettled(store)
    writes.push(state.classify('r1', 1, verdicts))
    const after = await state.unsettled(store)

    expect([between.map(({ number }) => number), after]).toEqual([[2], []])
    expect(await Promise.all(writes)).toEqual([undefined, undefined, undefined, undefined, undefined])
  })

  test('a read sees the writes that were called before it, and close commits them', async () => {
    const state = await opened()
    await state.acquireLease(request)

    const started = state.startRun(run('r1'))
    const seen = await state.runs()
    const ended = state.endRun('r1', 1, { outcome: 'done', at: at(2) })
    await state.close()

    expect(seen.map(({ id }) => id)).toEqual(['r1'])
    expect(await Promise.all([started, ended])).toEqual([undefined, undefined])
  })

  test('a write that is rejected leaves nothing behind, and the others of its turn are written', async () => {
    const state = await opened()
    await startRun(state)

    const seen = await ends([
      state.intend('r1', 1, attempt(1, 'a')),
      state.intend('r1', 1, attempt(1, 'b', 'c')),
      state.intend('r1', 7, attempt(2, 'd')),
      state.intend('r1', 1, attempt(3, 'e')),
    ])

    expect(seen.map((end) => end === 'resolved')).toEqual([true, false, false, true])
    expect((await state.operationsOf('r1')).map(({ id }) => id)).toEqual(['a', 'e'])
  })

  test('after close every call is rejected', async () => {
    const state = await opened()
    const lease = await startRun(state)
    await state.close()

    const seen = await ends([
      state.acquireLease(request),
      state.renewLease(lease, { at: at(1), expiresAt: at(9) }),
      state.releaseLease(lease),
      state.leaseOf(store),
      state.runs(),
      state.unsettled(store),
      state.intend('r1', 1, attempt(1, 'a')),
      state.forgetFile('one', 'a'),
    ])

    expect(seen.filter((end) => end === 'resolved')).toEqual([])
  })

  test('law: whatever is called together, the journal is as if each call had been awaited', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 30 }), async (calls) => {
        const state = await opened()
        await startRun(state)
        const model = emptyModel()
        const writes: Promise<boolean>[] = []
        const expected: boolean[] = []
        for (const { turns, ...given } of calls) {
          expected.push(applyTo(model, given))
          writes.push(sent(state, given).then(isDone, () => false))
          for (let turn = 0; turn < turns; turn += 1) await nextTurn()
        }

        // A read, before which what waits is committed.
        await state.runs()
        expect(await Promise.all(writes)).toEqual(expected)
        expect((await state.attemptsOf('r1')).map(({ number, answer }) => [number, answer])).toEqual(
          [...model.attempts].toSorted(([one], [other]) => one - other).map(([number, { answer }]) => [number, answer]),
        )
        expect((await state.operationsOf('r1')).map(({ id, outcome, attempts }) => [id, outcome, attempts])).toEqual(
          [...model.operations].map(([id, { outcome, attempts }]) => [id, outcome, attempts]),
        )
        expect((await state.unsettled(store)).map(({ number, operations }) => [number, operations])).toEqual(
          [...model.attempts]
            .filter(([, { left }]) => left.length > 0)
            .toSorted(([one], [other]) => one - other)
            .map(([number, { left }]) => [number, left]),
        )
        expect((await state.runs()).map(({ endedAt }) => endedAt !== null)).toEqual([model.hasEnded])
        await state.close()
      }),
      { numRuns: 120 },
    )
  })
}

const fence = fc.constantFrom(1, 1, 1, 1, 2)
const number = fc.integer({ min: 1, max: 6 })
const id = fc.constantFrom('a', 'b', 'c')
const outcome = fc.constantFrom<Outcome>('done', 'satisfied', 'failed', 'blocked', 'unknown')
const turns = fc.nat({ max: 2 })
const ofJournal: fc.Arbitrary<Call & { readonly turns: number }> = fc.oneof(
  fc.record({
    kind: fc.constant('intend' as const),
    fence,
    number,
    ids: fc.uniqueArray(id, { minLength: 1 }),
    turns,
  }),
  fc.record({
    kind: fc.constant('conclude' as const),
    fence,
    number,
    answer: fc.constantFrom('confirmed', 'refused', 'lost'),
    ends: fc.array(outcome, { maxLength: 1 }),
    canWait: fc.boolean(),
    turns,
  }),
  fc.record({ kind: fc.constant('withdraw' as const), fence, number, turns }),
  fc.record({
    kind: fc.constant('classify' as const),
    fence,
    id,
    outcome,
    canWait: fc.boolean(),
    turns,
  }),
)

/** Calls that change what the journal may do. Until second 2.5 requests are sent in time, and their answers are late. */
const ofLease: typeof ofJournal = fc.oneof(
  fc.record({ kind: fc.constantFrom('end' as const, 'acquire' as const, 'release' as const), fence, turns }),
  fc.record({ kind: fc.constant('renew' as const), fence, until: fc.constantFrom(2.5, 100), turns }),
)
const call = fc.oneof({ arbitrary: ofJournal, weight: 5 }, { arbitrary: ofLease, weight: 1 })

function sent(state: Awaited<ReturnType<Open>>, given: Call): Promise<unknown> {
  switch (given.kind) {
    case 'intend':
      return state.intend('r1', given.fence, attempt(given.number, ...given.ids))
    case 'conclude':
      return state.conclude('r1', given.fence, {
        ...given,
        at: at(3),
        message: null,
        operations: given.ends.map((end) => verdict('a', end)),
      })
    case 'classify':
      return state.classify('r1', given.fence, { at: at(3), operations: [verdict(given.id, given.outcome)], canWait: given.canWait })
    case 'withdraw':
      return state.withdraw('r1', given.fence, { at: at(3), numbers: [given.number] })
    case 'end':
      return state.endRun('r1', given.fence, { outcome: 'done', at: at(3) })
    case 'acquire':
      return state.acquireLease({ ...request, at: at(3) })
    case 'renew':
      return state.renewLease({ ...request, fence: given.fence, acquiredAt: at(0) }, { at: at(1), expiresAt: at(given.until) })
    case 'release':
      return state.releaseLease({ ...request, fence: given.fence, acquiredAt: at(0) })
    default:
      return given satisfies never
  }
}

function isDone(): boolean {
  return true
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
