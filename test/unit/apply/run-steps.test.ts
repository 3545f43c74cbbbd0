import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StepOutcome } from '../../../src/apply/events.ts'
import type { Ended, Failed } from '../../../src/apply/perform-step.ts'
import { type RunContext, runSteps } from '../../../src/apply/run-steps.ts'
import { openSlots } from '../../../src/apply/slots.ts'
import { isSuccess, stepResult } from '../../../src/apply/step-result.ts'
import type { Step } from '../../../src/plan/step.ts'

function step(id: string, needs: readonly string[] = []): Step {
  return { id, stage: 'files', title: id, idempotency: 'keyed', needs, changes: [], kind: 'verify', of: [] }
}

function ended(root: string, outcome: StepOutcome): Ended {
  return { outcome, root, address: root, seen: null, message: outcome === 'failed' ? 'no' : null, operation: null }
}

/** Runs steps of which each writes the same root: `outcomeOf` decides how it ends, unless the root failed before. */
function context(concurrency: number, outcomeOf: (step: Step, failed: Failed) => StepOutcome | Promise<StepOutcome>): RunContext {
  return {
    slots: openSlots(() => concurrency),
    stop: new AbortController().signal,
    needsOf: ({ needs }) => needs,
    begin: () => true,
    perform: async (one, failed) => {
      const outcome = failed.roots.has('root') ? 'blocked' : await outcomeOf(one, failed)
      const all = [ended('root', outcome)]
      return { ended: all, result: stepResult(one, all) }
    },
  }
}

test('a root that failed is passed on to the steps that need the step, however far, and to no others', async () => {
  const steps = [step('a'), step('b', ['a']), step('c', ['b']), step('d'), step('e', ['d'])]
  const started: string[] = []

  const results = await runSteps(
    steps,
    context(1, ({ id }) => {
      started.push(id)
      return id === 'a' ? 'failed' : 'done'
    }),
  )

  expect(results.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(['a failed', 'b blocked', 'c blocked', 'd done', 'e done'])
  expect(started).toEqual(['a', 'd', 'e'])
})

test('a step that becomes ready goes before later steps of the plan that were ready already', async () => {
  const started: string[] = []
  const steps = [step('a'), step('b', ['a']), step('c'), step('d', ['a']), step('e'), step('f')]

  await runSteps(
    steps,
    context(1, ({ id }) => {
      started.push(id)
      return 'done'
    }),
  )

  expect(started).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

test('the roots of a step that did not fail go on', async () => {
  const good = new Set<string>()

  const results = await runSteps([step('a'), step('b', ['a'])], {
    ...context(1, () => 'done'),
    perform: (one, failed) => {
      const roots = ['bad', 'good'].map((root): Ended =>
        failed.roots.has(root) ? ended(root, 'blocked') : ended(root, root === 'bad' ? 'failed' : 'done'),
      )
      for (const { root, outcome } of roots) if (outcome === 'done') good.add(`${one.id} ${root}`)
      return Promise.resolve({ ended: roots, result: stepResult(one, roots) })
    },
  })

  expect([...good]).toEqual(['a good', 'b good'])
  expect(results).toEqual([
    { id: 'a', outcome: 'failed', message: 'no', items: 0 },
    { id: 'b', outcome: 'blocked', message: '', items: 0 },
  ])
})

test('after a stop nothing new starts, and what runs is waited for', async () => {
  const stop = new AbortController()
  const release = Promise.withResolvers<StepOutcome>()
  const all: string[] = []

  const results = await runSteps([step('a'), step('b'), step('c')], {
    ...context(2, async ({ id }) => {
      if (id === 'b') {
        stop.abort()
        release.resolve('done')
      }
      const outcome = await release.promise
      all.push(id)
      return outcome
    }),
    stop: stop.signal,
  })

  expect(all).toEqual(['a', 'b'])
  expect(results.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('a bug ends everything, after what runs has ended', async () => {
  const all: string[] = []

  const running = runSteps(
    [step('a'), step('b'), step('c')],
    context(2, async ({ id }) => {
      await Promise.resolve()
      if (id === 'a') throw new TypeError('a bug')
      all.push(id)
      return 'done' as const
    }),
  )

  await expect(running).rejects.toThrow('a bug')
  expect(all).toEqual(['b'])
})

test('steps that need what is no earlier step are a bug of the plan', async () => {
  const run = context(1, () => 'done')

  await expect(runSteps([step('a', ['b']), step('b')], run)).rejects.toThrow('step a needs b')
  await expect(runSteps([step('a'), step('a')], run)).rejects.toThrow('two steps have the id a')
})

test('law: every step ends once, after all that it needs, never more at a time than allowed', async () => {
  const graph = fc.array(
    fc.tuple(fc.array(fc.nat({ max: 30 }), { maxLength: 3 }), fc.constantFrom<StepOutcome>('done', 'satisfied', 'failed', 'unknown')),
    { maxLength: 25 },
  )
  await fc.assert(
    fc.asyncProperty(graph, fc.integer({ min: 1, max: 5 }), async (nodes, concurrency) => {
      const outcomes = new Map(nodes.map(([, outcome], index) => [`s${index}`, outcome]))
      const steps = nodes.map(([needs], index) =>
        step(`s${index}`, [...new Set(needs.filter((need) => need < index).map((need) => `s${need}`))]),
      )
      const all = new Map<string, StepOutcome>()
      let running = 0
      let most = 0

      const results = await runSteps(steps, {
        ...context(concurrency, () => 'done'),
        perform: async (one, failed) => {
          expect(one.needs.every((need) => all.has(need))).toBe(true)
          expect(failed.roots.has('root')).toBe(one.needs.some((need) => !isSuccess(all.get(need) ?? 'failed')))
          running += 1
          most = Math.max(most, running)
          await Promise.resolve()
          running -= 1
          const outcome = failed.roots.has('root') ? 'blocked' : (outcomes.get(one.id) ?? 'done')
          expect(all.has(one.id)).toBe(false)
          all.set(one.id, outcome)
          return { ended: [ended('root', outcome)], result: stepResult(one, [ended('root', outcome)]) }
        },
      })

      expect(results.map(({ id }) => id)).toEqual(steps.map(({ id }) => id))
      expect(most).toBeLessThanOrEqual(concurrency)
      expect(Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]))).toEqual(Object.fromEntries(all))
    }),
    { numRuns: 100 },
  )
})

test('a step that has to wait for those that run starts when one of them ends', async () => {
  const running = new Set<string>()
  const seen: string[] = []

  const results = await runSteps([step('a'), step('b'), step('c')], {
    ...context(3, () => 'done'),
    begin: ({ id }) => {
      if (running.size === 2) return false
      running.add(id)
      return true
    },
    perform: async (one) => {
      seen.push([...running].join(' '))
      await Promise.resolve()
      running.delete(one.id)
      const all = [ended(one.id, 'done')]
      return { ended: all, result: stepResult(one, all) }
    },
  })

  expect(results.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(['a done', 'b done', 'c done'])
  expect(seen.every((ids) => ids.split(' ').length <= 2)).toBe(true)
  expect(seen.length).toBe(3)
})
