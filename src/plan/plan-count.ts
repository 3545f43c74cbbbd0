/**
 * How much of a plan is done while it is made or read: `steps` that are composed, then `ordered`, `hashed` lines of its meaning, `read` lines of its
 * file. These are calls that do not wait for anything, so they report after a fixed amount of work.
 */
export type PlanCount =
  | { readonly kind: 'steps'; readonly done: number }
  | { readonly kind: 'ordered'; readonly done: number; readonly all: number }
  | { readonly kind: 'hashed'; readonly done: number; readonly all: number }
  | { readonly kind: 'read'; readonly done: number }

/** Receives counts of a plan. */
export type OnPlanCount = (count: PlanCount) => void
