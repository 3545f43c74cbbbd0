import { resolve } from 'node:path'
import { exitCodes, OperationalError } from '../../errors.ts'
import { countOf } from '../../source/counts.ts'
import { decisionsPath } from '../../workspace/saved-decisions.ts'
import { shellWord } from '../../report/shell-word.ts'
import type { GlobalOptions } from '../global-options.ts'
import { collectEarly, setEngineFlags } from '../engine-flags.ts'
import { readPlanToShow } from '../plan-files.ts'
import { programOutput } from '../program-output.ts'
import { planDecisions } from '../plan-decisions.ts'
import { reviewPictures } from '../review-pictures.ts'
import { reviewPrograms } from '../review-programs.ts'
import { isInteractive, type Surroundings } from '../surroundings.ts'
import { catalogueRoot } from '../catalogue-root.ts'
import type { ReviewOptions } from './review-usage.ts'

/** `planogram review <plan>`: the review screens for a saved plan. Its decisions are saved beside the plan at every key that changes them. */
export async function review(options: ReviewOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  if (!isInteractive(surroundings, global)) {
    throw new OperationalError(
      'no-terminal',
      'No interactive terminal to review the plan in (no TTY, or CI, TERM=dumb or `--no-input` is set).',
      {
        fix: `Print the plan with \`planogram show ${shellWord(options.plan)}\`.`,
      },
    )
  }
  setEngineFlags(surroundings)
  collectEarly(surroundings)
  const plan = await readPlanToShow(options.plan, { output, surroundings })
  const path = resolve(surroundings.cwd, options.plan)
  const decisions = await planDecisions(path, plan, { output })
  const root = catalogueRoot(global, surroundings)
  const { reviewPlan } = await import('../../review/review-plan.tsx')
  const { ending, skipped } = await reviewPlan({
    plan,
    stdin: surroundings.stdin,
    stdout: surroundings.stdout,
    confirm: null,
    theme: output.theme,
    programs: { ...reviewPrograms(root, surroundings), ...reviewPictures({ root, live: null }, { output, surroundings }) },
    ...decisions,
  })
  const file = decisionsPath(options.plan)
  output.note(
    skipped.length === 0 ? 'Everything is approved.\n' : `${countOf(skipped.length, 'record')} skipped; the decisions are in ${file}.\n`,
  )
  return ending === 'interrupted' ? exitCodes.interrupted : exitCodes.done
}
