import type { Plan } from '../plan/plan.ts'
import { type PlanListing, planText } from '../report/plan-text.ts'
import { planView } from '../report/view/plan-view.ts'
import type { ProgramOutput } from './program-output.ts'
import { startProgressLine } from './progress-line.ts'
import type { Surroundings } from './surroundings.ts'

/** The text of a plan for people, with the theme and the width of stdout or stderr, and with progress on stderr. */
export function formatPlan(
  plan: Plan,
  {
    output,
    surroundings,
    verbose,
    view,
    to,
  }: {
    readonly output: ProgramOutput
    readonly surroundings: Surroundings
    readonly verbose: boolean
    readonly view?: PlanListing
    readonly to: 'stdout' | 'stderr'
  },
): string {
  using progress = startProgressLine(output, surroundings)
  progress.onProgress({ kind: 'formatting', changes: plan.changes.length })
  const [theme, width] = to === 'stdout' ? [output.theme, output.planWidth] : [output.errorTheme, output.errorPlanWidth]
  // Of many changes, these two parts take a third of a second each.
  const shown = planView(plan, (causes) => progress.onProgress({ kind: 'formatting', changes: plan.changes.length, causes }))
  return planText(shown, theme, { width, verbose, ...view })
}
