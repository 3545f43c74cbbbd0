import { isInCi } from '../workspace/environment.ts'
import type { ProgramOutput } from './program-output.ts'
import type { Output, Surroundings } from './surroundings.ts'
import { columnsOf, usualColumns } from './terminal-width.ts'

/** Back to the start of the line of a terminal, which is emptied. */
export const clearLine = '\r\u001B[K'

/** True where stderr has a line that can be updated in place: a terminal outside of CI. */
export function hasLiveLine({ stderr, env }: Pick<Surroundings, 'stderr' | 'env'>): boolean {
  return stderr.isTTY === true && env['TERM'] !== 'dumb' && !isInCi(env)
}

/** What shows this text on the line in place of the text before, as far as it fits. */
export function shownOnLine(text: string, stderr: Output): string {
  return `${clearLine}${text.slice(0, (columnsOf(stderr) ?? usualColumns) - 1)}`
}

/** Loads the code of a command, which takes 0.1 to 0.2 s: in a terminal the line says so meanwhile. */
export async function whileLoading<Code>(
  load: () => Promise<Code>,
  { note }: Pick<ProgramOutput, 'note'>,
  { stderr, env }: Pick<Surroundings, 'stderr' | 'env'>,
): Promise<Code> {
  if (!hasLiveLine({ stderr, env })) return load()
  note(shownOnLine('Loading the command', stderr))
  try {
    return await load()
  } finally {
    note(clearLine)
  }
}
