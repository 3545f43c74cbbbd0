import { colourTheme, decideColour, plainTheme, type Theme } from '../report/theme.ts'
import type { FrameLook } from '../report/code-frame.ts'
import type { GlobalOptions } from './global-options.ts'
import type { Output, Surroundings } from './surroundings.ts'

/** Where a command writes: results on stdout, everything else on stderr, each with its own colours and width. */
export interface ProgramOutput {
  /** A result: the only thing that goes to stdout. */
  result(text: string): Promise<void>
  /** A message or progress; nothing with `--quiet`. */
  note(text: string): void
  /** An error or a warning: also with `--quiet`. */
  complain(text: string): void
  readonly theme: Theme
  readonly errorTheme: Theme
  /** How code frames are drawn on stdout, and on stderr. */
  readonly look: FrameLook
  readonly errorLook: FrameLook
  /** Columns of stdout; 80 where it is no terminal. */
  readonly width: number
}

const widthWithoutTerminal = 80

/** The output of a command under its options. */
export function programOutput({ color, quiet }: Pick<GlobalOptions, 'color' | 'quiet'>, surroundings: Surroundings): ProgramOutput {
  const { stdout, stderr, env } = surroundings
  const themeOf = (output: Output): Theme => (decideColour({ flag: color, env, isTTY: output.isTTY === true }) ? colourTheme : plainTheme)
  return {
    result: (text) => written(stdout, text),
    note: (text) => {
      if (quiet !== true) stderr.write(text)
    },
    complain: (text) => {
      stderr.write(text)
    },
    theme: themeOf(stdout),
    errorTheme: themeOf(stderr),
    look: { theme: themeOf(stdout), columns: stdout.columns },
    errorLook: { theme: themeOf(stderr), columns: stderr.columns },
    width: stdout.columns ?? widthWithoutTerminal,
  }
}

/** Resolves when the text is on its way: a large plan must not be cut by the end of the program. */
function written(output: Output, text: string): Promise<void> {
  return new Promise((done) => {
    output.write(text, () => done())
  })
}
