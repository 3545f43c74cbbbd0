import type { Readable, Writable } from 'node:stream'

/** A place to write to, and whether a person looks at it. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** Everything of the process that a command may see. `cli/main.ts` makes the real one, tests make their own. */
export interface Surroundings {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly now: () => Date
  /** A short random text for ids. */
  readonly randomId: () => string
  /** Calls back at SIGINT and SIGTERM until the returned function is called. */
  readonly onSignal: (listener: (signal: 'SIGINT' | 'SIGTERM') => void) => () => void
  /** Ends the program where it stands, without another word; default 130: a second Ctrl-C. What was journalled is kept. */
  readonly abandon: (exitCode?: number) => void
}

/** True where a person can be asked: both ends are a terminal, and nothing says otherwise. Decided before ink is loaded. */
export function isInteractive({ stdin, stdout, env }: Surroundings, noInput: boolean): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && !isInCi(env) && env['TERM'] !== 'dumb' && !noInput
}

/** True where `CI` is set to anything but nothing or `false`: nobody answers, and nothing is remembered. */
export function isInCi(env: Surroundings['env']): boolean {
  return env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false'
}
