import type { PlanView } from '../report/view/plan-view.ts'

/** What a review keeps of the view of its plan. The records without a cause are a group, which has them as columns of numbers. */
export type ReviewedPlan = Omit<PlanView, 'alone'>
