import { makeProblem } from '../problems/make-problem.ts'
import { declaredKeys, endAddress, soundEntries } from './moved-keys.ts'
import type { Rule } from './rule.ts'

/** What has moved is not in the catalogue under its old key (docs/decisions/032-moved.md). */
export const movedFromDeclared: Rule = {
  id: 'moved-from-declared',
  topic: 'codes',
  doc: 'No record is in the catalogue under a key that it has left according to `moved`.',
  severity: 'error',
  why: '`moved` hides the old record, and an entry of the catalogue shows it: a plan cannot do both.',
  fix: 'Remove the old record from the catalogue. If both are to stay, remove the entry under `moved`.',
  check: (context) => {
    const entries = soundEntries(context)
    if (entries.length === 0) return []
    const declared = declaredKeys(context)
    return entries.flatMap(({ from }) => {
      const place = declared.get(from.resource)?.get(from.key)
      if (place === undefined) return []
      return [
        makeProblem({
          rule: 'moved-from-declared',
          at: from.at,
          message: `${endAddress(from)} has moved, and the catalogue still declares it`,
          fix: 'Remove one of the two: the old record, or this entry.',
          related: { message: 'the old record', at: place },
        }),
      ]
    })
  },
}
