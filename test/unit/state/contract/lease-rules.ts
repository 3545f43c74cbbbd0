import { expect, test } from 'vitest'
import { OperationalError } from '../../../../src/errors.ts'
import type { Lease, State } from '../../../../src/state/state.ts'
import { at, attempt, ends, type Open, request, run, startRun, store, verdict } from './sample-journal.ts'

const second = { ...request, holder: 'process 2 on bert' }
const lost = (reason: string): string => `OperationalError: The lease of ${store} is lost: ${reason}.`

/** The rules of leases: who may write to a store, and until when. */
export function describeLeases(opened: Open): void {
  test('a lease is held by one, and another is told by whom, since when and until when', async () => {
    const state = await opened()
    const lease = await state.acquireLease(request)

    const refusal = await state.acquireLease({ ...second, at: at(99) }).catch((error: unknown) => error)

    expect(lease).toEqual({ store, fence: 1, holder: 'process 1 on anna', acquiredAt: at(0), expiresAt: at(100) })
    expect(refusal).toBeInstanceOf(OperationalError)
    expect(refusal).toMatchObject({
      code: 'lease-held',
      exitCode: 7,
      message: `process 1 on anna has held the lease of ${store} since ${at(0)}, until ${at(100)}. Nothing was written.`,
      context: { holder: 'process 1 on anna', acquiredAt: at(0), expiresAt: at(100) },
    })
    expect(await state.leaseOf(store)).toEqual(lease)
  })

  test('a lease that has expired is taken over with a greater fence; times are compared as instants', async () => {
    const state = await opened()
    await state.acquireLease({ ...request, at: '2026-05-04T05:00:00+02:00', expiresAt: '2026-05-03T21:01:40-06:00' })

    const early = await ends([state.acquireLease({ ...second, at: '2026-05-04T05:01:39.999+02:00', expiresAt: at(200) })])
    const taken = await state.acquireLease({ ...second, at: at(100), expiresAt: at(200) })

    expect(early).toEqual([expect.stringContaining('has held the lease')])
    expect(taken).toEqual({ store, fence: 2, holder: 'process 2 on bert', acquiredAt: at(100), expiresAt: at(200) })
    expect(await state.leaseOf(store)).toEqual(taken)
  })

  test('after a release anyone may acquire, with a greater fence; a lease that was lost releases nothing', async () => {
    const state = await opened()
    const first = await state.acquireLease(request)

    await state.releaseLease(first)
    const between = await state.leaseOf(store)
    const next = await state.acquireLease(second)
    await Promise.all([state.releaseLease(first), state.releaseLease({ ...first, store: 'https://none.example' })])

    expect([between, next.fence, await state.leaseOf(store)]).toEqual([null, 2, next])
  })

  test('each store has its own lease, and of many requests of one turn one is granted', async () => {
    const state = await opened()

    const requests = Array.from({ length: 5 }, () => state.acquireLease(request))
    const other = await state.acquireLease({ ...second, store: 'https://other.example' })

    expect((await ends(requests)).filter((end) => end === 'resolved')).toEqual(['resolved'])
    expect([other.fence, (await state.leaseOf(store))?.fence, await state.leaseOf('https://none.example')]).toEqual([1, 1, null])
  })

  test('a renewed lease ends later, also one that had expired before anybody else wanted it', async () => {
    const state = await opened()
    const lease = await state.acquireLease(request)

    const renewed = await state.renewLease(lease, { at: at(50), expiresAt: at(150) })
    const refused = await ends([state.acquireLease({ ...second, at: at(120), expiresAt: at(220) })])
    const again = await state.renewLease(renewed, { at: at(170), expiresAt: at(270) })

    expect([renewed, again]).toEqual([
      { ...lease, expiresAt: at(150) },
      { ...lease, expiresAt: at(270) },
    ])
    expect(refused).toEqual([expect.stringContaining(`until ${at(150)}`)])
    expect(await state.leaseOf(store)).toEqual(again)
  })

  test('a lease that another took over, or that was released, cannot be renewed', async () => {
    const state = await opened()
    const first = await state.acquireLease(request)
    const next = await state.acquireLease({ ...second, at: at(100), expiresAt: at(200) })

    const renewals = [await failure(state.renewLease(first, { at: at(101), expiresAt: at(300) }))]
    await state.releaseLease(next)
    renewals.push(await failure(state.renewLease(next, { at: at(102), expiresAt: at(300) })))

    expect(renewals).toMatchObject([
      { code: 'lease-lost', exitCode: 6, message: `The lease of ${store} is lost: process 2 on bert took it over at ${at(100)}.` },
      { code: 'lease-lost', exitCode: 6, message: `The lease of ${store} is lost: it was released.` },
    ])
    expect(await state.leaseOf(store)).toBe(null)
  })

  test('a lease that is over before it begins, and a text that is no time, are bugs', async () => {
    const state = await opened()

    const seen = await ends([
      state.acquireLease({ ...request, expiresAt: at(0) }),
      state.acquireLease({ ...request, at: 'yesterday' }),
      state.acquireLease(request).then((lease) => state.renewLease(lease, { at: at(9), expiresAt: at(8) })),
    ])

    expect(seen).toEqual([
      `Error: This is a bug in planogram: a lease from ${at(0)} to ${at(0)} is over before it begins`,
      'Error: This is a bug in planogram: "yesterday" is not a time',
      `Error: This is a bug in planogram: a lease from ${at(9)} to ${at(8)} is over before it begins`,
    ])
  })
}

