import type { Readable, Writable } from 'node:stream'
import { isInCi } from '../workspace/environment.ts'
import type { TriedPlan } from '../workspace/remembered/tried-plan.ts'
import type { GlobalOptions } from './global-options.ts'

/** A stream to write to, and whether it is a terminal. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** Everything of the process that a command may use. `cli/main.ts` gives the real one, tests give their own. */
export interface Surroundings {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** The folder of the package of this program; default: not known. */
  readonly program?: string
  readonly now: () => Date
  /** Milliseconds of a clock that nobody sets, from any start; default: those of `now`. */
  readonly elapsedMs?: () => number
  /** Waits before a read of the store is repeated; default: a timer. */
  readonly sleep?: (milliseconds: number) => Promise<void>
  /** The plan of before, which `plan` compares first; default: none is remembered. */
  readonly tried?: TriedPlan
  /** A short random text for ids. */
  readonly randomId: () => string
  /** Calls the listener at SIGINT and SIGTERM until the returned function is called. */
  readonly onSignal: (listener: (signal: 'SIGINT' | 'SIGTERM') => void) => () => void
  /** Sets a flag of V8; default: flags and the priorities of threads stay as they are, since the process has other work too. */
  readonly setEngineFlag?: (flag: string) => void
  /** Stops the process as Ctrl-Z does, until it is continued; default: Ctrl-Z does nothing. */
  readonly suspend?: () => Promise<void>
  /** Ends the process at once, with 130 unless another code is given: a second Ctrl-C. The journal on disk is kept. */
  readonly abandon: (exitCode?: number) => void
}

/** Milliseconds of the clock that durations are measured with. */
export function elapsedMsOf({ now, elapsedMs = () => now().getTime() }: Pick<Surroundings, 'now' | 'elapsedMs'>): number {
  return elapsedMs()
}

/** True where a person can answer a question in a line, if not on screens: a terminal outside of CI and without `--no-input`. */
export function canAsk({ stdin, stderr, env }: Surroundings, { input }: Pick<GlobalOptions, 'input'>): boolean {
  return stdin.isTTY === true && stderr.isTTY === true && !isInCi(env) && input
}

/** True where stdin and stdout are an interactive terminal, outside of CI and without `--no-input`. Decided before ink is loaded. */
export function isInteractive({ stdin, stdout, env }: Surroundings, { input }: Pick<GlobalOptions, 'input'>): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && !isInCi(env) && env['TERM'] !== 'dumb' && input
}
