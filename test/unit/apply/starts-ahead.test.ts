import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { storeNameInState } from '../../../src/live/store-names.ts'
import { openState } from '../../../src/state/open-state.ts'
import type { State } from '../../../src/state/state.ts'
import { memoryStore } from '../../support/memory-store.ts'
import { applyUploads, heldFiles, planOfUploads, uploadRun } from '../../support/upload-run.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const storeName = storeNameInState(memoryStore())

/** A state in a file, and the same file opened by somebody else, who sees what is on disk. */
async function openTwice(): Promise<{ readonly path: string; readonly state: State; readonly onDisk: State }> {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-starts-'))
  const path = join(folder, 'state.db')
  const [state, onDisk] = [await openState(path), await openState(path)]
  onTestFinished(async () => {
    await Promise.all([state.close(), onDisk.close()])
    rmSync(folder, { recursive: true })
  })
  return { path, state, onDisk }
}

/** The number of each outcome of the operations of the run; those without one as `null`. */
async function outcomesIn(state: State): Promise<Record<string, number>> {
  const groups = Map.groupBy(await state.operationsOf(uploadRun), ({ outcome }) => String(outcome))
  return Object.fromEntries([...groups].map(([outcome, own]) => [outcome, own.length]))
}

test('each upload is started on disk before it goes out, and 300 uploads are started by few commits', async () => {
  const { state, onDisk } = await openTwice()
  const plan = planOfUploads(300)
  const stepOf = new Map(plan.steps.map((step) => [step.kind === 'put-file' ? step.path : '', step.id]))
  const files = heldFiles()
  const started: number[] = []
  const unstarted: string[] = []
  files.onWrite = async (path) => {
    const attempts = await onDisk.attemptsOf(uploadRun)
    started.push(attempts.length)
    if (!attempts.some(({ step }) => step === stepOf.get(path))) unstarted.push(path)
  }

  const run = await applyUploads(plan, { files, state })

  expect([run.outcome, files.written.length, unstarted]).toEqual(['done', 300, []])
  expect(new Set(started).size).toBeLessThanOrEqual(10)
  expect((await state.attemptsOf(uploadRun)).map(({ answer }) => answer)).toEqual(Array.from({ length: 300 }, () => 'confirmed'))
  expect(await outcomesIn(state)).toEqual({ done: 300 })
})

test('a process that is killed before its last answers are on disk: a resume finds those files, and sends the others once', async () => {
  const { path, state, onDisk } = await openTwice()
  const plan = planOfUploads(200)
  const contents = new Map<string, Uint8Array>()
  const dying = heldFiles(contents)
  const copy = `${path}.killed`
  const seen = { answered: 0, recorded: 0, started: 0 }
  let isDead = false
  dying.onWrite = async () => {
    if (isDead) throw new Error('killed')
    const attempts = await onDisk.attemptsOf(uploadRun)
    seen.answered = dying.written.length
    seen.recorded = attempts.filter(({ answer }) => answer !== null).length
    seen.started = attempts.length
    // The files of a killed process are what they were at that moment.
    isDead = seen.answered - seen.recorded > 16
    if (!isDead) return
    for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end)
    throw new Error('killed')
  }
  await expect(applyUploads(plan, { files: dying, state })).rejects.toThrow('killed')
  const left = await openState(copy)
  onTestFinished(() => left.close())
  const unsure = (await left.unsettled(storeName)).length
  const alive = heldFiles(contents)
  const clock = virtualClock()
  const lease = await left.leaseOf(storeName)
  if (lease) await left.releaseLease(lease)

  const run = await applyUploads(plan, { files: alive, state: left, clock })

  expect([isDead, seen.started > seen.answered, unsure]).toEqual([true, true, seen.started - seen.recorded])
  expect([run.outcome, clock.slept]).toEqual(['done', [60_000]])
  expect([...dying.written, ...alive.written].toSorted()).toEqual(
    plan.steps.map((step) => (step.kind === 'put-file' ? step.path : '')).toSorted(),
  )
  expect(await left.unsettled(storeName)).toEqual([])
  expect(await outcomesIn(left)).toEqual({ satisfied: dying.written.length, done: 200 - dying.written.length })
})

