import type { PlanView } from '../../plan-view.ts'
import type { CauseView } from '../../view/cause-view.ts'
import type { FindingView } from '../../view/finding-view.ts'

/** The view of a plan with its causes and findings. */
export type ReviewedPlan = PlanView & { readonly causes: readonly CauseView[]; readonly findings: readonly FindingView[] }
