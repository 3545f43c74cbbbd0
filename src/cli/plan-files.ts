import { resolve } from 'node:path'
import type { Plan } from '../plan/plan.ts'
import { planMarkdown } from '../report/markdown/plan-markdown.ts'
import { planGithub, planGitlab, planJunit } from '../report/plan-annotations.ts'
import { planText, type PlanTextSize } from '../report/plan-text.ts'
import { planFileBlocks, readPlanFile, writePlanFile } from '../workspace/saved-plan.ts'
import type { GlobalOptions } from './global-options.ts'
import type { planFormats } from './plan-formats.ts'
import type { ProgramOutput } from './program-output.ts'
import { startProgressLine } from './progress-line.ts'
import { folderInRepository } from './repository.ts'
import type { Surroundings } from './surroundings.ts'

/** Where a command reads and writes. */
interface Place {
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
}

/** Reads the plan file that an argument names, with progress on stderr. Throws `file-unreadable` and `plan-file-broken`. */
export async function readSavedPlan(path: string, { output, surroundings }: Place): Promise<Plan> {
  using progress = startProgressLine(output, surroundings)
  return await readPlanFile(resolve(surroundings.cwd, path), { onProgress: progress.onProgress })
}

/** Saves a plan to the path of an option, with progress on stderr. Throws `file-unwritable`. */
export async function savePlan(plan: Plan, path: string, { output, surroundings }: Place): Promise<void> {
  using progress = startProgressLine(output, surroundings)
  await writePlanFile(plan, resolve(surroundings.cwd, path), { onProgress: progress.onProgress })
}

/** The text of a plan for people, with the theme and the width of stdout or stderr, and with progress on stderr. */
export function formatPlan(
  plan: Plan,
  {
    output,
    surroundings,
    verbose,
    view,
    to,
  }: Place & { readonly verbose: boolean; readonly view?: Pick<PlanTextSize, 'by' | 'full'>; readonly to: 'stdout' | 'stderr' },
): string {
  using progress = startProgressLine(output, surroundings)
  progress.onProgress({ kind: 'formatting', changes: plan.changes.length })
  const [theme, width] = to === 'stdout' ? [output.theme, output.planWidth] : [output.errorTheme, output.errorPlanWidth]
  return planText(plan, theme, { width, verbose, ...view })
}

/** How a command prints a plan. */
export interface PlanFormat {
  readonly format: (typeof planFormats)[number]
  readonly maxBytes: number
  readonly view: Pick<PlanTextSize, 'by' | 'full'>
}

/** Prints a plan to stdout: the text for people, the plan file, Markdown for a comment, or findings for a code host. */
export async function printPlan(
  plan: Plan,
  { format, maxBytes, view }: PlanFormat,
  { output, surroundings, global }: Place & { readonly global: Pick<GlobalOptions, 'chdir' | 'verbose'> },
): Promise<void> {
  const folder = folderInRepository(resolve(surroundings.cwd, global.chdir), surroundings)
  switch (format) {
    case 'json':
      for (const block of planFileBlocks(plan)) await output.result(block)
      return
    case 'markdown':
      await output.result(
        planMarkdown(plan, { maxBytes, folder: folderInRepository(resolve(surroundings.cwd, global.chdir), surroundings) }),
      )
      return
    case 'github':
      await output.result(planGithub(plan, folder))
      return
    case 'gitlab':
      await output.result(planGitlab(plan, folder))
      return
    case 'junit':
      await output.result(planJunit(plan))
      return
    case 'text':
      await output.result(formatPlan(plan, { output, surroundings, verbose: global.verbose, view, to: 'stdout' }))
      return
    default:
      return format satisfies never
  }
}
