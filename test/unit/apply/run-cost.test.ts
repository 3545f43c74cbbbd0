import { expect, test } from 'vitest'
import { applyPlan } from '../../../src/apply/apply-plan.ts'
import { expectedAfter, indexPlan } from '../../../src/apply/expected-rows.ts'
import type { Performed } from '../../../src/apply/perform-step.ts'
import { runSteps } from '../../../src/apply/run-steps.ts'
import type { Step } from '../../../src/plan/step.ts'
import { openState } from '../../../src/state/open-state.ts'
import { countReads } from '../../support/counted-reads.ts'
import { largeChanges, largePlanPicture, planOfChanges } from '../../support/large-plan.ts'
import { memoryStore } from '../../support/memory-store.ts'

/** Ten times the steps may be looked at eleven times as often. */
const mostGrowth = 11
const sizes = [500, 5000] as const

function step(number: number, needs: readonly number[]): Step {
  const ids = needs.map((need) => `s${need}`)
  return { id: `s${number}`, stage: 'files', title: '', idempotency: 'keyed', needs: ids, changes: [], kind: 'verify', of: [] }
}

function steps(count: number, needsOf: (number: number) => readonly number[]): readonly Step[] {
  return Array.from({ length: count }, (_, number) => step(number, needsOf(number)))
}

const plans = sizes.map((size) => ({ size, plan: planOfChanges(largeChanges(size)) }))
const done: Performed = { outcome: 'done', message: null }
const failed: Performed = { outcome: 'failed', message: 'no' }

/** Ways in which steps may need each other. */
const shapes: Readonly<Record<string, (number: number) => readonly number[]>> = {
  'none needs another': () => [],
  'each needs the one before': (number) => (number === 0 ? [] : [number - 1]),
  'all need the first': (number) => (number === 0 ? [] : [0]),
  'each needs two of far before': (number) => (number < 2 ? [] : [number >> 1, number >> 2]),
  'late ones are ready early': (number) => (number % 2 === 0 ? [] : [number - 1]),
}

test.each(Object.entries(shapes))('running %s: the reads grow as the steps do', async (_, needsOf) => {
  const counts = await Promise.all(
    sizes.map(async (size) => {
      const { values, reads } = countReads(steps(size, needsOf))
      const results = await runSteps(values, {
        concurrency: 16,
        stop: new AbortController().signal,
        perform: () => Promise.resolve(done),
        block: () => Promise.resolve(),
      })
      expect(results.size).toBe(size)
      return reads()
    }),
  )

  expect(growth(counts)).toBeLessThanOrEqual(mostGrowth)
})

test.each(Object.entries(shapes))('blocking what depends on steps that fail, %s: the reads grow as the steps do', async (_, needsOf) => {
  const counts = await Promise.all(
    sizes.map(async (size) => {
      const { values, reads } = countReads(steps(size, needsOf))
      let blocked = 0
      const results = await runSteps(values, {
        concurrency: 16,
        stop: new AbortController().signal,
        perform: ({ id }) => Promise.resolve(id.endsWith('0') ? failed : done),
        block: async () => {
          blocked += 1
        },
      })
      expect(results.size).toBe(size)
      expect(blocked).toBe([...results.values()].filter(({ outcome }) => outcome === 'blocked').length)
      return reads()
    }),
  )

  expect(growth(counts)).toBeLessThanOrEqual(mostGrowth)
})

test('what every read-back expects: the reads of steps and changes grow as the plan does', () => {
  const counts = plans.map(({ size, plan }) => {
    const verifies = plan.steps.flatMap((one) => (one.kind === 'verify' ? [one] : []))
    const counted = { steps: countReads(plan.steps), changes: countReads(plan.changes) }
    const index = indexPlan({ ...plan, steps: counted.steps.values, changes: counted.changes.values })
    const expected = verifies.map(({ of }) => expectedAfter(index, of))
    expect(expected.reduce((sum, { records }) => sum + (records.get('Product')?.length ?? 0), 0)).toBeGreaterThan(size / 5)
    return counted.steps.reads() + counted.changes.reads()
  })

  expect(growth(counts)).toBeLessThanOrEqual(mostGrowth)
})

test('a whole apply without a network: the reads of steps and changes grow as the plan does', async () => {
  const counts = await Promise.all(
    plans.map(async ({ size, plan }) => {
      const counted = { steps: countReads(plan.steps), changes: countReads(plan.changes) }
      const store = memoryStore()
      const state = await openState(':memory:')
      const run = await applyPlan({
        plan: { ...plan, steps: counted.steps.values, changes: counted.changes.values },
        store,
        state,
        readPicture: () => Promise.resolve(largePlanPicture),
        clock: virtualClock(),
        runId: 'r1',
        stop: new AbortController().signal,
        onEvent: () => undefined,
        limits: { concurrency: 16, settleMs: 60_000 },
      })
      const ended = (await state.operationsOf('r1')).filter(({ outcome }) => outcome === 'done').length
      await state.close()
      expect([run.outcome, ended, store.requests().uploads]).toEqual(['done', plan.steps.length, size])
      return counted.steps.reads() + counted.changes.reads()
    }),
  )

  expect(growth(counts)).toBeLessThanOrEqual(mostGrowth)
})

function growth(counts: readonly number[]): number {
  const [small = 0, large = 0] = counts
  expect(small).toBeGreaterThan(sizes[0])
  return large / small
}
