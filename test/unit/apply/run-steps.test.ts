import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StepOutcome } from '../../../src/apply/events.ts'
import type { Performed } from '../../../src/apply/perform-step.ts'
import { runSteps } from '../../../src/apply/run-steps.ts'
import type { Step } from '../../../src/plan/step.ts'

function step(id: string, needs: readonly string[] = []): Step {
  return { id, stage: 'files', title: id, idempotency: 'keyed', needs, changes: [], kind: 'verify', of: [] }
}

const done: Performed = { outcome: 'done', message: null }
const failed: Performed = { outcome: 'failed', message: 'no' }
const never = new AbortController().signal

test('a failed step blocks what needs it, however far, and nothing else', async () => {
  const steps = [step('a'), step('b', ['a']), step('c', ['b']), step('d'), step('e', ['d'])]
  const started: string[] = []
  const blocked: string[] = []

  const results = await runSteps(steps, {
    concurrency: 1,
    stop: never,
    perform: ({ id }) => {
      started.push(id)
      return Promise.resolve(id === 'a' ? failed : done)
    },
    block: ({ id }) => {
      blocked.push(id)
      return Promise.resolve()
    },
  })

  expect([...results.values()].map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
    'a failed',
    'b blocked',
    'c blocked',
    'd done',
    'e done',
  ])
  expect([results.get('b')?.message, results.get('c')?.message]).toEqual(['skipped: a failed', 'skipped: a failed'])
  expect(started).toEqual(['a', 'd', 'e'])
  expect(blocked).toEqual(['b', 'c'])
})

test('after a stop nothing new starts, and what runs is waited for', async () => {
  const stop = new AbortController()
  const release = Promise.withResolvers<Performed>()
  const ended: string[] = []

  const results = await runSteps([step('a'), step('b'), step('c')], {
    concurrency: 2,
    stop: stop.signal,
    perform: async ({ id }) => {
      if (id === 'b') {
        stop.abort()
        release.resolve(done)
      }
      const performed = await release.promise
      ended.push(id)
      return performed
    },
    block: () => Promise.resolve(),
  })

  expect(ended).toEqual(['a', 'b'])
  expect([...results.keys()]).toEqual(['a', 'b'])
})

test('a bug ends everything, after what runs has ended', async () => {
  const ended: string[] = []

  const running = runSteps([step('a'), step('b'), step('c')], {
    concurrency: 2,
    stop: never,
    perform: async ({ id }) => {
      await Promise.resolve()
      if (id === 'a') throw new TypeError('a bug')
      ended.push(id)
      return done
    },
    block: () => Promise.resolve(),
  })

  await expect(running).rejects.toThrow('a bug')
  expect(ended).toEqual(['b'])
})

test('steps that need what is no earlier step are a bug of the plan', async () => {
  const context = { concurrency: 1, stop: never, perform: () => Promise.resolve(done), block: () => Promise.resolve() }

  await expect(runSteps([step('a', ['b']), step('b')], context)).rejects.toThrow('step a needs b')
  await expect(runSteps([step('a'), step('a')], context)).rejects.toThrow('two steps have the id a')
})

test('law: every step ends once, after all that it needs, never more at a time than allowed', async () => {
  const graph = fc.array(
    fc.tuple(fc.array(fc.nat({ max: 30 }), { maxLength: 3 }), fc.constantFrom<StepOutcome>('done', 'satisfied', 'failed', 'unknown')),
    {
      maxLength: 25,
    },
  )
  await fc.assert(
    fc.asyncProperty(graph, fc.integer({ min: 1, max: 5 }), async (nodes, concurrency) => {
      const outcomes = new Map(nodes.map(([, outcome], index) => [`s${index}`, outcome]))
      const steps = nodes.map(([needs], index) =>
        step(`s${index}`, [...new Set(needs.filter((need) => need < index).map((need) => `s${need}`))]),
      )
      const ended = new Map<string, StepOutcome>()
      let running = 0
      let most = 0

      const results = await runSteps(steps, {
        concurrency,
        stop: never,
        perform: async ({ id, needs }) => {
          expect(needs.every((need) => ['done', 'satisfied'].includes(ended.get(need) ?? ''))).toBe(true)
          running += 1
          most = Math.max(most, running)
          await Promise.resolve()
          running -= 1
          const outcome = outcomes.get(id) ?? 'done'
          expect(ended.has(id)).toBe(false)
          ended.set(id, outcome)
          return { outcome: outcome === 'blocked' ? 'failed' : outcome, message: null }
        },
        block: ({ id }) => {
          expect(ended.has(id)).toBe(false)
          ended.set(id, 'blocked')
          return Promise.resolve()
        },
      })

      expect([...results.keys()]).toEqual(steps.map(({ id }) => id))
      expect(most).toBeLessThanOrEqual(concurrency)
      expect(Object.fromEntries([...results].map(([id, { outcome }]) => [id, outcome]))).toEqual(Object.fromEntries(ended))
    }),
    { numRuns: 100 },
  )
})
