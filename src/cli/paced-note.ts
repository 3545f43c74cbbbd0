import type { ProgramOutput } from './program-output.ts'
import type { Surroundings } from './surroundings.ts'

/** Longer than this without a word, and a person wonders. */
const quietMs = 2_000
const quietInLogsMs = 10_000

/** Says how far something is: the first time after a moment, then every moment; in a log less often. What is soon done is not spoken of. */
export function pacedNote(output: ProgramOutput, { now, stderr }: Surroundings): (text: () => string) => void {
  const everyMs = stderr.isTTY === true ? quietMs : quietInLogsMs
  let spokenAt = now().getTime()
  return (text) => {
    const at = now().getTime()
    if (at - spokenAt < everyMs) return
    spokenAt = at
    output.note(`${text()}\n`)
  }
}
