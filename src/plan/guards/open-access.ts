import type { RecordChange } from '../../diff/change.ts'
import type { GuardInput } from './guard-input.ts'
import { type GuardResult, mostCases } from './guard-result.ts'

/** `open_access`: products that lose their last access group, so that everybody can see and buy them. */
export function openAccess({ special, limits }: GuardInput): readonly GuardResult[] {
  if (limits.open_access === 'off') return []
  const opened = special.filter((change): change is RecordChange => change.kind === 'record' && change.opensAccess === true)
  const cases = [...Map.groupBy(opened, ({ root }) => root.address)].map(([address, [first]]) => ({
    address,
    source: first?.source ?? null,
  }))
  return cases.length === 0
    ? []
    : [{ guard: 'open_access', limit: limits.open_access, found: cases.length, cases: cases.slice(0, mostCases) }]
}
