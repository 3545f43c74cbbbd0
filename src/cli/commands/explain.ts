import { askedSkus } from '../../catalogue/explain/asked-skus.ts'
import { explainAddress } from '../../catalogue/explain/explain-address.ts'
import type { Explanation } from '../../catalogue/explain/explanation.ts'
import { type AddressList, listAddresses } from '../../catalogue/explain/list-addresses.ts'
import { exitCodes, OperationalError } from '../../errors.ts'
import { addressListJson, addressListText } from '../../report/address-list.ts'
import { explainJson } from '../../report/explain-json.ts'
import { explainText, type ExplainView } from '../../report/explain-text.ts'
import type { GlobalOptions } from '../global-options.ts'
import { readLiveRows } from '../live-rows.ts'
import { complainOfErrors, complainOfFailure, readLiveSide } from '../live-side.ts'
import { programOutput } from '../program-output.ts'
import { type OpenCatalogue, readCatalogue } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'

/**
 * `planogram explain <address>`: what a record should hold, where each value is written and what it replaced, and what the store
 * holds. A store that cannot be read leaves its side out, says why, and makes the exit code 1; a catalogue with errors is explained
 * as far as it is understood. An address that ends too early is answered with those that it leads to.
 */
export async function explain(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(options, surroundings)
  const { catalogue, answer: find } = await readAnswer(options, surroundings)
  complainOfErrors(output, catalogue)
  const answer = find()
  if ('entries' in answer) {
    const { locate } = catalogue
    await output.result(options.format === 'json' ? addressListJson(answer, locate) : addressListText(answer, locate, output))
    return exitCodes.done
  }
  const { live = null, failure } =
    answer.rows.length === 0
      ? { failure: null }
      : await readLiveSide(catalogue, { options, surroundings }, (client) => readLiveRows(client, answer))
  complainOfFailure(output, catalogue, failure)
  const view: ExplainView = { explanation: answer, live, failure, store: catalogue.config.storeName, locate: catalogue.locate }
  await output.result(options.format === 'json' ? explainJson(view) : explainText(view, output.theme, output.width))
  return failure === null ? exitCodes.done : exitCodes.error
}

interface Answered {
  readonly catalogue: OpenCatalogue
  /** Throws `wrong-usage` for an address that leads nowhere. */
  readonly answer: () => Explanation | AddressList
}

/** Makes the products that the address can be about; all of them only where that leads nowhere: to list them, or to say what was meant. */
async function readAnswer(options: GlobalOptions, surroundings: Surroundings): Promise<Answered> {
  const { address = '' } = options
  const whole = askedSkus(address)
  if (whole.length > 0) {
    const part = await readCatalogue(options, surroundings, { trace: true, checkOnly: true, whole })
    const answer = answerFrom(part, address)
    if (answer) return { catalogue: part, answer: () => answer }
  }
  const catalogue = await readCatalogue(options, surroundings, { trace: true })
  return { catalogue, answer: () => listAddresses(catalogue, address) ?? explainAddress(catalogue, address) }
}

/** `undefined` where a part of the catalogue has no answer. */
function answerFrom(part: OpenCatalogue, address: string): Explanation | AddressList | undefined {
  try {
    return listAddresses(part, address) ?? explainAddress(part, address)
  } catch (error) {
    if (error instanceof OperationalError && error.code === 'wrong-usage') return undefined
    throw error
  }
}
