import type { MovableRoot } from '../records/moved-root.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import type { SourceSpan } from '../source/source.ts'
import { declaredKeys, endAddress, endId, type NamedEnd, soundEntries } from './moved-keys.ts'
import type { Rule } from './rule.ts'

/** What has moved is in the catalogue under its new key (docs/decisions/032-moved.md). */
export const movedToUnknown: Rule = {
  id: 'moved-to-unknown',
  topic: 'codes',
  doc: 'Every record that has moved is in the catalogue under its new key, or has moved on from there.',
  severity: 'error',
  why: 'Without a record that takes its place, the old one would only disappear from the shop. That is a removal, which `manage.prune` decides.',
  fix: 'Correct the new key, add the record, or remove the entry under `moved`.',
  needsWhole: true,
  check: (context) => {
    const entries = soundEntries(context)
    if (entries.length === 0) return []
    const declared = declaredKeys(context)
    const left = new Set(entries.map(({ from }) => endId(from)))
    const unknown = entries.filter(({ to }) => !left.has(endId(to)) && declared.get(to.resource)?.has(to.key) !== true)
    return unknown.map(({ to }) =>
      makeProblem({
        rule: 'moved-to-unknown',
        at: to.at,
        message: `${endAddress(to)} is not in the catalogue`,
        fix: fixOf(to, declared),
      }),
    )
  },
}

/** The same key of another kind first: a text that is not an address is read as a sku. */
function fixOf(to: NamedEnd, declared: ReadonlyMap<MovableRoot, ReadonlyMap<string, SourceSpan>>): string {
  const other = [...declared].find(([, keys]) => keys.has(to.key))
  if (other) return `Did you mean "${endAddress({ ...to, resource: other[0] })}"? Then write both addresses.`
  const near = nearestWord(to.key, [...(declared.get(to.resource)?.keys() ?? [])])
  return near === undefined ? 'Correct the key, or remove this entry.' : `Did you mean "${endAddress({ ...to, key: near })}"?`
}
