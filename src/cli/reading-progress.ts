import type { ReadProgress } from '../workspace/plan-live.ts'
import { pacedNote } from './paced-note.ts'
import type { ProgramOutput } from './program-output.ts'
import type { Surroundings } from './surroundings.ts'

/** Says how far the read of a large store is; a small store is read before the first line is due. */
export function readingProgress(output: ProgramOutput, surroundings: Surroundings): (progress: ReadProgress) => void {
  const note = pacedNote(output, surroundings)
  return ({ resource, records }) => note(() => `reading: ${records.toLocaleString('en')} records of ${resource} so far`)
}
