import type { LimitName } from '../../records/guard-limits.ts'
import type { GuardInput } from './guard-input.ts'
import { type GuardCase, type GuardResult, mostCases } from './guard-result.ts'
import { isOverLimit } from './over-limit.ts'

/** What a guard counted; `found`: where it is not the number of cases. The cases are ordered, the worst first. */
export interface Counted {
  readonly cases: readonly GuardCase[]
  readonly found?: number
  /** What a percentage compares instead of `found`: the number of root records. */
  readonly roots?: number
}

/** The result of a guard that counts: none where the count is within the limit. */
export function countGuard(guard: LimitName, { limits, existing }: GuardInput, { cases, found, roots }: Counted): readonly GuardResult[] {
  const limit = limits[guard]
  const isShare = limit.endsWith('%')
  const count = (isShare ? roots : undefined) ?? found ?? cases.length
  if (!isOverLimit(count, limit, existing)) return []
  return [{ guard, limit, found: count, ...(isShare && { of: existing }), cases: cases.slice(0, mostCases) }]
}
