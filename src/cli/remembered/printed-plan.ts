import { colourTheme } from '../../report/theme.ts'
import type { GlobalOptions } from '../global-options.ts'
import type { PlanFormat } from '../print-plan.ts'
import type { ProgramOutput } from '../program-output.ts'
import type { Output } from '../surroundings.ts'
import { columnsOf } from '../terminal-width.ts'

/** How `plan` printed what is remembered: its options, and the warnings about the catalogue. */
export interface PrintedPlan {
  readonly global: Pick<GlobalOptions, 'color' | 'quiet' | 'chdir' | 'verbose'>
  readonly format: Omit<PlanFormat, 'live'>
  readonly warnings: string
  /** `lookOf` stderr, for which the warnings are formatted. */
  readonly look: string
}

/** Identifies how code frames look on stderr. */
export function lookOf({ errorTheme }: Pick<ProgramOutput, 'errorTheme'>, stderr: Output): string {
  return `${errorTheme === colourTheme ? 'colour' : 'plain'} ${columnsOf(stderr) ?? 'any'}`
}

/** Only `plan` writes a record, which nobody else can change. */
export function isPrintedPlan(value: unknown): value is PrintedPlan {
  return typeof value === 'object' && value !== null && 'warnings' in value && 'format' in value && 'global' in value && 'look' in value
}
