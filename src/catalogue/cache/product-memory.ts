import { type CheckedProduct, packChecked, unpackChecked } from './checked-product.ts'
import type { Caches } from './document-cache.ts'

/** The products of this run and of the one before that were checked and found right. */
export interface ProductMemory {
  find(file: string, key: string): CheckedProduct | undefined
  add(file: string, product: CheckedProduct): void
  /** Keeps for the next run what was found and added. */
  save(): void
}

/** What the products of one store were checked with. */
export interface ProductFrame {
  readonly store: string
  /** A hash of everything else that decides what becomes of a product document. */
  readonly madeWith: string
  /** Sha256 of the documents by path. */
  readonly hashes: ReadonlyMap<string, string>
}

/** Opens the memory of one store. */
export function openProductMemory(caches: Caches, { store, madeWith, hashes }: ProductFrame): ProductMemory {
  const cache = caches.open({ name: 'products', layer: store, madeWith })
  /** What was found in the document that is looked at. */
  let found: { readonly file: string; readonly products: ReadonlyMap<string, CheckedProduct> | undefined } | undefined
  /** What is new in the document that is looked at; those before it are put aside. */
  let added: { readonly file: string; readonly products: CheckedProduct[] } = { file: '', products: [] }
  const fresh = new Set<string>()
  const productsOf = (file: string): ReadonlyMap<string, CheckedProduct> | undefined => {
    if (found?.file !== file) {
      const hash = hashes.get(file) ?? ''
      const made = fresh.has(hash) ? undefined : cache.find(hash)
      found = { file, products: made && unpackChecked(made, file) }
    }
    return found.products
  }
  const putAside = (): void => {
    const { file, products } = added
    const hash = hashes.get(file)
    if (hash === undefined) return
    const known = cache.find(hash)
    // What was not right in a document that is known from before is not right again.
    if (known && !fresh.has(hash)) return
    const before = known ? unpackChecked(known, file).values() : []
    fresh.add(hash)
    cache.keep(hash, packChecked([...before, ...products], file))
  }
  return {
    find: (file, key) => productsOf(file)?.get(key),
    add: (file, product) => {
      if (file !== added.file) {
        putAside()
        added = { file, products: [] }
      }
      added.products.push(product)
    },
    save: () => {
      putAside()
      cache.save()
    },
  }
}
