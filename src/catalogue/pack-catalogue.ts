import { tmpdir } from 'node:os'
import type { DesiredSources } from '../records/desired.ts'
import { openDesiredStore } from './cache/record-store.ts'
import type { LoadedCatalogue } from './catalogue.ts'
import { openContentHash } from './content-hash.ts'
import { readCatalogue, type ReadOptions } from './read-catalogue.ts'

/** A catalogue whose products are packed: `catalogue.desired` is without them, `desired` with them. */
export interface PackedCatalogue extends LoadedCatalogue, Disposable {
  /** Can be read until the disposal. */
  readonly desired: DesiredSources
}

/** Without a folder, products beyond this number of bytes are in a file. */
const mostInMemory = 32 << 20

/**
 * Reads a catalogue and packs its products into a file without a name in `folder`, with their digests in memory; with `null` into memory without
 * digests, and those of a very large catalogue into such a file in the folder for temporary files. See `readCatalogue`.
 */
export async function packCatalogue(
  options: Omit<ReadOptions, 'only' | 'content'>,
  folder: string | null = null,
): Promise<PackedCatalogue> {
  using opening = new DisposableStack()
  const hash = openContentHash()
  const products = opening.use(
    openDesiredStore(folder ?? tmpdir(), {
      inMemory: folder === null ? mostInMemory : 0,
      names: hash.names,
      contentOf: (tokens, key) => {
        const digest = hash.addPacked(tokens, key)
        return folder === null ? null : digest
      },
    }),
  )
  using reading = readCatalogue({ ...options, tapeBytes: 'all', content: { hash, addProduct: (product) => products.add(product) } })
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
