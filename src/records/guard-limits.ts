/** The guards, with their limits where the config sets none (docs/guards.md). */
export const guardDefaults = {
  max_removals: '10',
  max_changes: '30%',
  price_change: '30%',
  price_floor: '0.01',
  decimal_slip: 'on',
  tier_inversion: 'on',
  empty_category: 'on',
  open_access: 'on',
  hide: '10',
  unhide: '0',
  grid_rows: '5000',
  max_plan_age: '24h',
} as const

/** A guard: a limit of the config that stops an apply, never a plan. */
export type GuardName = keyof typeof guardDefaults

/** The limit of each guard, as written in the config: a number, a percentage, a price, a duration, `on` or `off`. */
export type GuardLimits = Readonly<Record<GuardName, string>>

/** The names of all guards, in the order in which they are reported. */
export const guardNames: readonly GuardName[] = [
  'max_removals',
  'max_changes',
  'price_change',
  'price_floor',
  'decimal_slip',
  'tier_inversion',
  'empty_category',
  'open_access',
  'hide',
  'unhide',
  'grid_rows',
  'max_plan_age',
]

/** True for the name of a guard. */
export function isGuardName(name: string): name is GuardName {
  return Object.hasOwn(guardDefaults, name)
}
