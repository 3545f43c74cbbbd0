import { resolve } from 'node:path'
import type { Plan } from '../plan/plan.ts'
import type { PlanChart } from '../report/html/chart/chart-names.ts'
import { harmlessJson } from '../report/json-text.ts'
import type { PlanListing } from '../report/plan-text.ts'
import { planView } from '../report/view/plan-view.ts'
import type { StoreFiles } from '../store/store-client.ts'
import type { GlobalOptions } from './global-options.ts'
import { formatPlan } from './format-plan.ts'
import type { planFormats } from './plan-formats.ts'
import type { ProgramOutput } from './program-output.ts'
import { startProgressLine } from './progress-line.ts'
import type { Surroundings } from './surroundings.ts'

/** How a command prints a plan. A module of one format is loaded with it. */
export interface PlanFormat {
  readonly format: (typeof planFormats)[number]
  readonly maxBytes: number
  readonly chart: PlanChart
  readonly view: PlanListing
  /** The files of the store, where a page should show what they have now; `null`: they are not read. */
  readonly live: StoreFiles | null
}

interface Place {
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
  readonly global: Pick<GlobalOptions, 'chdir' | 'verbose'>
}

/** Prints a plan to stdout: the text for people, the plan file, a page, a picture, Markdown for a comment, or findings for a code host. */
export async function printPlan(plan: Plan, { format, maxBytes, chart, view, live }: PlanFormat, place: Place): Promise<void> {
  const { output, surroundings, global } = place
  const root = resolve(surroundings.cwd, global.chdir)
  switch (format) {
    case 'json': {
      const { planFileBlocks } = await import('../workspace/saved-plan.ts')
      for (const block of planFileBlocks(plan, { toText: harmlessJson })) await output.result(block)
      return
    }
    case 'html':
      await printPage(plan, { root, live }, place)
      return
    case 'svg': {
      const { planChart } = await import('../report/html/plan-chart.ts')
      await output.result(planChart(planView(plan), chart))
      return
    }
    case 'markdown': {
      const { planMarkdown } = await import('../report/markdown/plan-markdown.ts')
      await output.result(planMarkdown(plan, { maxBytes, folder: await folderOf(root, surroundings) }))
      return
    }
    case 'github':
    case 'gitlab':
    case 'junit':
      await output.result(await findings(plan, format, () => folderOf(root, surroundings)))
      return
    case 'text':
      await output.result(formatPlan(plan, { output, surroundings, verbose: global.verbose, view, to: 'stdout' }))
      return
    default:
      return format satisfies never
  }
}

/** The findings of a plan for a code host. */
async function findings(plan: Plan, format: 'github' | 'gitlab' | 'junit', folder: () => Promise<string>): Promise<string> {
  const { planGithub, planGitlab, planJunit } = await import('../report/plan-annotations.ts')
  if (format === 'junit') return planJunit(plan)
  return format === 'github' ? planGithub(plan, await folder()) : planGitlab(plan, await folder())
}

async function folderOf(root: string, surroundings: Surroundings): Promise<string> {
  const { folderInRepository } = await import('./repository.ts')
  return folderInRepository(root, surroundings)
}

async function printPage(
  plan: Plan,
  sources: { readonly root: string; readonly live: StoreFiles | null },
  { output, surroundings }: Place,
): Promise<void> {
  using progress = startProgressLine(output, surroundings)
  progress.onProgress({ kind: 'formatting', changes: plan.changes.length })
  const { htmlReport } = await import('../report/html/html-report.ts')
  const { reportThumbnails } = await import('./report-thumbnails.ts')
  const thumbnails = await reportThumbnails(plan, sources)
  for (const block of htmlReport(planView(plan), thumbnails)) await output.result(block)
}
