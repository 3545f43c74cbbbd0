import { colourTheme, decideColour, plainTheme, type Theme } from '../report/theme.ts'
import type { FrameStyle } from '../report/code-frame.ts'
import type { GlobalOptions } from './global-options.ts'
import type { Output, Surroundings } from './surroundings.ts'
import { columnsOf, usualColumns } from './terminal-width.ts'

/** Where a command writes: results on stdout, everything else on stderr, each with its own colours and width. */
export interface ProgramOutput {
  /** A result: the only thing that goes to stdout. */
  result(text: string): Promise<void>
  /** The same for bytes that are printed as they are. */
  bytes(bytes: Uint8Array): Promise<void>
  /** True where nobody reads results any more: the pipe is closed (`| head`), or the disk is full. */
  readonly isClosed: () => boolean
  /** A message, a warning or progress; nothing with `--quiet`. */
  note(text: string): void
  /** An error, or why a result is incomplete: also with `--quiet`. */
  warn(text: string): void
  readonly theme: Theme
  readonly errorTheme: Theme
  /** How code frames are drawn on stdout, and on stderr. */
  readonly look: FrameStyle
  readonly errorLook: FrameStyle
  /** Columns of stdout, for text that is wrapped; 80 where it is not a terminal. */
  readonly width: number
  /** Columns of stdout and stderr for a plan, whose lines are cut; `Infinity` where it is not a terminal, so that nothing is lost. */
  readonly planWidth: number
  readonly errorPlanWidth: number
}

/** What the output of a command needs of the process. */
export type Streams = Pick<Surroundings, 'stdout' | 'stderr' | 'env'>

/** The output of a command under its global options. */
export function programOutput({ color, quiet }: Pick<GlobalOptions, 'color' | 'quiet'>, { stdout, stderr, env }: Streams): ProgramOutput {
  const themeOf = (output: Output): Theme => (decideColour({ flag: color, env, isTTY: output.isTTY === true }) ? colourTheme : plainTheme)
  let isClosed = false
  /** Resolves when it is written: the end of the program must not cut a large plan. */
  const written = (part: string | Uint8Array): Promise<void> =>
    new Promise((done) => {
      stdout.write(part, (error) => {
        isClosed ||= error !== null && error !== undefined
        done()
      })
    })
  return {
    result: written,
    bytes: written,
    isClosed: () => isClosed,
    note: (text) => {
      if (!quiet) stderr.write(text)
    },
    warn: (text) => {
      stderr.write(text)
    },
    theme: themeOf(stdout),
    errorTheme: themeOf(stderr),
    look: { theme: themeOf(stdout), columns: columnsOf(stdout) },
    errorLook: { theme: themeOf(stderr), columns: columnsOf(stderr) },
    width: columnsOf(stdout) ?? usualColumns,
    planWidth: columnsOf(stdout) ?? Infinity,
    errorPlanWidth: columnsOf(stderr) ?? Infinity,
  }
}
