import { OperationalError } from '../errors.ts'
import type { Plan } from '../plan/plan.ts'
import { problemsText } from '../report/problem-text.ts'
import { pacedNote } from './paced-note.ts'
import type { ProgramOutput } from './program-output.ts'
import type { OpenCatalogue } from './read-catalogue.ts'
import type { Surroundings } from './surroundings.ts'

interface Session {
  readonly catalogue: OpenCatalogue
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
}

/**
 * Makes the smaller pictures that a plan will send before the plan is shown, so that a broken picture is found before anything is
 * written. Prints the problems of such pictures and throws `catalogue-invalid`; throws `sharp-missing` without the package.
 */
export async function makeRenditions(plan: Plan, { catalogue, output, surroundings }: Session): Promise<void> {
  const wanted = plan.steps.flatMap((step) => (step.kind === 'put-file' && step.size === null ? [step.sha256] : []))
  const note = pacedNote(output, surroundings)
  const problems = await catalogue.makeRenditions(wanted, (done, all) => {
    note(() => `resizing pictures: ${done.toLocaleString('en')} of ${all.toLocaleString('en')} so far`)
  })
  if (problems.length === 0) return
  output.warn(`${problemsText(problems, catalogue, output.errorLook)}\n\n`)
  const [count, them] = problems.length === 1 ? ['One picture', 'it'] : [`${problems.length} pictures`, 'them']
  throw new OperationalError('catalogue-invalid', `${count} cannot be resized; nothing was sent to a store.`, {
    fix: `Export ${them} again; the problems above name the cause.`,
  })
}