test('a run that is stopped leaves no start of what it has not sent, and a later part keeps what an earlier one has recorded', async () => {
  const { state, onDisk } = await openTwice()
  const plan = planOfUploads(200)
  const files = heldFiles()
  const first = new AbortController()
  files.onWrite = async () => {
    if (files.written.length >= 40) first.abort()
  }
  const stopped = await applyUploads(plan, { files, state, stop: first })
  const sent = files.written.length
  const [attempts, after] = [await onDisk.attemptsOf(uploadRun), await outcomesIn(onDisk)]
  const second = new AbortController()
  const again = heldFiles(new Map())
  again.onWrite = async () => second.abort()

  const stoppedAgain = await applyUploads(plan, { files: again, state, stop: second, concurrency: 1 })

  expect([stopped.outcome, sent < 80, attempts.length, after]).toEqual(['interrupted', true, sent, { done: sent }])
  expect(attempts.every(({ answer }) => answer === 'confirmed')).toBe(true)
  expect([stoppedAgain.outcome, again.written.length]).toEqual(['interrupted', 1])
  expect([await outcomesIn(onDisk), await onDisk.unsettled(storeName)]).toEqual([{ done: sent }, []])
})

test('with a slow store no upload is sent with a start that is older than 5 seconds', async () => {
  const { state, onDisk } = await openTwice()
  const plan = planOfUploads(60)
  const stepOf = new Map(plan.steps.map((step) => [step.kind === 'put-file' ? step.path : '', step.id]))
  const clock = virtualClock()
  const files = heldFiles()
  const ages: number[] = []
  files.onWrite = async (path) => {
    const start = (await onDisk.attemptsOf(uploadRun)).findLast(({ step }) => step === stepOf.get(path))
    ages.push(clock.now().getTime() - Date.parse(start?.sentAt ?? ''))
    clock.advance(900)
  }

  const run = await applyUploads(plan, { files, state, clock, concurrency: 1 })

  expect([run.outcome, ages.length]).toEqual(['done', 60])
  expect([Math.max(...ages) > 900, ages.filter((age) => !(age <= 5_000))]).toEqual([true, []])
  expect([(await state.attemptsOf(uploadRun)).length, await outcomesIn(state)]).toEqual([60, { done: 60 }])
})

test('an upload that overwrites a file is not started before the file is kept', async () => {
  const { state, onDisk } = await openTwice()
  const paths = Array.from({ length: 20 }, (_, number) => `images/items/p${number}.png`)
  const old = new TextEncoder().encode('old')
  const plan = planOfUploads(
    20,
    paths.map((path) => ({ path, size: old.length, sha256: null })),
  )
  const files = heldFiles(new Map(paths.map((path) => [path, old])))
  const counts: (readonly [started: number, kept: number])[] = []
  files.onWrite = async () => {
    counts.push([(await onDisk.attemptsOf(uploadRun)).length, (await onDisk.preImagesOf(uploadRun)).size])
  }

  const run = await applyUploads(plan, { files, state, concurrency: 1 })

  expect(run.outcome).toBe('done')
  expect(counts).toEqual(Array.from({ length: 20 }, (_, index) => [index + 1, index + 1]))
})

test('a result that cannot be written, though nobody waits for it, ends the run', async () => {
  const { state } = await openTwice()
  const files = heldFiles()
  const full: State = { ...state, conclude: () => Promise.reject(new Error('the disk is full')) }

  const run = applyUploads(planOfUploads(200), { files, state: full })

  await expect(run).rejects.toThrow('the disk is full')
  expect(files.written.length).toBeLessThanOrEqual(40)
})
