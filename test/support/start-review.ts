import { onTestFinished } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { plainTheme, type Theme } from '../../src/report/theme.ts'
import { reviewPlan } from '../../src/review/review-plan.tsx'
import type { DeclaredCategories } from '../../src/review/category-paths.ts'
import type { ReviewPrograms } from '../../src/review/review-requests.ts'
import type { ReviewEnding } from '../../src/review/review-state.ts'
import { samplePlan } from './sample-plan.ts'
import { type FakeTerminal, startTerminal } from './terminal.ts'

/** A running review. */
export interface Started {
  readonly terminal: FakeTerminal
  readonly ending: Promise<ReviewEnding>
  /** What was skipped after each key that changed it. */
  readonly decisions: (readonly string[])[]
  /** Places that were edited and addresses that were opened. */
  readonly opened: string[]
}

/** What a test sets instead of the defaults. */
export interface Given {
  readonly plan?: Plan
  readonly confirm?: 'yes' | { readonly type: string } | null
  readonly skipped?: readonly string[]
  /** The guards of the plan that stop it; default: all of them. */
  readonly stops?: Plan['guards']
  readonly command?: string
  readonly theme?: Theme
  /** Resolves when the editor is closed; default: at once. */
  readonly edited?: Promise<null>
  readonly categories?: DeclaredCategories
  /** Default: the catalogue declares the slug of OAK-TABLE; `null`: it was not read. */
  readonly slugOf?: NonNullable<ReviewPrograms['slugOf']> | null
  readonly picturesOf?: NonNullable<ReviewPrograms['picturesOf']>
}

/** Starts a review of the sample plan on a terminal of this size and waits for its first screen; it ends with the test. */
export async function startReviewing(columns: number, rows: number, given: Given = {}): Promise<Started> {
  const { plan = samplePlan, confirm = 'yes', stops = plan.guards, command = 'planogram apply', theme = plainTheme, skipped = [] } = given
  const terminal = startTerminal(columns, rows)
  const { stdin, stdout } = terminal
  stdout.write('$ planogram apply\n')
  const decisions: (readonly string[])[] = []
  const opened: string[] = []
  const reviewed = reviewPlan({
    plan,
    stdin,
    stdout,
    confirm,
    stops,
    command,
    theme,
    programs: programsOf(given, opened),
    skipped,
    onSkipped: (now) => decisions.push(now),
  })
  const ending = reviewed.then((result) => result.ending)
  onTestFinished(async () => {
    terminal.press('\u0003')
    await ending
    terminal.close()
  })
  await terminal.until('/ filter')
  return { terminal, ending, decisions, opened }
}

/** Programs that start nothing and note what they were asked to open. */
function programsOf(
  { edited = Promise.resolve(null), categories, slugOf = slugOfOak, picturesOf }: Given,
  opened: string[],
): ReviewPrograms {
  return {
    edit: ({ file, line }) => {
      opened.push(`${file}:${line}`)
      return edited
    },
    browse: (address) => {
      opened.push(address)
      return Promise.resolve(null)
    },
    ...(categories && { categories }),
    ...(picturesOf && { picturesOf }),
    ...(slugOf && { slugOf }),
  }
}

function slugOfOak(address: string): string | undefined {
  return address === 'product.OAK-TABLE' ? 'oak-table' : undefined
}
