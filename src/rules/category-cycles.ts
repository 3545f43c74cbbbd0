import type { DesiredRecord } from '../records/desired.ts'
import { keyOf } from '../records/named-fields.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { cycleText, cyclesIn } from './cycles-in.ts'
import { parentOf, parentsByCategory, spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** No category is below itself (platform.md, "CatParent"). */
export const categoryCycles: Rule = {
  id: 'category-cycles',
  topic: 'categories',
  doc: 'No category is below itself, directly or through other categories.',
  severity: 'error',
  why: 'platform.md, "CatParent": "A category may have several parents." A category in a cycle cannot be reached from the top level, or makes a menu without an end.',
  fix: 'Remove one of the parents in the cycle.',
  check: ({ desired }) => {
    const places = new Map((desired.roots.Cat ?? []).map((category) => [keyOf(category), category.children.CatParent ?? []]))
    return cyclesIn(parentsByCategory(desired)).map((cycle) => problemOf(cycle, places))
  },
}

/** At the parent that closes the cycle. */
function problemOf(cycle: readonly string[], places: ReadonlyMap<string, readonly DesiredRecord[]>): Problem {
  const [child = '', parent = ''] = cycle.slice(-2)
  const [first = '', next = ''] = cycle
  const edge = (from: string, to: string): DesiredRecord | undefined => places.get(from)?.find((place) => parentOf(place) === to)
  const closing = edge(child, parent)
  const opening = first === child ? undefined : edge(first, next)
  return makeProblem({
    rule: 'category-cycles',
    message: `category ${child} is below itself: ${cycleText(cycle)}`,
    fix: 'Remove one of these parents.',
    at: closing ? spanOf(closing, 'parent_code') : { file: '', start: 0, end: 0 },
    related: opening ? { message: 'the cycle starts here', at: spanOf(opening, 'parent_code') } : null,
  })
}
