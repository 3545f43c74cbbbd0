import { explainAddress } from '../../catalogue/explain/explain-address.ts'
import { exitCodes, invariant } from '../../errors.ts'
import { explainJson } from '../../report/explain-json.ts'
import { explainText, type ExplainView } from '../../report/explain-text.ts'
import type { GlobalOptions } from '../global-options.ts'
import { readLiveRows } from '../live-rows.ts'
import { complainOfErrors, complainOfFailure, readLiveSide } from '../live-side.ts'
import { programOutput } from '../program-output.ts'
import { readCatalogue } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'

/**
 * `planogram explain <address>`: what a record should hold, where each value is written and what it replaced, and what the store
 * holds. A store that cannot be read leaves its side out, says why, and makes the exit code 1; a catalogue with errors is explained
 * as far as it is understood.
 */
export async function explain(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const { address } = options
  invariant(address !== undefined, 'explain was started without an address')
  const output = programOutput(options, surroundings)
  const catalogue = await readCatalogue(options, surroundings, { trace: true })
  complainOfErrors(output, catalogue)
  const explanation = explainAddress(catalogue, address)
  const { live = null, failure } =
    explanation.rows.length === 0
      ? { failure: null }
      : await readLiveSide(catalogue, { options, surroundings }, (client) => readLiveRows(client, explanation))
  complainOfFailure(output, catalogue, failure)
  const view: ExplainView = { explanation, live, failure, store: catalogue.config.storeName, locate: catalogue.locate }
  await output.result(options.format === 'json' ? explainJson(view) : explainText(view, output.theme, output.width))
  return failure === null ? exitCodes.done : exitCodes.error
}
