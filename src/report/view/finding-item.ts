import type { Plan } from '../../plan/plan.ts'
import type { FindingKind, FindingView } from './finding-view.ts'
import type { Measured } from './measured-cause.ts'
import type { RootView } from './root-view.ts'
import type { Unit } from './units.ts'

/** A finding with its units. */
export interface Found extends Omit<FindingView, 'units'> {
  readonly units: readonly Unit[]
  /** That of its worst item; 0 for a guard. */
  readonly weight: number
  /** The units of all findings of its kind and cause. */
  readonly reach: number
}

/** What findings are made from. */
export interface FindingInput {
  readonly plan: Pick<Plan, 'guards' | 'hazards'>
  readonly roots: readonly RootView[]
  readonly units: readonly Unit[]
  readonly causes: readonly Measured[]
}

/** One thing to look at, before those of the same kind and cause become one finding. */
export interface Item {
  readonly kind: FindingKind
  /** What several of them are: `prices rise by more than 30 %`. Items that differ in it are different findings. */
  readonly many: string
  /** How many of these it is. */
  readonly count: number
  readonly units: readonly Unit[]
  /** Higher is worse; of equal ones the first in the plan leads. */
  readonly weight: number
  readonly sentence: string
  readonly place: string
  /** The price that it is about, sanitized, and how it moves: `▲21.2 %`. Prices of one record that move the same are one item. */
  readonly price?: { readonly sku: string; readonly moves: string }
  /** True for a price that moves by more than the limit of `price_change`. */
  readonly exceeds?: boolean
  /** True where it is compared with other changes than those of its cause. */
  readonly isApart?: true
}
