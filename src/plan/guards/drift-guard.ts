import { addressOfRoot, type Change } from '../../diff/change.ts'
import { originOfField } from '../../diff/compare-fields.ts'
import { unpackedChanges } from '../../diff/packed-changes.ts'
import type { GuardInput } from './guard-input.ts'
import { type GuardResult, mostCases } from './guard-result.ts'

/**
 * `drift`: with `manage.drift: fail`, root records that somebody changed in the store, or that were never applied, and files that somebody
 * changed there.
 */
export function driftGuard({ rooted, changes, facts }: GuardInput): readonly GuardResult[] {
  if (facts.drift !== 'fail') return []
  const files = unpackedChanges(changes).filter((change) => change.kind === 'file')
  const cases = [...Map.groupBy([...unpackedChanges(rooted), ...files].filter(isDrift), addressOfRoot)].map(([address, [first]]) => ({
    address,
    source: first?.source ?? null,
  }))
  return cases.length === 0 ? [] : [{ guard: 'drift', limit: 'fail', found: cases.length, cases: cases.slice(0, mostCases) }]
}

function isDrift(change: Change): boolean {
  // Whether a file that was never applied is somebody else's is not known: the plan has a risk for it.
  if (change.kind === 'file') return change.origin === 'store' || change.origin === 'both'
  if (change.origin !== 'git') return true
  return change.action === 'update' && change.fields.some((field) => originOfField(field) !== 'git')
}
