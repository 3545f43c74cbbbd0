import { hash } from 'node:crypto'
import { posix } from 'node:path'
import type { Problem } from '../../problems/problem.ts'
import type { Caches } from '../cache/document-cache.ts'
import { openNames } from '../cache/name-table.ts'
import { openProductPacking, type ProductPacking, type RememberedProduct, unpackProducts } from './packed-product.ts'
import type { ReadProduct } from './read-product.ts'

/** The products without problems of this run and of the one before. */
export interface ProductMemory {
  find(file: string, key: string): RememberedProduct | undefined
  /** Remembers products that were checked, in the order of the documents, but none of a document with a problem. */
  add(products: readonly ReadProduct[], problems: readonly Problem[]): void
  /** Keeps for the next run what was found and added. */
  save(): void
}

/** What the products of one store are read with. */
export interface ProductSurroundings {
  readonly store: string
  /** A hash of everything besides the document of a product that its record and its problems depend on. */
  readonly madeWith: string
  /** Sha256 of the documents by path. */
  readonly hashes: ReadonlyMap<string, string>
}

/** Opens the memory of one store. */
export function openProductMemory(caches: Caches, { store, madeWith, hashes }: ProductSurroundings): ProductMemory {
  const cache = caches.open({ name: 'products', layer: store, madeWith })
  const names = openNames()
  /** The products of the document that was asked for last. */
  let found: { readonly file: string; readonly products: ReadonlyMap<string, RememberedProduct> | undefined } | undefined
  /** The new products of the document that is read. */
  let added: { readonly file: string; readonly packing: ProductPacking | null } = { file: '', packing: null }
  /** Names of the documents whose products are new in this run. */
  const fresh = new Set<string>()
  const nameOf = (file: string): string => nameInCache(file, hashes.get(file))
  const productsOf = (file: string): ReadonlyMap<string, RememberedProduct> | undefined => {
    if (found?.file !== file) {
      const name = nameOf(file)
      const packed = fresh.has(name) ? undefined : cache.find(name)
      found = { file, products: packed && unpackProducts(packed, file) }
    }
    return found.products
  }
  const keepAdded = (): void => {
    const { file, packing } = added
    if (!packing || !hashes.has(file)) return
    const name = nameOf(file)
    fresh.add(name)
    cache.keep(name, packing.bytes())
  }
  /** Of a document with the bytes of one before in its folder, its products are first; `null` for one of an earlier run. */
  const packingOf = (file: string): ProductPacking | null => {
    const name = nameOf(file)
    const known = cache.find(name)
    // A document of an earlier run is complete: its other products had problems, and have them again.
    if (known && !fresh.has(name)) return null
    const packing = openProductPacking(file, names)
    for (const product of known ? unpackProducts(known, file).values() : []) packing.add(product)
    return packing
  }
  return {
    find: (file, key) => productsOf(file)?.get(key),
    add: (products, problems) => {
      const isCorrect = correctFiles(products, problems)
      for (const product of products) {
        const { file } = product
        if (product.isDigest || !product.isRepeatable || !isCorrect(file)) continue
        if (file !== added.file) {
          keepAdded()
          added = { file, packing: packingOf(file) }
        }
        added.packing?.add(remembered(product))
      }
    },
    save: () => {
      keepAdded()
      cache.save()
    },
  }
}

/** What the products of a document are kept under: defaults apply by folder, so the same bytes are other products elsewhere. */
function nameInCache(file: string, documentHash: string | undefined): string {
  return documentHash === undefined ? '' : hash('sha256', `${posix.dirname(file)}\0${documentHash}`)
}

function remembered({ key, record, uses: { priceLists, pictures } }: ReadProduct): RememberedProduct {
  const written = pictures.map(({ written, folder, request, source }) => ({ written, folder, use: request?.use, source }))
  return { key, record, priceLists, pictures: written }
}

/** Asks whether a document has no problem. Where a problem is in another document, the product that has it is not known: then none is correct. */
function correctFiles(products: readonly ReadProduct[], problems: readonly Problem[]): (file: string) => boolean {
  const files = new Set(products.filter(({ isDigest }) => !isDigest).map(({ file }) => file))
  const wrong = new Set(problems.map(({ at }) => at.file))
  const isElsewhere = [...wrong].some((file) => !files.has(file))
  return (file) => !isElsewhere && !wrong.has(file)
}
