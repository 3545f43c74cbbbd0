import { OperationalError } from '../errors.ts'
import { countOf } from '../source/counts.ts'
import { sanitize } from '../report/sanitize.ts'
import type { StoreClient } from '../store/store-client.ts'
import { connectStore } from '../workspace/connect-store.ts'
import type { ProgramOutput } from './program-output.ts'
import type { InspectedCatalogue } from '../workspace/load-catalogue.ts'
import type { Surroundings } from './surroundings.ts'

/** What a store has, beside the catalogue; `undefined` where it was not read: `failure` is the reason, or `null` with `--offline`. */
export interface LiveSide<Value> {
  readonly live: Value | undefined
  readonly failure: string | null
}

/**
 * Reads what a command shows beside the catalogue. An error of the store goes to `failure`, so that the catalogue is still shown;
 * the command then ends with exit code 1. With `offline` nothing is read.
 */
export async function readLiveSide<Value>(
  catalogue: InspectedCatalogue,
  { offline, surroundings }: { readonly offline: boolean; readonly surroundings: Surroundings },
  read: (store: StoreClient) => Promise<Value>,
): Promise<LiveSide<Value>> {
  if (offline) return { live: undefined, failure: null }
  try {
    const connection = await connectStore({ catalogue, env: surroundings.env, sleep: surroundings.sleep })
    try {
      return { live: await read(connection.store), failure: null }
    } finally {
      await connection.close()
    }
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error
    return { live: undefined, failure: error.message }
  }
}

/** Reports on stderr that a catalogue has errors, so that an answer from it may be incomplete. */
export function warnOfErrors(output: ProgramOutput, { problems }: InspectedCatalogue): void {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  if (errors === 0) return
  output.warn(`The catalogue has ${countOf(errors, 'error')}, so the answer may be incomplete. Run \`planogram validate\`.\n`)
}

/** Reports on stderr why a store could not be read. */
export function warnOfFailure(output: ProgramOutput, { config }: InspectedCatalogue, failure: string | null): void {
  if (failure === null) return
  const store = sanitize(config.storeName)
  output.warn(`Cannot read store ${store}: ${sanitize(failure)} Only git is shown (exit code 1); --offline omits the store.\n`)
}
