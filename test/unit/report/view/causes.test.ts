import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UnitRef } from '../../../../src/report/view/cause-view.ts'
import { planView } from '../../../../src/report/view/plan-view.ts'
import { rootsOfUnits, unitsOf, unitsOfAlone } from '../../../../src/report/view/units.ts'
import { anyChanges } from '../../../support/any-changes.ts'
import { notPlain } from '../../../support/not-plain.ts'
import { planOf } from '../../../support/sample-plan.ts'

function keysOf(units: readonly UnitRef[]): readonly string[] {
  return units.map(({ root, at, field }) => `${root} ${at} ${field ?? ''}`).toSorted()
}

test('each unit of a plan is in exactly one cause or stands alone, and unfolding all of them gives the records of the plan', () => {
  let shared = 0
  fc.assert(
    fc.property(anyChanges, (changes) => {
      const view = planView(planOf(changes))

      const all = [...view.causes.flatMap(({ units }) => units), ...view.alone.flatMap(unitsOfAlone)]
      const small = view.causes.filter(({ kind, roots }) => kind !== 'store' && roots < 2)

      shared += view.causes.length
      expect(keysOf(all)).toEqual(keysOf(unitsOf(view.roots)))
      expect(rootsOfUnits(view.roots, all)).toEqual(view.roots)
      expect(small).toEqual([])
      expect(new Set(view.causes.map(({ key }) => key)).size).toBe(view.causes.length)
      expect(notPlain(view)).toEqual([])
    }),
  )
  expect(shared).toBeGreaterThan(100)
})
