import type { Problem } from '../problems/problem.ts'
import { circleText, cyclesIn } from './cycles-in.ts'
import { spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** No customer group is a sub-group of itself. */
export const groupCycles: Rule = {
  id: 'group-cycles',
  doc: 'No customer group is a sub-group of itself, directly or through others.',
  severity: 'error',
  why: 'platform.md, "UserGroups": "code of the parent group, making this a sub-group". A group cannot be its own sub-group.',
  mend: 'Take one of the parents of the circle out.',
  check: ({ desired }) => {
    const groups = new Map((desired.roots.UserGroups ?? []).map((group) => [group.fields['code'] ?? '', group]))
    const edges = new Map([...groups].map(([code, { fields }]) => [code, fields['parent_code'] ? [fields['parent_code']] : []]))
    return cyclesIn(edges).flatMap((cycle): Problem[] => {
      const child = cycle.at(-2) ?? ''
      const group = groups.get(child)
      const first = cycle[0] === child ? undefined : groups.get(cycle[0] ?? '')
      if (!group) return []
      return [
        {
          rule: 'group-cycles',
          severity: 'error',
          message: `customer group ${child} is its own sub-group: ${circleText(cycle)}`,
          fix: 'Take one of these parents out.',
          at: spanOf(group, 'parent_code'),
          related: first ? { message: 'the circle starts here', at: spanOf(first, 'parent_code') } : null,
        },
      ]
    })
  },
}
