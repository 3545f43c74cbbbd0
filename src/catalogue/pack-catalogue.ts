import type { DesiredSources } from '../records/desired.ts'
import { openDesiredStore } from './cache/record-store.ts'
import type { LoadedCatalogue } from './catalogue.ts'
import { readCatalogue, type ReadOptions } from './read-catalogue.ts'

/** A catalogue whose products are packed: `catalogue.desired` is without them, `desired` with them. */
export interface PackedCatalogue extends LoadedCatalogue, Disposable {
  /** Can be read until the disposal. */
  readonly desired: DesiredSources
}

/** Of a catalogue that is read into memory. More is in a file, where there is a folder for it: 100,000 products with six variants are 400 MB. */
const mostInMemory = 48_000_000

/** Reads a catalogue and packs its products into memory, or into a file without a name in `folder`. See `readCatalogue`. */
export async function packCatalogue(options: ReadOptions, folder: string | null = null): Promise<PackedCatalogue> {
  using reading = readCatalogue({ ...options, keepsTapes: folder === null })
  using opening = new DisposableStack()
  const products = opening.use(folder === null ? openDesiredStore(options.cache?.scratch ?? null, mostInMemory) : openDesiredStore(folder))
  for (const { record } of reading.products()) products.add(record)
  const { catalogue, sources, definesProducts } = await reading.finish()
  const { roots, ...others } = catalogue.desired
  const opened = opening.move()
  return {
    catalogue,
    sources,
    desired: { roots: { ...roots, ...(definesProducts && { Product: products }) }, ...others },
    [Symbol.dispose]: () => opened.dispose(),
  }
}
