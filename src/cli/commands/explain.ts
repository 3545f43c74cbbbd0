import { askedSkus, explainAddress } from '../../catalogue/explain/explain-address.ts'
import type { Explanation } from '../../catalogue/explain/explanation.ts'
import { type AddressList, listAddresses } from '../../catalogue/explain/list-addresses.ts'
import { exitCodes, OperationalError } from '../../errors.ts'
import { addressListJson, addressListText } from '../../report/address-list.ts'
import { explainJson } from '../../report/explain-json.ts'
import { explainText, type ExplainView } from '../../report/explain-text.ts'
import type { GlobalOptions } from '../global-options.ts'
import { readLiveRows } from '../../workspace/live-rows.ts'
import { warnOfErrors, warnOfFailure, readLiveSide } from '../live-side.ts'
import { programOutput } from '../program-output.ts'
import type { StoreClient } from '../../store/store-client.ts'
import { sealedStore } from '../../workspace/webhook-addresses.ts'
import type { InspectedCatalogue } from '../../workspace/load-catalogue.ts'
import { readCatalogue } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'
import type { ExplainOptions } from './explain-usage.ts'

/**
 * `planogram explain [address]`: the values of a record, where each is written and what it replaced, and the values in the store.
 * Where the store cannot be read, its side is omitted, the reason printed, and the exit code is 1; a catalogue with errors is
 * explained as far as it can be read. An address that is a part of others is answered with a list of them.
 */
export async function explain(options: ExplainOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const { catalogue, answer: find } = await readAnswer(options.address, global, surroundings)
  warnOfErrors(output, catalogue)
  const answer = find()
  const { locate } = catalogue.sources
  if ('entries' in answer) {
    await output.result(options.format === 'json' ? addressListJson(answer, locate) : addressListText(answer, locate, output))
    return exitCodes.done
  }
  const { live = null, failure } =
    answer.rows.length === 0
      ? { failure: null }
      : await readLiveSide(catalogue, { offline: options.offline, surroundings }, (client) =>
          readLiveRows(clientFor(answer, client, catalogue), answer),
        )
  warnOfFailure(output, catalogue, failure)
  const view: ExplainView = { explanation: answer, live, failure, store: catalogue.config.storeName }
  await output.result(options.format === 'json' ? explainJson(view, locate) : explainText(view, locate, output))
  return failure === null ? exitCodes.done : exitCodes.error
}

/** The addresses of webhooks can contain secrets: they are shown as the catalogue writes them. */
function clientFor({ resource }: Explanation, client: StoreClient, { desired, sources }: InspectedCatalogue): StoreClient {
  return resource === 'Webhooks' ? sealedStore(client, desired.roots.Webhooks ?? [], sources.resolveWebhook) : client
}

interface Answered {
  readonly catalogue: InspectedCatalogue
  /** Throws `wrong-usage` where the catalogue has no such address. */
  readonly answer: () => Explanation | AddressList
}

/** Reads the products that the address can be about; all of them only where none has it: to list addresses, or to suggest one. */
async function readAnswer(address: string, global: GlobalOptions, surroundings: Surroundings): Promise<Answered> {
  const only = askedSkus(address)
  if (only.length > 0) {
    const part = await readCatalogue(global, surroundings, { trace: true, only })
    const answer = answerFrom(part, address)
    if (answer) return { catalogue: part, answer: () => answer }
  }
  const catalogue = await readCatalogue(global, surroundings, { trace: true })
  return { catalogue, answer: () => answerTo(catalogue, address) }
}

function answerTo(catalogue: InspectedCatalogue, address: string): Explanation | AddressList {
  return listAddresses(catalogue, address) ?? explainAddress(catalogue, address, catalogue.sources.textOf)
}

/** `undefined` where a part of the catalogue has no answer. */
function answerFrom(part: InspectedCatalogue, address: string): Explanation | AddressList | undefined {
  try {
    return answerTo(part, address)
  } catch (error) {
    if (error instanceof OperationalError && error.code === 'wrong-usage') return undefined
    throw error
  }
}
