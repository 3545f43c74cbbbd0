import type { RootedChange } from '../../diff/change.ts'
import { originOfField } from '../../diff/compare-fields.ts'
import type { GuardInput } from './guard-input.ts'
import { type GuardResult, mostCases } from './guard-result.ts'

/** `drift`: with `manage.drift: fail`, root records that somebody changed in the store, or that were never applied. */
export function driftGuard({ rooted, facts }: GuardInput): readonly GuardResult[] {
  if (facts.drift !== 'fail') return []
  const cases = [...Map.groupBy(rooted.filter(isDrift), ({ root }) => root.address)].map(([address, [first]]) => ({
    address,
    source: first?.source ?? null,
  }))
  return cases.length === 0 ? [] : [{ guard: 'drift', limit: 'fail', found: cases.length, cases: cases.slice(0, mostCases) }]
}

function isDrift(change: RootedChange): boolean {
  if (change.origin !== 'git') return true
  return change.action === 'update' && change.fields.some((field) => originOfField(field) !== 'git')
}
