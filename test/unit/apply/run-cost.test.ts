import { expect, test } from 'vitest'
import { applyPlan } from '../../../src/apply/apply-plan.ts'
import type { StepOutcome } from '../../../src/apply/events.ts'
import { type RunContext, runSteps } from '../../../src/apply/run-steps.ts'
import { openSlots } from '../../../src/apply/slots.ts'
import { laneOf } from '../../../src/plan/lane.ts'
import { indexOperations } from '../../../src/plan/operations.ts'
import type { Step } from '../../../src/plan/step.ts'
import { openState } from '../../../src/state/open-state.ts'
import { countReads } from '../../support/counted-reads.ts'
import { largeChanges, largePlanPicture, largeStore, planOfChanges } from '../../support/large-plan.ts'
import { virtualClock } from '../../support/virtual-clock.ts'
import { memoryStore } from '../../support/memory-store.ts'

/** Ten times the steps may be looked at ten and a half times as often. */
const mostGrowth = 10.5
const sizes = [250, 2500] as const

function step(number: number, needs: readonly number[]): Step {
  const ids = needs.map((need) => `s${need}`)
  return { id: `s${number}`, stage: 'files', title: '', idempotency: 'keyed', needs: ids, changes: [], kind: 'verify', of: [] }
}

function steps(count: number, needsOf: (number: number) => readonly number[]): readonly Step[] {
  return Array.from({ length: count }, (_, number) => step(number, needsOf(number)))
}

const plans = sizes.map((size) => ({ size, plan: planOfChanges(largeChanges(size)) }))

/** Sixteen steps at a time, each of which writes the same root, and fails where it fails itself or a step that it needs has. */
function contextOf(outcomeOf: (step: Step) => StepOutcome): RunContext {
  return {
    slots: openSlots(() => 16),
    stop: new AbortController().signal,
    needsOf: ({ needs }) => needs,
    begin: () => true,
    perform: (one, { roots }) => {
      const outcome = roots.has('root') ? 'blocked' : outcomeOf(one)
      const ended = [{ outcome, root: 'root', address: 'root', seen: null, message: null, operation: null }]
      return Promise.resolve({ ended, result: { id: one.id, outcome, message: null } })
    },
  }
}

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
      const results = await runSteps(
        values,
        contextOf(() => 'done'),
      )
      expect(results.length).toBe(size)
      return reads()
    }),
  )

  expect(growth(counts)).toBeLessThanOrEqual(mostGrowth)
})

test.each(Object.entries(shapes))('blocking what depends on steps that fail, %s: the reads grow as the steps do', async (_, needsOf) => {
  const counts = await Promise.all(
    sizes.map(async (size) => {
      const { values, reads } = countReads(steps(size, needsOf))
      const results = await runSteps(
        values,
        contextOf(({ id }) => (id.endsWith('0') ? 'failed' : 'done')),
      )
      expect(results.length).toBe(size)
      expect(results.filter(({ outcome }) => outcome === 'failed').length).toBeGreaterThan(0)
      return reads()
    }),
  )

  expect(growth(counts)).toBeLessThanOrEqual(mostGrowth)
})

test('what is true before and after each operation: the reads of steps and changes grow as the plan does', () => {
  const counts = plans.map(({ size, plan }) => {
    const counted = { steps: countReads(plan.steps), changes: countReads(plan.changes) }
    const index = indexOperations({ ...plan, steps: counted.steps.values, changes: counted.changes.values })
    const lanes = [...index.roots.values()].map((parts) => laneOf(parts, index.capabilities))
    expect(lanes.reduce((sum, { operations }) => sum + operations.length, 0)).toBeGreaterThan(size)
    return counted.steps.reads() + counted.changes.reads()
  })

  expect(growth(counts)).toBeLessThanOrEqual(mostGrowth)
})

test('a whole apply without a network: the reads of steps and changes grow as the plan does', async () => {
  const counts = await Promise.all(
    plans.map(async ({ size, plan }) => {
      const counted = { steps: countReads(plan.steps), changes: countReads(plan.changes) }
      const store = memoryStore(largeStore(size))
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
      expect(run.failures.slice(0, 2)).toEqual([])
      expect([run.outcome, store.requests().uploads]).toEqual(['done', size])
      expect(ended).toBeGreaterThan(size)
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
