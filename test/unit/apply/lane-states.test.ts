import { expect, test } from 'vitest'
import type { LaneState } from '../../../src/apply/lane-state.ts'
import { type LaneStates, openLaneStates } from '../../../src/apply/lane-states.ts'
import type { Lane, LaneOperation } from '../../../src/plan/operation.ts'

/** A lane with two tracks, as it is derived each time: equal, and another object. */
function laneAt(address: string): Lane {
  const track = { target: { kind: 'grid', sku: address }, images: [null] } as const
  return {
    root: { address, resource: 'Product', key: address },
    operations: [],
    tracks: new Map([
      [`Product ${address}`, track],
      [`grid ${address}`, track],
    ]),
  }
}

function stateOf(address: string): LaneState {
  const positions = new Map([
    [`Product ${address}`, 2],
    [`grid ${address}`, 0],
  ])
  return { lane: laneAt(address), positions, pending: new Map([[`grid ${address}`, new Set(['row'])]]), refusal: `${address} has changed` }
}

test('states beyond the number that is held are derived again, with everything that the plan does not determine', () => {
  const derived: string[] = []
  const states = openLaneStates((root) => {
    derived.push(root)
    return laneAt(root)
  }, 1)
  for (const root of ['a', 'b', 'c']) states.add(stateOf(root))

  states.release()
  const found = ['a', 'b', 'c'].map((root) => states.get(root))

  expect(found).toEqual(['a', 'b', 'c'].map(stateOf))
  expect(derived).toEqual(['a', 'b'])
})

test('what is changed in a state is there after it was packed, and a deleted one is gone', () => {
  const states = openLaneStates(laneAt, 0)
  for (const root of ['a', 'b']) states.add(stateOf(root))
  states.release()

  states.get('a')?.positions.set('grid a', 1)
  states.release()
  states.delete('b')

  expect([...(states.get('a')?.positions.values() ?? [])]).toEqual([2, 1])
  expect([states.roots(), states.get('b')]).toEqual([['a'], undefined])
})

test('the states of given roots are packed though more are allowed, and only these', () => {
  const derived: string[] = []
  const states = openLaneStates((root) => {
    derived.push(root)
    return laneAt(root)
  }, 10)
  for (const root of ['a', 'b', 'c']) states.add(stateOf(root))

  states.release(['b', 'unknown'])
  const found = ['a', 'b', 'c'].map((root) => states.get(root))

  expect(found).toEqual(['a', 'b', 'c'].map(stateOf))
  expect(derived).toEqual(['b'])
})

test.each([0, 10])('moves are recorded in a state that is packed or not, without its lane, where %i are held', (held) => {
  const derived: string[] = []
  const states = openLaneStates((root) => {
    derived.push(root)
    return laneAt(root)
  }, held)
  for (const root of ['a', 'b']) states.add(stateOf(root))
  states.release()

  states.advance('a', {
    at: 0,
    moves: [
      { track: 'grid a', at: 1, to: 1 },
      { track: 'Product a', at: 0, to: 3 },
    ],
  })
  const derivedToAdvance = derived.length
  const [a, b] = [states.get('a'), states.get('b')]

  expect(derivedToAdvance).toBe(0)
  expect(a).toEqual({
    ...stateOf('a'),
    positions: new Map([
      ['Product a', 3],
      ['grid a', 1],
    ]),
    pending: new Map(),
  })
  expect(b).toEqual(stateOf('b'))
})

test.each(['in memory', 'packed'])('how far a root has come is read of a state that is %s, without its lane', (where) => {
  const derived: string[] = []
  const states = openLaneStates((root) => {
    derived.push(root)
    return laneAt(root)
  }, 10)
  states.add(stateOf('a'))
  if (where === 'packed') states.release(['a'])
  const [product, grid] = ['Product', 'grid'].map((kind, at) => ({ at, moves: [{ track: `${kind} a`, at, to: 2 }] }))
  const both = { at: 2, moves: [product, grid].flatMap((operation) => operation?.moves ?? []) }
  const nothing = { at: 3, moves: [] }
  const seen = (): readonly unknown[] => {
    const progress = states.progress('a')
    return [product, grid, both, nothing].map((operation) => operation && [progress?.isDone(operation), progress?.isUntouched(operation)])
  }

  const before = seen()
  states.advance('a', both)

  expect(before).toEqual([
    [true, false],
    [false, false],
    [false, false],
    [false, true],
  ])
  expect(seen()).toEqual([
    [true, false],
    [true, false],
    [true, false],
    [false, true],
  ])
  expect([states.progress('a')?.refusal, states.progress('c'), derived]).toEqual(['a has changed', undefined, []])
})

/** Two operations of a new root: the first writes both tracks, the second one of them once more. */
const operations = [
  {
    at: 0,
    moves: [
      { track: 'Product a', at: 0, to: 1 },
      { track: 'grid a', at: 1, to: 1 },
    ],
  },
  { at: 1, moves: [{ track: 'Product a', at: 0, to: 2 }] },
] as const

/** The states of one new root with these operations. */
function openNew(): { readonly states: LaneStates; readonly derived: readonly string[] } {
  const derived: string[] = []
  const states = openLaneStates((root) => {
    derived.push(root)
    const place = { step: { id: 's001', kind: 'delete-prices' }, at: 0, id: 'o' } as unknown as LaneOperation['place']
    const common = { id: 'o', step: 's001', address: root, idempotency: 'delete', items: 1, place } as const
    const lane = laneAt(root)
    return { ...lane, operations: operations.map((operation) => ({ ...common, ...operation, root: lane.root })) }
  }, 10)
  states.addNew('a')
  return { states, derived }
}

test.each([0, 1, 2])('the state of a new root is how many of its operations are done, and is derived from %i of them', (done) => {
  const { states, derived } = openNew()
  for (const operation of operations.slice(0, done)) states.advance('a', operation)

  const progress = states.progress('a')
  const seen = operations.map((operation) => [progress?.isDone(operation), progress?.isUntouched(operation)])
  const derivedBefore = derived.length
  const known = states.doneOfNew('a')
  const state = states.get('a')

  expect(seen).toEqual([0, 1].map((at) => [at < done, at >= done]))
  expect([known, derivedBefore, progress?.refusal]).toEqual([done, 0, null])
  expect([...(state?.positions ?? [])]).toEqual([
    ['Product a', done],
    ['grid a', Math.min(done, 1)],
  ])
  expect([state?.pending.size, state?.refusal, states.doneOfNew('a')]).toEqual([0, null, undefined])
})

test('an operation of a new root that ends before an earlier one is recorded in its lane', () => {
  const { states, derived } = openNew()

  states.advance('a', operations[1])

  expect([...(states.get('a')?.positions ?? [])]).toEqual([
    ['Product a', 2],
    ['grid a', 0],
  ])
  expect(derived).toEqual(['a'])
})
