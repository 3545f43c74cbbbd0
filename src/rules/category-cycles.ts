import type { DesiredRecord } from '../records/desired.ts'
import type { Problem } from '../problems/problem.ts'
import { circleText, cyclesIn } from './cycles-in.ts'
import { spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** No category stands below itself. */
export const categoryCycles: Rule = {
  id: 'category-cycles',
  doc: 'No category stands below itself, directly or through others.',
  severity: 'error',
  why: 'platform.md, "CatParent": "A category may have several parents." One that stands below itself can be reached from nowhere, or makes a menu without an end.',
  mend: 'Take one of the parents of the circle out.',
  check: ({ desired }) => {
    const places = new Map((desired.roots.Cat ?? []).map((cat) => [cat.fields['code'] ?? '', cat.children.CatParent ?? []]))
    const edges = new Map([...places].map(([code, parents]) => [code, parents.map(parentOf)]))
    return cyclesIn(edges).map((cycle) => problemOf(cycle, places))
  },
}

function parentOf(place: DesiredRecord): string {
  return place.fields['parent_code'] ?? ''
}

/** The last step of the circle is the one that closes it: there the frame points. */
function problemOf(cycle: readonly string[], places: ReadonlyMap<string, readonly DesiredRecord[]>): Problem {
  const [child = '', parent = ''] = cycle.slice(-2)
  const [first = '', next = ''] = cycle
  const edge = (from: string, to: string): DesiredRecord | undefined => places.get(from)?.find((place) => parentOf(place) === to)
  const closing = edge(child, parent)
  const opening = first === child ? undefined : edge(first, next)
  return {
    rule: 'category-cycles',
    severity: 'error',
    message: `category ${child} stands below itself: ${circleText(cycle)}`,
    fix: 'Take one of these parents out.',
    at: closing ? spanOf(closing, 'parent_code') : { file: '', start: 0, end: 0 },
    related: opening ? { message: 'the circle starts here', at: spanOf(opening, 'parent_code') } : null,
  }
}
