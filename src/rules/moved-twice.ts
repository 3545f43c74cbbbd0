import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { endAddress, endId, type NamedEnd, soundEntries } from './moved-keys.ts'
import { repeats } from './repeats.ts'
import type { Rule } from './rule.ts'

/** No record has moved to two places, and no two to the same (docs/decisions/032-moved.md). */
export const movedTwice: Rule = {
  id: 'moved-twice',
  topic: 'codes',
  doc: 'Under `moved`, each old key and each new key is in one entry only.',
  severity: 'error',
  why: 'A record cannot become two, and two cannot become one: it would not be defined which of them gives its address to the new record.',
  fix: 'Keep one of the entries. Records that are only removed from the catalogue need no entry: `manage.prune` decides about them.',
  check: (context) => {
    const entries = soundEntries(context)
    const moves = entries.map(({ from }) => from)
    const targets = entries.map(({ to }) => to)
    return [...repeated(moves, 'old'), ...repeated(targets, 'new')]
  },
}

function repeated(ends: readonly NamedEnd[], side: 'old' | 'new'): Problem[] {
  return repeats(ends, endId).map(([end, first]) =>
    makeProblem({
      rule: 'moved-twice',
      at: end.at,
      message: `${endAddress(end)} is the ${side} key of two entries`,
      fix: 'Keep one of the two entries.',
      related: { message: 'the first one', at: first.at },
    }),
  )
}
