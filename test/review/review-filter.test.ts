import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { planView } from '../../src/report/view/plan-view.ts'
import { reviewModel } from '../../src/review/review-model.ts'
import { visibleRows } from '../../src/review/review-rows.ts'
import { samplePlan } from '../support/sample-plan.ts'

const view = planView(samplePlan)

/** Finds the keys of the rows that a filter leaves, with a search of its own. */
function openFinder(): (filter: string) => readonly string[] {
  const { search, groupsOf } = reviewModel(view, { confirmWord: null })
  return (filter) => {
    const { rows } = visibleRows(view, {
      groups: groupsOf('cause', 'plan'),
      toggled: new Set(),
      found: search.find(filter, (root) => root === 1),
    })
    return rows.slice(0, rows.length).map(({ key }) => key)
  }
}

test('a filter that is typed and corrected letter by letter finds what it finds at once', () => {
  const words = ['oak', 'table', 'kind:price', 'op:create', 'group:vip', 'cause:new', 'skipped', 'move>10%', 'move<-10%', 'risk', 'a', '38']
  let found = 0
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }), fc.nat(8), (some, erased) => {
      const filter = some.join(' ')
      const typed = openFinder()
      const forwards = filter.split('').map((_, index) => filter.slice(0, index + 1))
      const backwards = Array.from({ length: erased }, (_, index) => filter.slice(0, -1 - index))

      const steps = [...forwards, ...backwards]

      for (const step of steps) expect(typed(step)).toEqual(openFinder()(step))
      found += typed(filter).length
    }),
    { numRuns: 60 },
  )
  expect(found).toBeGreaterThan(20)
})

test('the texts of a plan are read a record at a time, and only once', () => {
  const { search } = reviewModel(view, { confirmWord: null })
  const after = (records: number): boolean => {
    let asked = 0
    return search.readOn(() => (asked += 1) > records)
  }

  const ends = [after(1), after(1), after(view.roots.length), after(1)]

  expect(ends).toEqual([false, false, true, true])
  expect(search.complete('kind:var')).toEqual([{ word: 'kind:variants', count: 1 }])
})
