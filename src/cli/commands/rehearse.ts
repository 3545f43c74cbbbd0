import type { GlobalOptions } from '../global-options.ts'
import { rehearsePlan } from '../rehearse-plan.ts'
import type { Surroundings } from '../surroundings.ts'
import type { RehearseOptions } from './rehearse-usage.ts'

/** `planogram rehearse [plan]`: applies a plan to a copy of the store, which is only read, and prints what an apply would do. */
export function rehearse(options: RehearseOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  return rehearsePlan(options, global, { surroundings })
}
