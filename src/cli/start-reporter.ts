import type { ApplyEvent } from '../apply/events.ts'
import type { Plan } from '../plan/plan.ts'
import { startTextProgress } from '../report/progress-text.ts'
import type { ProgramOutput } from './program-output.ts'
import { elapsedMsOf, type Surroundings } from './surroundings.ts'

/** Shows the progress of an apply. */
export interface Reporter {
  readonly onEvent: (event: ApplyEvent) => void
  readonly finish: () => Promise<void>
}

/** Bars in a terminal (ink is loaded only then), plain lines elsewhere, nothing with `--quiet`. */
export async function startReporter(input: {
  readonly plan: Plan
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
  readonly isLive: boolean
  readonly isQuiet: boolean
  readonly onInterrupt: () => void
}): Promise<Reporter> {
  const { plan, output, surroundings, isLive, isQuiet, onInterrupt } = input
  if (isQuiet) return { onEvent: () => undefined, finish: () => Promise.resolve() }
  if (isLive) {
    const { startProgress } = await import('../review/show-progress.tsx')
    const { stdin, stdout } = surroundings
    return startProgress({ stdin, stdout, planHash: plan.planHash, store: plan.madeFrom.store.name, onInterrupt, theme: output.theme })
  }
  const nowMs = (): number => elapsedMsOf(surroundings)
  const progress = startTextProgress({ write: (line) => output.note(`${line}\n`), nowMs, theme: output.errorTheme })
  const ticking = setInterval(progress.tick, 1_000)
  return {
    onEvent: progress.onEvent,
    finish: () => {
      clearInterval(ticking)
      return Promise.resolve()
    },
  }
}
