import type { DesiredRecord } from '../records/desired.ts'
import { sellsOneOf } from '../rules/every-record.ts'
import type { LoadedCatalogue } from './catalogue.ts'
import { readCatalogue, type ReadOptions } from './read-catalogue.ts'

/**
 * Reads a catalogue with its products as records: all of them, or with `only` those that have one of these skus or variant codes. With an
 * empty `only` it is checked and no product is kept. See `readCatalogue`.
 */
export async function loadCatalogue(options: ReadOptions): Promise<LoadedCatalogue> {
  const { only } = options
  const codes = new Set(only)
  const products: DesiredRecord[] = []
  using reading = readCatalogue(options)
  for (const { record } of reading.products()) {
    if (only === undefined || sellsOneOf(record, codes)) products.push(record)
  }
  const { catalogue, sources } = await reading.finish(products)
  return { catalogue, sources }
}
