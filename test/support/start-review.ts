import { onTestFinished } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { plainTheme, type Theme } from '../../src/report/theme.ts'
import { reviewPlan } from '../../src/review/review-plan.tsx'
import type { ReviewEnding } from '../../src/review/review-state.ts'
import { samplePlan } from './sample-plan.ts'
import { type FakeTerminal, startTerminal } from './terminal.ts'

/** A running review. */
export interface Started {
  readonly terminal: FakeTerminal
  readonly ending: Promise<ReviewEnding>
}

/** What a test sets instead of the defaults. */
export interface Given {
  readonly plan?: Plan
  readonly confirm?: 'yes' | { readonly type: string }
  readonly stoppedBy?: readonly string[]
  readonly theme?: Theme
}

/** Starts a review of the sample plan on a terminal of this size and waits for its first screen; it ends with the test. */
export async function startReviewing(
  columns: number,
  rows: number,
  { plan = samplePlan, confirm = 'yes', stoppedBy = [], theme = plainTheme }: Given = {},
): Promise<Started> {
  const terminal = startTerminal(columns, rows)
  const { stdin, stdout } = terminal
  stdout.write('$ planogram apply\n')
  const ending = reviewPlan({ plan, stdin, stdout, confirm, stoppedBy, theme })
  onTestFinished(async () => {
    terminal.press('\u0003')
    await ending
    terminal.close()
  })
  await terminal.until('summary')
  return { terminal, ending }
}