/** The rules of fences: no write of a run without the lease of its store. */
export function describeFences(opened: Open): void {
  test.each<[name: string, reason: string, lose: (state: State, lease: Lease) => Promise<unknown>, seconds: number]>([
    ['was released', 'it was released', (state, lease) => state.releaseLease(lease), 3],
    [
      'was taken over',
      `process 2 on bert took it over at ${at(100)}`,
      (state) => state.acquireLease({ ...second, at: at(100), expiresAt: at(200) }),
      3,
    ],
    ['is over', `it ended at ${at(100)}`, () => Promise.resolve(), 100],
  ])('once the lease %s, nothing is written for the run', async (_, reason, lose, seconds) => {
    const state = await opened()
    const lease = await startRun(state)
    await state.intend('r1', 1, attempt(1, 'a'))
    const before = await journalOf(state)

    await lose(state, lease)
    const seen = await ends(writes(state, 1, at(seconds)))

    expect(seen).toEqual(seen.map(() => lost(reason)))
    expect(seen.length).toBe(5)
    expect(await journalOf(state)).toEqual(before)
  })

  test('a lease of another store, or none at all, is no right to write', async () => {
    const state = await opened()
    await state.acquireLease({ ...request, store: 'https://other.example' })

    const seen = await ends([state.startRun(run('r2'))])

    expect(seen).toEqual([lost('the state has none')])
    expect(await state.runs()).toEqual([])
  })

  test('a process that took over goes on with the run of the one before', async () => {
    const state = await opened()
    await startRun(state)
    await state.intend('r1', 1, attempt(1, 'a'))
    await state.acquireLease({ ...second, at: at(100), expiresAt: at(200) })

    const seen = await ends(writes(state, 2, at(101)))

    expect(seen).toEqual(seen.map(() => 'resolved'))
    expect((await state.attemptsOf('r1')).map(({ number, answer }) => [number, answer])).toEqual([
      [1, 'lost'],
      [2, null],
    ])
  })
}

/** Every write of a run, once. */
function writes(state: State, fence: number, time: string): Promise<void>[] {
  return [
    state.startRun(run('r2', { fence, at: time })),
    state.intend('r1', fence, { ...attempt(2, 'b'), at: time }),
    state.conclude('r1', fence, { number: 1, at: time, answer: 'lost', message: null }),
    state.classify('r1', fence, { at: time, operations: [verdict('a', 'done')] }),
    state.endRun('r1', fence, { outcome: 'done', at: time }),
  ]
}

async function journalOf(state: State): Promise<unknown> {
  return [await state.runs(), await state.attemptsOf('r1'), await state.operationsOf('r1'), await state.unsettled(store)]
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'resolved',
    (error: unknown) => error,
  )
}
