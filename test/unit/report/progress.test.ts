import { expect, test } from 'vitest'
import { countSteps, followApply, noProgress, type Progress, rateOf, timeLeftMs } from '../../../src/report/progress.ts'
import type { ApplyEvent } from '../../../src/apply/events.ts'
import { ends, fails, post, runStarted, starts, upload } from '../../support/sample-run.ts'

function follow(events: readonly (readonly [ApplyEvent, number])[]): Progress {
  return events.reduce((progress, [event, atMs]) => followApply(progress, event, atMs), noProgress)
}

test('steps are counted by stage; a failed one is ended, but its records are not done', () => {
  const [a, b, products] = [upload('s1', 'a.jpg'), upload('s2', 'b.jpg'), post('s4', 60)]

  const progress = follow([
    [runStarted, 0],
    [starts(a), 0],
    [starts(b), 0],
    [ends(a), 500],
    [ends(b, 'failed', 'no such folder'), 1000],
    [starts(products), 1000],
  ])

  expect(progress.stages.map(({ stage, endedSteps, doneItems, failed }) => [stage, endedSteps, doneItems, failed])).toEqual([
    ['files', 2, 1, 1],
    ['products', 0, 0, 0],
    ['go live', 0, 0, 0],
  ])
  expect(progress.inFlight).toEqual([products])
  expect(countSteps(progress)).toEqual({ ended: 2, all: 5 })
})

test('there is no time left in the first three seconds', () => {
  const started: (readonly [ApplyEvent, number])[] = [
    [runStarted, 0],
    [starts(upload('s1', 'a.jpg')), 0],
    [ends(upload('s1', 'a.jpg')), 2000],
  ]

  const progress = follow(started)

  expect(timeLeftMs(progress, 2500)).toBeUndefined()
  expect(progress.stages.map(rateOf)).toEqual([0.5, undefined, undefined])
  expect(timeLeftMs(progress, 4000)).toBeCloseTo((2 / 0.5) * 1000 + 2 * 4000)
})

function failing(count: number): Progress {
  const steps = Array.from({ length: count }, (_, number) => upload(`s${number}`, 'a.jpg'))
  return follow(
    steps.flatMap((step) => [[fails(step, 'no such folder'), 0] as const, [ends(step, 'failed', 'no such folder'), 0] as const]),
  )
}

test('failures are counted, and the progress does not grow with them', () => {
  expect(failing(3).failures).toBe(3)
  expect(JSON.stringify(failing(10_000)).length - JSON.stringify(failing(10)).length).toBeLessThan(20)
})

test('the time left contains a wait, and is unknown where nothing happens for longer', () => {
  const [a, b] = [upload('s1', 'a.jpg'), upload('s2', 'b.jpg')]
  const loads = { ...runStarted, stages: [{ stage: 'files', steps: 2, items: 2 }] } as const
  const begun: (readonly [ApplyEvent, number])[] = [
    [loads, 0],
    [starts(a), 0],
    [ends(a), 4000],
    [starts(b), 4000],
  ]
  const wait = { type: 'waiting', step: b, reason: 'settle', seconds: 60, until: '2026-11-23T12:03:20.000Z' } as const

  const running = follow(begun)
  const waiting = follow([...begun, [wait, 5000]])
  const again = follow([...begun, [wait, 5000], [{ type: 'retrying', step: b, reason: 'lost' }, 65_000]])

  expect([5000, 14_000].map((atMs) => timeLeftMs(running, atMs))).toEqual([4000, undefined])
  expect([5000, 35_000, 64_000].map((atMs) => timeLeftMs(waiting, atMs))).toEqual([64_000, 34_000, 5000])
  expect(timeLeftMs(again, 65_000)).toBe(4000)
})
