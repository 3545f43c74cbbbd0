import type { z } from 'zod'
import type { ExitName } from '../errors.ts'

/** The headings of `planogram --help`. */
export const commandGroups = ['Write a catalogue', 'Check, plan and apply', 'Inspect', 'Stores', 'Orders'] as const

/** How a command is typed, and what its `--help` prints: declared once, beside the command. */
export interface CommandUsage<Options extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly group: (typeof commandGroups)[number]
  /** An imperative without a full stop. */
  readonly description: string
  /** Its options and arguments (`option.ts`), in the order of `--help`. */
  readonly options: Options
  /** Command lines that can be typed, each with what it does. */
  readonly examples: readonly (readonly [command: string, effect: string])[]
  /** Paragraphs below the examples. */
  readonly notes: readonly string[]
  /** When the command ends with which exit code. */
  readonly exitCodes: Readonly<Partial<Record<ExitName, string>>>
}

/** The typed options of a command. */
export type OptionsOf<Usage extends CommandUsage> = z.infer<Usage['options']>

/** The usage of a command, with the type of its options. */
export function defineUsage<Options extends z.ZodObject>(usage: CommandUsage<Options>): CommandUsage<Options> {
  return usage
}
