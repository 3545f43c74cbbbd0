import type { Plan } from '../../plan/plan.ts'
import type { FindingKind, FindingView } from './finding-view.ts'
import type { Measured, MovesOfUnit } from './measured-cause.ts'
import type { RootView } from './root-view.ts'
import type { Unit } from './units.ts'

/** A finding with its units. */
export interface Found extends Omit<FindingView, 'units'> {
  readonly units: readonly Unit[]
}

/** What findings are made from. */
export interface FindingInput {
  readonly plan: Pick<Plan, 'guards' | 'hazards'>
  readonly roots: readonly RootView[]
  readonly units: readonly Unit[]
  readonly causes: readonly Measured[]
  readonly movesOfUnit: MovesOfUnit
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
}
