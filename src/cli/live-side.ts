import { OperationalError } from '../errors.ts'
import { sanitize } from '../report/sanitize.ts'
import type { StoreClient } from '../store/store-client.ts'
import { connectStore } from './connect-store.ts'
import type { GlobalOptions } from './global-options.ts'
import type { ProgramOutput } from './program-output.ts'
import type { OpenCatalogue } from './read-catalogue.ts'
import type { Surroundings } from './surroundings.ts'

/** What a store holds beside the catalogue; `undefined` where it was not read, and `failure` says why, unless nobody asked for it. */
export interface LiveSide<Value> {
  readonly live: Value | undefined
  readonly failure: string | null
}

/**
 * Reads what a command shows beside the catalogue. What goes wrong on the way to the store is said in `failure` and keeps
 * nobody from seeing the other side; the command then ends with exit code 1. With `--offline` nothing is read.
 */
export async function readLiveSide<Value>(
  catalogue: OpenCatalogue,
  { options, surroundings }: { readonly options: Pick<GlobalOptions, 'offline'>; readonly surroundings: Surroundings },
  read: (store: StoreClient) => Promise<Value>,
): Promise<LiveSide<Value>> {
  if (options.offline === true) return { live: undefined, failure: null }
  try {
    const connection = await connectStore(catalogue, surroundings)
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

/** Says on stderr that a catalogue with errors is answered from as far as it was understood. */
export function complainOfErrors(output: ProgramOutput, { problems }: OpenCatalogue): void {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  if (errors === 0) return
  const count = errors === 1 ? '1 error' : `${errors} errors`
  output.complain(`The catalogue has ${count}; what is shown is what was understood. \`planogram validate\` lists them.\n`)
}

/** Says on stderr why a store was not read, if it should have been. */
export function complainOfFailure(output: ProgramOutput, { config }: OpenCatalogue, failure: string | null): void {
  if (failure === null) return
  const store = sanitize(config.storeName)
  output.complain(`Store ${store} was not read: ${sanitize(failure)} Only git is shown (exit code 1); --offline leaves the store out.\n`)
}
