import { expect, test } from 'vitest'
import type { LaneState } from '../../../src/apply/lane-state.ts'
import { openLaneStates } from '../../../src/apply/lane-states.ts'
import type { Lane } from '../../../src/plan/operation.ts'

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

  states.advance('a', [
    { track: 'grid a', at: 1, to: 1 },
    { track: 'Product a', at: 0, to: 3 },
  ])
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
  states.addNew('b')
  if (where === 'packed') states.release(['a'])
  const moves = ['Product', 'grid'].map((kind, at) => ({ track: `${kind} a`, at, to: 3 }))
  const seen = (root: string): readonly unknown[] => {
    const progress = states.progress(root)
    return [progress?.refusal, moves.map((move) => [progress?.positionOf(move), progress?.isPending(move)])]
  }

  const before = [seen('a'), seen('b')]
  states.advance('a', moves.slice(1))

  expect(before).toEqual([
    [
      'a has changed',
      [
        [2, false],
        [0, true],
      ],
    ],
    [
      null,
      [
        [0, false],
        [0, false],
      ],
    ],
  ])
  expect(seen('a')).toEqual([
    'a has changed',
    [
      [2, false],
      [3, false],
    ],
  ])
  expect([states.progress('c'), derived]).toEqual([undefined, []])
})
