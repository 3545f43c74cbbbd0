import type { GuardLimits } from '../../records/guard-limits.ts'
import type { GuardResult } from './guard-result.ts'

const hourMs = 3_600_000
const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: hourMs, d: 24 * hourMs }

/** `max_plan_age`: the plan was made too long ago. `found` is its age in whole hours. */
export function planAge(madeAt: string, limits: Pick<GuardLimits, 'max_plan_age'>, now: Date): readonly GuardResult[] {
  const limit = limits.max_plan_age
  const [, amount = '0', unit = 'h'] = /^(\d+)([smhd])$/.exec(limit) ?? []
  const ageMs = now.getTime() - Date.parse(madeAt)
  if (limit === 'off' || ageMs <= Number(amount) * (unitMs[unit] ?? hourMs)) return []
  return [{ guard: 'max_plan_age', limit, found: Math.floor(ageMs / hourMs), cases: [] }]
}
