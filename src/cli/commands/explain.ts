import { explainAddress } from '../../catalogue/explain/explain-address.ts'
import { listAddresses } from '../../catalogue/explain/list-addresses.ts'
import { exitCodes } from '../../errors.ts'
import { addressListJson, addressListText } from '../../report/address-list.ts'
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
 * as far as it is understood. An address that ends too early is answered with those that it leads to.
 */
export async function explain(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const { address = '' } = options
  const output = programOutput(options, surroundings)
  const catalogue = await readCatalogue(options, surroundings, { trace: true })
  complainOfErrors(output, catalogue)
  const list = listAddresses(catalogue, address)
  if (list) {
    await output.result(
      options.format === 'json' ? addressListJson(list, catalogue.locate) : addressListText(list, catalogue.locate, output),
    )
    return exitCodes.done
  }
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
