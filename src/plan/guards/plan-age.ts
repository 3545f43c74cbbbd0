import type { GuardLimits } from '../../records/guard-limits.ts'
import type { GuardResult } from './guard-result.ts'

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `max_plan_age`: the plan was made too long ago. `found` is its age in whole units of the limit. */
export function planAge(madeAt: string, limits: Pick<GuardLimits, 'max_plan_age'>, now: Date): readonly GuardResult[] {
  const limit = limits.max_plan_age
  const [, amount = '0', unit = 'h'] = /^(\d+)([smhd])$/.exec(limit) ?? []
  const ageUnits = (now.getTime() - Date.parse(madeAt)) / (unitMs[unit] ?? 1)
  if (limit === 'off' || ageUnits <= Number(amount)) return []
  return [{ guard: 'max_plan_age', limit, found: Math.floor(ageUnits), cases: [] }]
}
