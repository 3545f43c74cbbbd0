import { render } from 'ink'
import { openPartGuards } from '../plan/guards/part-guards.ts'
import type { GuardResult } from '../plan/guards/guard-result.ts'
import type { ShownPlan } from '../plan/plan.ts'
import { planView } from '../report/view/plan-view.ts'
import { colourTheme, type Theme } from '../report/theme.ts'
import type { TerminalInput } from './key-names.ts'
import { reviewModel, type ReviewPurpose } from './review-model.ts'
import { browseRow, editRow, type ReviewPrograms } from './review-requests.ts'
import { type ReviewEffects, ReviewScreen } from './review-screen.tsx'
import type { ReviewEnding } from './review-state.ts'

/** The input of a review. Both streams must be terminals: check that before importing this file. */
export interface ReviewInput {
  readonly plan: ShownPlan
  readonly stdin: TerminalInput
  readonly stdout: NodeJS.WritableStream
  /** What must be typed to apply: `yes`, or a word, such as the name of a protected store; `null`: the plan is only reviewed. */
  readonly confirm: 'yes' | { readonly type: string } | null
  /** The guards that stop the plan: it is only read, but for parts that they do not stop; default: none. */
  readonly stops?: readonly GuardResult[]
  /** The command to which an override is added; default: `planogram apply`. */
  readonly command?: string
  /** Addresses of root records and files that are skipped at the start; default: none. */
  readonly skipped?: readonly string[]
  /** Called with the skipped addresses each time that they change; default: nobody. */
  readonly onSkipped?: (skipped: readonly string[]) => void
  readonly programs: ReviewPrograms
  /** Defaults to the sixteen colours. */
  readonly theme?: Theme
}

/** How a review ended, and what was skipped. */
export interface Reviewed {
  readonly ending: ReviewEnding
  /** Addresses of root records and files. */
  readonly skipped: readonly string[]
}

/**
 * Shows a plan on the alternate screen until the user applies it, quits, or presses Ctrl-C. Writes nothing to any store.
 * Restores the screen and the mode of the terminal however it ends. Set `NODE_ENV` to `production` before importing this file.
 */
export async function reviewPlan(input: ReviewInput): Promise<Reviewed> {
  const { plan, stdin, stdout, theme = colourTheme, programs, onSkipped } = input
  const model = reviewModel(planView(plan), purposeOf(input))
  const { view } = model
  const { addressesOf, indexesOf } = model.decisions
  let skipped = indexesOf(input.skipped ?? [])
  const effects: ReviewEffects = {
    perform: ({ kind, row, group }) => (kind === 'edit' ? editRow(row, group, { view, programs }) : browseRow(row, { view, programs })),
    suspend: programs.suspend,
    picturesOf: programs.picturesOf,
    onSkipped(now) {
      skipped = now
      onSkipped?.(addressesOf(now))
    },
  }
  // Ink turns raw mode on after the first frame: the terminal would echo a key that is typed before, and scroll the screen.
  stdin.setRawMode?.(true)
  try {
    const app = render(<ReviewScreen model={model} theme={theme} effects={effects} skipped={skipped} />, {
      stdin,
      stdout,
      alternateScreen: true,
      incrementalRendering: true,
      maxFps: 60,
      exitOnCtrlC: false,
      // No code of this program writes to the console.
      patchConsole: false,
      interactive: true,
    })
    const ending = await app.waitUntilExit()
    return { ending: ending === 'apply' || ending === 'quit' ? ending : 'interrupted', skipped: addressesOf(skipped) }
  } finally {
    stdin.setRawMode?.(false)
  }
}

function purposeOf({ plan, confirm, stops = [], command, programs: { categories, picturesOf } }: ReviewInput): ReviewPurpose {
  return {
    confirmWord: confirm === null || confirm === 'yes' ? confirm : confirm.type,
    stops,
    ...(stops.length > 0 && { guardsOfPart: openPartGuards(plan.changes, stops) }),
    ...(command !== undefined && { command }),
    hasPictures: picturesOf !== undefined,
    ...(categories && { declared: categories }),
  }
}
