import type { ProgramOutput } from './program-output.ts'
import type { Surroundings } from './surroundings.ts'

/** How long a terminal stays silent, and a log, which keeps every line. */
const quietMs = 2_000
const quietInLogsMs = 10_000

/** Prints progress notes at most once per interval, the first after one interval: short work prints none. */
export function pacedNote(output: ProgramOutput, { now, stderr }: Surroundings): (text: () => string) => void {
  const everyMs = stderr.isTTY === true ? quietMs : quietInLogsMs
  let printedAt = now().getTime()
  return (text) => {
    const at = now().getTime()
    if (at - printedAt < everyMs) return
    printedAt = at
    output.note(`${text()}\n`)
  }
}
