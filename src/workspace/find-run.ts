import { OperationalError } from '../errors.ts'
import type { RunRow, State } from '../state/state.ts'

const mostNamed = 5

/**
 * The run with this id, or with an id that begins so. Throws `run-unknown` with the latest ids where there is none, and with those that
 * are meant where there are several.
 */
export async function findRun(state: Pick<State, 'runs'>, id: string): Promise<RunRow> {
  const runs = await state.runs()
  const found = runs.filter((run) => run.id.startsWith(id))
  const [first, second] = found
  const exact = found.find((run) => run.id === id) ?? (second === undefined ? first : undefined)
  if (exact && id !== '') return exact
  if (second && id !== '') {
    throw new OperationalError('run-unknown', `${found.length} runs have an id that begins with ${id}.`, {
      fix: `Give more of it: ${namesOf(found)}.`,
    })
  }
  throw new OperationalError('run-unknown', `The state has no run ${id}.`, {
    fix: runs.length === 0 ? 'The state has no runs yet: `planogram apply` records one.' : `The latest runs are ${namesOf(runs)}.`,
  })
}

function namesOf(runs: readonly RunRow[]): string {
  return runs
    .slice(0, mostNamed)
    .map((run) => run.id)
    .join(', ')
}
