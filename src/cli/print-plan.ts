import type { Plan } from '../plan/plan.ts'
import { htmlReport } from '../report/html/html-report.ts'
import type { PlanChart } from '../report/html/chart/chart-names.ts'
import { planChart } from '../report/html/plan-chart.ts'
import type { PlanTextSize } from '../report/plan-text.ts'
import { planView } from '../report/view/plan-view.ts'
import type { StoreFiles } from '../store/store-client.ts'
import { planFileBlocks } from '../workspace/saved-plan.ts'
import { formatPlan } from './plan-files.ts'
import type { PlanFormat } from './plan-formats.ts'
import type { ProgramOutput } from './program-output.ts'
import { startProgressLine } from './progress-line.ts'
import { reportThumbnails } from './report-thumbnails.ts'
import type { Surroundings } from './surroundings.ts'

/** What to print of a plan, and how. */
export interface PlanPrinting {
  readonly format: PlanFormat
  readonly chart: PlanChart
  readonly verbose: boolean
  /** How changes are listed as text. */
  readonly view: Pick<PlanTextSize, 'by' | 'full'>
  /** The folder in which the pictures of the catalogue are looked for, for a page. */
  readonly root: string
  /** The files of the store, where the page should show its pictures too. */
  readonly live: StoreFiles | null
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
}

/** Prints a plan on stdout in the format that was asked for. */
export async function printPlan(plan: Plan, printing: PlanPrinting): Promise<void> {
  const { format, chart, output } = printing
  switch (format) {
    case 'json':
      for (const block of planFileBlocks(plan)) await output.result(block)
      return
    case 'html':
      await printPage(plan, printing)
      return
    case 'svg':
      await output.result(planChart(planView(plan), chart))
      return
    case 'text':
      await output.result(formatPlan(plan, { ...printing, to: 'stdout' }))
      return
    default:
      format satisfies never
  }
}

async function printPage(plan: Plan, { root, live, output, surroundings }: PlanPrinting): Promise<void> {
  using progress = startProgressLine(output, surroundings)
  progress.onProgress({ kind: 'formatting', changes: plan.changes.length })
  const thumbnails = await reportThumbnails(plan, { root, live })
  for (const block of htmlReport(planView(plan), thumbnails)) await output.result(block)
}
