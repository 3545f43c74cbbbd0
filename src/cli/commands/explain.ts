import { explainAddress } from '../../catalogue/explain/explain-address.ts'
import type { Explanation } from '../../catalogue/explain/explanation.ts'
import { exitCodes, invariant, OperationalError } from '../../errors.ts'
import { explainJson } from '../../report/explain-json.ts'
import { explainText, type ExplainView } from '../../report/explain-text.ts'
import type { Fields } from '../../resources/resource.ts'
import { connectStore } from '../connect-store.ts'
import type { GlobalOptions } from '../global-options.ts'
import { readLiveRows } from '../live-rows.ts'
import { programOutput } from '../program-output.ts'
import { type OpenCatalogue, readCatalogue } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'

/**
 * `planogram explain <address>`: what a record should hold, where each value is written and what it replaced, and what the store
 * holds. A store that cannot be read leaves its side out and says why; a catalogue with errors is explained as far as it is understood.
 */
export async function explain(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const { address } = options
  invariant(address !== undefined, 'explain was started without an address')
  const output = programOutput(options, surroundings)
  const catalogue = await readCatalogue(options, surroundings, { trace: true })
  const errors = catalogue.problems.filter(({ severity }) => severity === 'error').length
  if (errors > 0)
    output.complain(`The catalogue has ${errors === 1 ? '1 error' : `${errors} errors`}; \`planogram validate\` lists them.\n`)
  const explanation = explainAddress(catalogue, address)
  const { live, failure } = await readLive({ catalogue, explanation }, options, surroundings)
  const { storeName } = catalogue.config
  if (failure !== null) output.complain(`Store ${storeName} was not read: ${failure} --offline leaves the store out.\n`)
  const view: ExplainView = { explanation, live, store: storeName, locate: catalogue.locate }
  await output.result(options.format === 'json' ? explainJson(view) : explainText(view, output.theme, output.width))
  return exitCodes.done
}

interface Asked {
  readonly catalogue: OpenCatalogue
  readonly explanation: Explanation
}

async function readLive(
  { catalogue, explanation }: Asked,
  { offline }: GlobalOptions,
  surroundings: Surroundings,
): Promise<{ live: readonly (Fields | null)[] | null; failure: string | null }> {
  if (offline === true || explanation.rows.length === 0) return { live: null, failure: null }
  try {
    const connection = await connectStore(catalogue, surroundings)
    try {
      return { live: await readLiveRows(connection.store, explanation), failure: null }
    } finally {
      await connection.close()
    }
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error
    return { live: null, failure: error.message }
  }
}
