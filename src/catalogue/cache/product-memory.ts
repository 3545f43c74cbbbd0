import { type CheckedProduct, packChecked, unpackChecked } from './checked-product.ts'
import { type CacheOptions, openDocumentCache } from './document-cache.ts'

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
export function openProductMemory(options: CacheOptions, { store, madeWith, hashes }: ProductFrame): ProductMemory {
  const cache = openDocumentCache(options, { name: 'products', layer: store, madeWith })
  const added = new Map<string, CheckedProduct[]>()
  let current: { readonly file: string; readonly products: ReadonlyMap<string, CheckedProduct> | undefined } | undefined
  const productsOf = (file: string): ReadonlyMap<string, CheckedProduct> | undefined => {
    if (current?.file !== file) {
      const made = cache.find(hashes.get(file) ?? '')
      current = { file, products: made && unpackChecked(made, file) }
    }
    return current.products
  }
  return {
    find: (file, key) => productsOf(file)?.get(key),
    add: (file, product) => {
      const products = added.get(file)
      if (products) products.push(product)
      else added.set(file, [product])
    },
    save: () => {
      for (const [file, products] of added) {
        const hash = hashes.get(file)
        // What was not right in a document that is known is not right again.
        if (hash !== undefined && !cache.find(hash)) cache.keep(hash, packChecked(products, file))
      }
      cache.save()
    },
  }
}
