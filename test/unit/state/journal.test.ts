import { afterEach, beforeEach, expect, test } from 'vitest'
import { openState } from '../../../src/state/open-state.ts'
import type { State } from '../../../src/state/state.ts'

const steps = [
  { id: 's001', title: 'create 2 groups' },
  { id: 's002', title: 'create 4 categories' },
]
const run = { id: 'r1', store: 'https://shop.example', planHash: 'abc', at: '2026-05-04T03:00:00Z', steps }
let state: State

beforeEach(() => {
  state = openState(':memory:')
})
afterEach(() => state.close())

test('a run that was started holds its steps in order, none of them tried', () => {
  state.startRun(run)

  const untouched = { intendedAt: null, concludedAt: null, outcome: null, message: null }
  expect(state.journalOf('r1')).toEqual([
    { stepId: 's001', title: 'create 2 groups', ...untouched },
    { stepId: 's002', title: 'create 4 categories', ...untouched },
  ])
  expect(state.runs()).toEqual([
    { id: 'r1', store: 'https://shop.example', planHash: 'abc', startedAt: '2026-05-04T03:00:00Z', endedAt: null, outcome: null },
  ])
})

test('a step is intended, then concluded; one that never went out is only concluded', () => {
  state.startRun(run)

  state.intend('r1', 's001', '2026-05-04T03:00:01Z')
  state.conclude('r1', {
    stepId: 's001',
    outcome: 'failed',
    message: 'The store refused POST UserGroups (400).',
    at: '2026-05-04T03:00:02Z',
  })
  state.conclude('r1', { stepId: 's002', outcome: 'blocked', message: null, at: '2026-05-04T03:00:03Z' })
  state.endRun('r1', 'partial', '2026-05-04T03:00:04Z')

  expect(state.journalOf('r1')).toEqual([
    {
      stepId: 's001',
      title: 'create 2 groups',
      intendedAt: '2026-05-04T03:00:01Z',
      concludedAt: '2026-05-04T03:00:02Z',
      outcome: 'failed',
      message: 'The store refused POST UserGroups (400).',
    },
    {
      stepId: 's002',
      title: 'create 4 categories',
      intendedAt: null,
      concludedAt: '2026-05-04T03:00:03Z',
      outcome: 'blocked',
      message: null,
    },
  ])
  expect(state.runs().map(({ endedAt, outcome }) => [endedAt, outcome])).toEqual([['2026-05-04T03:00:04Z', 'partial']])
})

test('the latest run comes first, also when clocks go back', () => {
  state.startRun(run)
  state.startRun({ ...run, id: 'r2', at: '2020-01-01T00:00:00Z', steps: [] })

  expect(state.runs().map(({ id }) => id)).toEqual(['r2', 'r1'])
  expect([state.journalOf('r2'), state.journalOf('r3')]).toEqual([[], []])
})

test('a run that cannot be started whole is not there at all', () => {
  const doubled = { ...run, steps: [...steps, { id: 's001', title: 'again' }] }

  expect(() => state.startRun(doubled)).toThrow(/UNIQUE/)
  expect([state.runs(), state.journalOf('r1')]).toEqual([[], []])
})

test('a step or run that was never started is a bug, and said to be one', () => {
  state.startRun(run)

  expect(() => state.intend('r1', 's999', 'now')).toThrow('This is a bug in planogram: step s999 of run r1 was never started')
  expect(() => state.conclude('r9', { stepId: 's001', outcome: 'done', message: null, at: 'now' })).toThrow('step s001 of run r9')
  expect(() => state.endRun('r9', 'done', 'now')).toThrow('run r9 was never started')
})
