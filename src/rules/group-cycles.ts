import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { cycleText, cyclesIn } from './cycles-in.ts'
import { parentOf, spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** No customer group is its own sub-group (platform.md, "UserGroups"). */
export const groupCycles: Rule = {
  id: 'group-cycles',
  topic: 'categories',
  doc: 'No customer group is its own sub-group, directly or through other groups.',
  severity: 'error',
  why: 'platform.md, "UserGroups": "code of the parent group, making this a sub-group". Groups in a cycle have no topmost parent.',
  fix: 'Remove one of the parents in the cycle.',
  check: ({ desired }) => {
    const groups = new Map((desired.roots.UserGroups ?? []).map((group) => [group.fields['code'] ?? '', group]))
    const edges = new Map([...groups].map(([code, group]) => [code, [parentOf(group)].filter((parent) => parent !== '')]))
    return cyclesIn(edges).flatMap((cycle): Problem[] => {
      const child = cycle.at(-2) ?? ''
      const group = groups.get(child)
      const first = cycle[0] === child ? undefined : groups.get(cycle[0] ?? '')
      if (!group) return []
      return [
        makeProblem({
          rule: 'group-cycles',
          message: `customer group ${child} is its own sub-group: ${cycleText(cycle)}`,
          fix: 'Remove one of these parents.',
          at: spanOf(group, 'parent_code'),
          related: first ? { message: 'the cycle starts here', at: spanOf(first, 'parent_code') } : null,
        }),
      ]
    })
  },
}
