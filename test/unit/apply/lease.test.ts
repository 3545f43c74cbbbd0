import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { holdLease, processHolder } from '../../../src/apply/hold-lease.ts'
import { OperationalError } from '../../../src/errors.ts'
import { storeNameInState } from '../../../src/live/store-names.ts'
import { post, record, startBench } from '../../support/apply-bench.ts'

const tee = record('Product', { sku: 'TEE' })

test('one apply of a store and a state at a time: the other names the holder and sends nothing', async () => {
  await using bench = await startBench()
  const store = storeNameInState(bench.store)
  await bench.state.acquireLease({ store, holder: 'Ada on build-7', at: '2026-11-20T06:59:00Z', expiresAt: '2026-11-20T07:05:00Z' })

  const run = bench.apply([post('Product', [tee])])

  await expect(run).rejects.toMatchObject({ code: 'lease-held', message: expect.stringContaining('Ada on build-7') })
  expect(await bench.rows('Product', 'sku')).toEqual([])
})

test('the lease of a process of this machine that has died is taken over at once', async () => {
  await using bench = await startBench()
  const store = storeNameInState(bench.store)
  const died = spawnSync(process.execPath, ['-e', '0'])
  const holder = `process ${died.pid} on ${hostname()}`
  await bench.state.acquireLease({ store, holder, at: '2026-11-20T06:59:00Z', expiresAt: '2026-11-20T07:05:00Z' })

  const run = await bench.apply([post('Product', [tee])])

  expect(run.outcome).toBe('done')
  expect(await bench.state.leaseOf(store)).toBe(null)
})

const thisProcess = processHolder()

test.skipIf(process.platform !== 'linux').each([
  ['at work has it', thisProcess, 'lease-held'],
  ['in another container may be at work', thisProcess.replace(/pid:\[\d+\]/, 'pid:[1]'), 'lease-held'],
  ['that has ended, and whose number another process has now, has it no more', thisProcess.replace(/start \d+/, 'start 5'), 'taken over'],
])('the lease of a process: one %s', async (_, holder, expected) => {
  await using bench = await startBench()
  const store = storeNameInState(bench.store)
  await bench.state.acquireLease({ store, holder, at: '2026-11-20T06:59:00Z', expiresAt: '2026-11-20T07:05:00Z' })

  const end = await bench.apply([post('Product', [tee])]).then(
    () => 'taken over',
    (error: unknown) => (error instanceof OperationalError ? error.code : error),
  )

  expect(end).toBe(expected)
})

test('a lease is renewed while one request takes longer than it lasts', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await using bench = await startBench()
  const store = storeNameInState(bench.store)
  const held = await holdLease(bench.state, { store, holder: 'Ada', clock: bench.clock })
  const ends: (string | undefined)[] = []

  for (let minute = 0; minute < 5; minute += 1) {
    bench.clock.advance(60_000)
    vi.advanceTimersByTime(60_000)
    ends.push((await bench.state.leaseOf(store))?.expiresAt)
    held.check()
  }
  await held.release()
  vi.advanceTimersByTime(600_000)

  expect(ends.map((end) => end?.slice(14, 19))).toEqual(['03:00', '05:00', '05:00', '07:00', '07:00'])
  expect(await bench.state.leaseOf(store)).toBe(null)
})

test('a process that lost its lease sends nothing more', async () => {
  await using bench = await startBench()
  const store = storeNameInState(bench.store)
  let taken: Promise<unknown> | undefined

  const run = bench.apply([post('Product', [tee]), post('Product', [record('Product', { sku: 'MUG' })], { needs: ['s1'] })], {
    onEvent: (event) => {
      if (event.type !== 'step-ended' || taken) return
      bench.clock.advance(600_000)
      taken = bench.state.acquireLease({ store, holder: 'another', at: bench.clock.now().toISOString(), expiresAt: '2026-11-20T09:00:00Z' })
    },
  })

  await expect(run).rejects.toMatchObject({ code: 'lease-lost' })
  expect(await bench.rows('Product', 'sku')).toEqual(['TEE'])
})

test('a run that lost its lease is superseded once a later run of the store has ended', async () => {
  await using bench = await startBench()
  const store = storeNameInState(bench.store)
  const lost = bench.apply([post('Product', [tee]), post('Product', [record('Product', { sku: 'MUG' })], { needs: ['s1'] })], {
    onEvent: (event) => event.type === 'step-ended' && bench.clock.advance(600_000),
  })
  await expect(lost).rejects.toMatchObject({ code: 'lease-lost' })
  const open = (await bench.state.runOf('run-1'))?.outcome

  await bench.apply([post('Product', [record('Product', { sku: 'MUG' })])], { runId: 'run-2' })

  expect(open).toBeNull()
  expect((await bench.state.runs()).map(({ id, outcome }) => [id, outcome])).toEqual([
    ['run-2', 'done'],
    ['run-1', 'superseded'],
  ])
  expect(await bench.state.leaseOf(store)).toBeNull()
})
