import type { GlobalOptions } from './global-options.ts'
import type { Surroundings } from './surroundings.ts'

/** What a command does; resolves to its exit code. */
export type Action = (options: GlobalOptions, surroundings: Surroundings) => Promise<number>

/** Runs the action of the command that was typed. */
export type Perform = (action: Action, options: GlobalOptions) => Promise<void>
