import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { laneOf } from '../../../src/plan/lane.ts'
import { derivedList } from '../../../src/source/derived-list.ts'
import { packedRootsOf } from '../../../src/diff/packed-changes.ts'
import { makePlan } from '../../../src/plan/make-plan.ts'
import { indexOperations } from '../../../src/plan/operations.ts'
import { formatPlanFile } from '../../../src/plan/plan-file.ts'
import { defaultLimits } from '../../../src/plan/plan-limits.ts'
import { actionAt } from '../../../src/plan/step-actions.ts'
import { anyCatalogue } from '../../support/any-catalogue.ts'
import { knownCapabilities } from '../../support/desired-records.ts'
import { diffModel, modelOf } from '../../support/law-model.ts'
import { modelStore } from '../../support/model-store.ts'
import { notPlain } from '../../support/not-plain.ts'

test('the elements of a derived list are made when they are read, and it is a list like any other', () => {
  const made: number[] = []
  const list = derivedList({
    all: [10, 20, 30],
    count: () => 1,
    elements: (value) => {
      made.push(value)
      return [{ value }]
    },
  })

  expect([made, list.length, made]).toEqual([[], 3, []])
  expect(list[1]).toEqual({ value: 20 })
  expect(made).toEqual([20])
  expect([list[3], list.at(-1), 2 in list, 3 in list]).toEqual([undefined, { value: 30 }, true, false])
  expect(list).toStrictEqual([{ value: 10 }, { value: 20 }, { value: 30 }])
  expect(list.map(({ value }) => value)).toEqual([10, 20, 30])
  expect([...list.entries()].map(([index, { value }]) => [index, value])).toEqual([
    [0, 10],
    [1, 20],
    [2, 30],
  ])
  expect(JSON.stringify({ list })).toBe('{"list":[{"value":10},{"value":20},{"value":30}]}')
  expect(Object.keys(list)).toEqual(['0', '1', '2'])
  expect(notPlain(list)).toEqual([])
  expect(() => Object.assign(list, { 0: { value: 1 } })).toThrow(TypeError)
  expect(() => Object.assign(list, { length: 0 })).toThrow(TypeError)
})

test('the elements of a run are made together, and remembered until another run is read', () => {
  const made: string[] = []
  const list = derivedList({
    all: ['ab', '', 'cde', 'f'],
    count: (run) => run.length,
    elements: (run) => {
      made.push(run)
      return run.split('')
    },
  })

  expect([...list]).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(made).toEqual(['ab', 'cde', 'f'])
  expect([5, 1, 3, 2, 0, 4].map((index) => list[index])).toEqual(['f', 'b', 'd', 'c', 'a', 'e'])
  expect([list.length, list[6], list.indexOf('e')]).toEqual([6, undefined, 4])
  expect([...derivedList({ all: [], count: () => 1, elements: () => [1] })]).toEqual([])
})

test('law: a plan whose changes are packed and whose records are derived has the same file and operations as a plan that holds them', async () => {
  let [records, packed] = [0, 0]
  await fc.assert(
    fc.asyncProperty(anyCatalogue, anyCatalogue, fc.boolean(), fc.boolean(), async (before, after, startsEmpty, barrier) => {
      const model = startsEmpty ? modelStore(knownCapabilities) : modelOf(before)
      const planWith = async (derivesRecords: boolean): Promise<ReturnType<typeof makePlan>> => {
        const changes = await diffModel(after, model, derivesRecords ? { packsAfter: 0 } : {})
        return makePlan({
          changes,
          madeFrom: {
            catalogue: 'c'.repeat(64),
            store: { name: 'local', baseUrl: 'https://shop.example', filesUrl: null },
            capabilities: knownCapabilities,
            certificate: [],
          },
          notices: [],
          limits: { ...defaultLimits, recordsPerRequest: 3 },
          barrier,
          derivesRecords,
          engineVersion: '0.1.0',
          madeAt: '2026-11-20T07:00:00Z',
        })
      }

      const [plain, derived] = [await planWith(false), await planWith(true)]

      expect([...formatPlanFile(derived)].join('')).toBe([...formatPlanFile(plain)].join(''))
      const lanes = [plain, derived].map((plan) => {
        const index = indexOperations(plan)
        return [...index.roots.values()].map((parts) => {
          const { operations, tracks } = laneOf(parts, index.capabilities)
          return { operations: operations.map(({ place, ...rest }) => ({ ...rest, action: actionAt(place) })), tracks: [...tracks] }
        })
      })
      expect(lanes[1]).toEqual(lanes[0])
      packed += packedRootsOf(derived.changes).length
      records += derived.steps.reduce((sum, step) => sum + (step.kind === 'post' && step.stage === 'products' ? step.records.length : 0), 0)
    }),
    { numRuns: 100 },
  )
  expect(records).toBeGreaterThan(100)
  expect(packed).toBeGreaterThan(100)
})
