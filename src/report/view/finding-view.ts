import type { UnitRef } from './cause-view.ts'

/** What a reviewer should look at first, most serious first in this order. */
export type FindingKind =
  /** A guard that stops an apply. */
  | 'guard'
  /** A price that is about 10, 100 or 1000 times the one before, or that part of it. */
  | 'slip'
  /** A price that is far from the other moves of its cause. */
  | 'outlier'
  /** A price that moves by more than the limit of `price_change` (30 % where that guard is off). */
  | 'move'
  | 'removal'
  | 'access'
  | 'hides'
  | 'empties'
  | 'shows'
  /** What somebody changed in the store is overwritten. */
  | 'drift'
  /** Another hazard of the plan. */
  | 'hazard'

/** One reason to look at something, in one sanitized sentence. */
export interface FindingView {
  readonly kind: FindingKind
  /** True where the apply is stopped without an override. */
  readonly stops: boolean
  readonly sentence: string
  /** `prices/tees.yaml:14`, or empty. */
  readonly place: string
  /** What it is about, the worst first; empty where it is about the whole plan. */
  readonly units: readonly UnitRef[]
}

/** True for a finding that is what a guard reports: the guard itself is listed with its cases in some reports. */
export function isGuardFinding({ kind, stops }: Pick<FindingView, 'kind' | 'stops'>): boolean {
  return stops && (kind === 'guard' || kind === 'empties')
}
