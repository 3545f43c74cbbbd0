import { expect, test } from 'vitest'
import type { RunStart, State } from '../../../../src/state/state.ts'
import { at, attempt, type Open, request, run, startRun, store, verdict } from './sample-journal.ts'

/** Starts and ends a run that has overwritten one picture. */
async function ended(state: State, id: string, more: Partial<RunStart> = {}): Promise<void> {
  const { fence } = more.fence === undefined ? { fence: 1 } : { fence: more.fence }
  await state.startRun(run(id, { planHash: `plan of ${id}`, ...more }))
  await state.intend(id, fence, attempt(1, 'a'))
  await state.classify(id, fence, { at: at(3), operations: [verdict('a', 'done')] })
  await state.keepPreImage(id, fence, { at: at(3), path: 'a.jpg', sha256: `picture of ${id}`, bytes: Buffer.from(id) })
  await state.endRun(id, fence, { at: at(4), outcome: 'done' })
}

async function ids(state: State): Promise<readonly string[]> {
  return (await state.runs()).map(({ id }) => id)
}

/** The rules of retention, and of the report about a state. */
export function describeCare(opened: Open): void {
  test('old runs go with their journal, plan and pictures; the last of each store and later ones stay', async () => {
    const state = await opened()
    await state.acquireLease(request)
    await state.acquireLease({ ...request, store: 'other' })
    await ended(state, 'r1')
    await ended(state, 'r2')
    await ended(state, 'o1', { store: 'other' })
    await ended(state, 'r3')

    const young = await state.prune({ runs: 1, endedSince: at(4) })
    const pruned = await state.prune({ runs: 2, endedSince: at(5) })

    expect([young, pruned]).toEqual([
      { runs: 0, pictures: 0 },
      { runs: 1, pictures: 1 },
    ])
    expect(await ids(state)).toEqual(['r3', 'o1', 'r2'])
    expect([await state.planOf('r1'), await state.operationsOf('r1'), await state.attemptsOf('r1')]).toEqual([null, [], []])
    expect([await state.keptPicture('picture of r1'), (await state.keptPicture('picture of r2'))?.length]).toEqual([null, 2])
    expect(await state.planOf('r2')).not.toBeNull()
  })

  test('a run that has not ended or has an unsettled request stays, and so does what a later run shares', async () => {
    const state = await opened()
    await startRun(state)
    await state.startRun(run('lost'))
    await state.intend('lost', 1, attempt(1, 'b'))
    await state.endRun('lost', 1, { at: at(4), outcome: 'partial' })
    await ended(state, 'r2', { planHash: 'hash' })
    await ended(state, 'r3', { planHash: 'hash' })

    const pruned = await state.prune({ runs: 1, endedSince: at(50) })

    expect(pruned).toEqual({ runs: 1, pictures: 1 })
    expect(await ids(state)).toEqual(['r3', 'lost', 'r1'])
    expect(await state.planOf('r3')).not.toBeNull()
    expect((await state.unsettled(store)).map(({ runId }) => runId)).toEqual(['lost'])
  })

  test('a run that another one undoes stays as long as that', async () => {
    const state = await opened()
    await state.acquireLease(request)
    await ended(state, 'r1')
    await ended(state, 'r2')
    await ended(state, 'r3', { undoes: 'r1' })

    const pruned = await state.prune({ runs: 1, endedSince: at(50) })

    expect(pruned.runs).toBe(1)
    expect(await ids(state)).toEqual(['r3', 'r1'])
    expect(await state.planOf('r1')).not.toBeNull()
  })

  test('a run knows the changes of its plan, and the run that it undoes', async () => {
    const state = await opened()
    await startRun(state)

    await state.startRun(run('r2', { counts: { create: 1, update: 20, remove: 0, cannot: 3 }, undoes: 'r1' }))

    expect((await state.runs()).map(({ counts, undoes }) => ({ counts, undoes }))).toEqual([
      { counts: { create: 1, update: 20, remove: 0, cannot: 3 }, undoes: 'r1' },
      { counts: null, undoes: null },
    ])
  })

  test('the report counts what there is, and names open runs and leases', async () => {
    const state = await opened()
    const lease = await startRun(state)
    await state.intend('r1', 1, attempt(1, 'b'))
    await ended(state, 'r2')
    await state.rememberFiles(store, [{ path: 'a.jpg', sha256: 'a', size: 1, modified: '' }])

    const { version, bytes, freeBytes, ...report } = await state.check()

    expect([version, bytes > 0, freeBytes >= 0]).toEqual([expect.any(Number), true, true])
    expect(report).toEqual({
      problems: [],
      rows: 12,
      runs: 2,
      openRuns: ['r1'],
      unsettled: 1,
      plans: { count: 2, bytes: 8 },
      pictures: { count: 1, bytes: 2 },
      baseRecords: 0,
      rememberedFiles: 1,
      leases: [lease],
    })
  })

  test('compacting loses nothing', async () => {
    const state = await opened()
    await startRun(state)
    await ended(state, 'r2')

    await state.compact()

    expect(await ids(state)).toEqual(['r2', 'r1'])
    expect((await state.check()).problems).toEqual([])
  })
}
