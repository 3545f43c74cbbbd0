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
  same_slug: 'on',
  hide: '10',
  unhide: '0',
  grid_rows: '5000',
  max_plan_age: '24h',
} as const

/** A guard with a limit under `guards` in the config. */
export type LimitName = keyof typeof guardDefaults

/** A guard: what stops an apply, never a plan. `drift` is on with `manage.drift: fail`. */
export type GuardName = LimitName | 'drift'

/** The limit of each guard, as written in the config: a number, a percentage, a price, a duration, `on` or `off`. */
export type GuardLimits = Readonly<Record<LimitName, string>>

/** The names of the limits, in the order in which they are reported. */
export const limitNames: readonly LimitName[] = Object.keys(guardDefaults).filter(isLimitName)

function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(guardDefaults, name)
}

/** The names of all guards. */
export const guardNames: readonly GuardName[] = [...limitNames, 'drift']

/** True for the name of a guard. */
export function isGuardName(name: string): name is GuardName {
  return guardNames.some((guard) => guard === name)
}
