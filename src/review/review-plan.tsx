import { render } from 'ink'
import type { Plan } from '../plan/plan.ts'
import { planView } from '../report/view/plan-view.ts'
import { colourTheme, type Theme } from '../report/theme.ts'
import type { TerminalInput } from './key-names.ts'
import { reviewModel } from './review-frame.ts'
import { ReviewScreen } from './review-screen.tsx'
import type { ReviewEnding } from './review-state.ts'

/** The input of a review. Both streams must be terminals: check that before importing this file. */
export interface ReviewInput {
  readonly plan: Plan
  readonly stdin: TerminalInput
  readonly stdout: NodeJS.WritableStream
  /** What must be typed to apply: `yes`, or a word, such as the name of a protected store. */
  readonly confirm: 'yes' | { readonly type: string }
  /** The names of the guards that stop the plan: it is only read; default: none. */
  readonly stoppedBy?: readonly string[]
  /** Defaults to the sixteen colours. */
  readonly theme?: Theme
}

/**
 * Shows a plan on the alternate screen until the user applies it, quits, or presses Ctrl-C. Writes nothing to any store.
 * Restores the screen and the mode of the terminal however it ends. Set `NODE_ENV` to `production` before importing this file.
 */
export async function reviewPlan({
  plan,
  stdin,
  stdout,
  confirm,
  stoppedBy = [],
  theme = colourTheme,
}: ReviewInput): Promise<ReviewEnding> {
  const model = reviewModel(planView(plan), confirm === 'yes' ? 'yes' : confirm.type, stoppedBy)
  // Ink turns raw mode on after the first frame: the terminal would echo a key that is typed before, and scroll the screen.
  stdin.setRawMode?.(true)
  try {
    const app = render(<ReviewScreen model={model} theme={theme} />, {
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
    return ending === 'apply' || ending === 'quit' ? ending : 'interrupted'
  } finally {
    stdin.setRawMode?.(false)
  }
}
