import { statSync } from 'node:fs'
import { join } from 'node:path'
import { listAddresses } from '../../catalogue/explain/list-addresses.ts'
import { findDocuments } from '../../documents/find-documents.ts'
import { loadStores } from '../../workspace/load-config.ts'
import { catalogueRoot } from '../catalogue-root.ts'
import { openConfiguredState, readConfigured } from '../configured-state.ts'
import type { GlobalOptions } from '../global-options.ts'
import { readCatalogue } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'

/** What the completions list of a catalogue. */
type CompletedList = 'stores' | 'runs' | 'addresses'

/** The names of this catalogue that the completions offer: its stores, the runs of a store, or the addresses of its records. */
export function listNames(list: CompletedList, global: GlobalOptions, surroundings: Surroundings): Promise<readonly string[]> {
  return lists[list](global, surroundings)
}

type List = (global: GlobalOptions, surroundings: Surroundings) => Promise<readonly string[]>

const lists: Readonly<Record<CompletedList, List>> = {
  stores: async (global, surroundings) => Object.keys(loadStores({ root: catalogueRoot(global, surroundings), configFile: global.config })),
  runs: async (global, surroundings) => {
    const { state } = await openConfiguredState(global, surroundings, { anyStore: true })
    try {
      return (await state.runs()).map(({ id }) => id)
    } finally {
      await state.close()
    }
  },
  addresses: async (global, surroundings) => {
    const { root } = readConfigured(global, surroundings)
    const { documents } = findDocuments({ root, configFile: global.config, overlays: [] })
    if (documents.reduce((sum, path) => sum + statSync(join(root, path)).size, 0) > mostBytes) return []
    const catalogue = await readCatalogue({ ...global, quiet: true }, surroundings, { trace: true })
    return below('', catalogue).flatMap((kind) => below(kind, catalogue))
  },
}

/** A key press waits for the whole catalogue. */
const mostBytes = 2_000_000

function below(address: string, catalogue: Parameters<typeof listAddresses>[0]): readonly string[] {
  return (listAddresses(catalogue, address)?.entries ?? []).map((entry) => entry.address)
}
