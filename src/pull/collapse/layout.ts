import { hash } from 'node:crypto'
import type { RootName } from '../../records/desired.ts'

/** How new records are distributed over files: a file per category, per product, or per kind. */
export type Layout = 'category' | 'product' | 'flat'

const files = { UserGroups: 'groups.yaml', Cat: 'categories.yaml', Webhooks: 'webhooks.yaml' } as const

/** The file of new price lists. */
export const priceListFile = 'prices.yaml'

/** The path of the file for a new record, from the catalogue root. `place`: the first category of a product, if it has any. */
export function fileFor(
  layout: Layout,
  resource: RootName,
  { key, place }: { readonly key: string; readonly place?: string | undefined },
): string {
  if (resource !== 'Product') return files[resource]
  if (layout === 'flat') return 'products.yaml'
  if (layout === 'product') return `products/${fileName(key)}.yaml`
  return place === undefined ? 'products/without-category.yaml' : `products/${fileName(place)}.yaml`
}

/** Names that Windows reserves for devices, and the name of the file for products without a category. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d|without-category)$/i
const mostCharacters = 80

/** A code as a file name that is valid on every system; a changed name ends in 6 characters of the hash of the code, to be unique. */
function fileName(code: string): string {
  const plain = code.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '')
  if (plain === code && plain.length <= mostCharacters && !devices.test(plain)) return plain
  const digest = hash('sha256', code).slice(0, 6)
  return plain === '' ? digest : `${plain.slice(0, mostCharacters)}-${digest}`
}
