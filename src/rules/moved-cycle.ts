import { makeProblem } from '../problems/make-problem.ts'
import { cycleText, cyclesIn } from './cycles-in.ts'
import { endAddress, soundEntries } from './moved-keys.ts'
import type { Rule } from './rule.ts'

/** A chain of entries under `moved` ends (docs/decisions/032-moved.md). */
export const movedCycle: Rule = {
  id: 'moved-cycle',
  topic: 'codes',
  doc: 'No record moves back to a key that it has left.',
  severity: 'error',
  why: 'Entries are read as a chain: what moves from A to B and from B to C is in the catalogue as C. A chain without an end names no record.',
  fix: 'Remove the older entry: a record that gets its old key back has not moved.',
  check: (context) => {
    const entries = soundEntries(context)
    const edges = Map.groupBy(entries, ({ from }) => endAddress(from))
    const targets = new Map([...edges].map(([from, own]) => [from, own.map(({ to }) => endAddress(to))]))
    return cyclesIn(targets).flatMap((cycle) => {
      const [from = '', to = ''] = cycle.slice(-2)
      const closing = edges.get(from)?.find((entry) => endAddress(entry.to) === to)
      if (closing === undefined) return []
      const message = `${to} moves back to its own key: ${cycleText(cycle)}`
      return [makeProblem({ rule: 'moved-cycle', at: closing.at, message, fix: 'Remove one of these entries.' })]
    })
  },
}
