import { render } from 'ink'
import type { Plan } from '../plan/plan.ts'
import { planView } from '../report/plan-view.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import { colourTheme, type Theme } from '../report/theme.ts'
import { reviewModel } from './review-frame.ts'
import { ReviewScreen } from './review-screen.tsx'
import type { ReviewEnding } from './review-state.ts'

/** What a review needs. Both streams must be terminals; decide that before this file is imported. */
export interface ReviewInput {
  readonly plan: Plan
  /** The name of the store, as the config has it. */
  readonly store: string
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
  /** What is typed to apply: `yes`, or a word, such as the name of a protected store. */
  readonly confirm: 'yes' | { readonly type: string }
  /** Defaults to the sixteen colours. */
  readonly theme?: Theme
}

/**
 * Shows a plan on the alternate screen until the user applies it, quits, or presses Ctrl-C. Writes nothing to any store.
 * However it ends, the screen and the terminal's mode are as before. Set `NODE_ENV` to `production` before importing this file.
 */
export async function reviewPlan({ plan, store, stdin, stdout, confirm, theme = colourTheme }: ReviewInput): Promise<ReviewEnding> {
  const view = planView(plan)
  const named = { ...view, store: { ...view.store, name: sanitizeLine(store) } }
  const model = reviewModel(named, confirm === 'yes' ? 'yes' : confirm.type)
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
  return ending === 'apply' || ending === 'leave' ? ending : 'interrupted'
}
