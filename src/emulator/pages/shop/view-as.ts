import { lastQuantity } from '../../../pricing/grid-row.ts'
import type { RecordTree } from '../../../resources/record-tree.ts'
import { addressOf, pathOf } from '../addresses.ts'

/** The customer as whom the shop is viewed. */
export interface ViewAs {
  /** Code of a customer group; empty for a visitor. */
  readonly group: string
  /** Pieces, from 1. */
  readonly quantity: number
  /** Empty for the store's own currency. */
  readonly currency: string
}

/** The viewer in the query. Missing and invalid parameters mean a visitor who buys one piece. */
export function readViewAs(query: URLSearchParams): ViewAs {
  const quantity = query.get('quantity') ?? ''
  return {
    group: query.get('group') ?? '',
    quantity: /^\d{1,7}$/.test(quantity) ? Math.min(Math.max(Number(quantity), 1), lastQuantity) : 1,
    currency: query.get('currency') ?? '',
  }
}

/** The parameters that keep the viewer from page to page; a visitor who buys one piece needs none. */
export function viewParameters({ group, quantity, currency }: ViewAs): Readonly<Record<string, string | null>> {
  return { group, quantity: quantity === 1 ? null : String(quantity), currency }
}

/** First path segments that a slug cannot use. */
const reserved: ReadonlySet<string> = new Set(['API', 'api_oauth', 'files', 'product', 'category', '_shop', '_admin', '_emulator'])

function slugPath(slug: string): string | null {
  const segments = slug.split('/')
  const plain = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..') && !reserved.has(segments[0] ?? '')
  return plain ? pathOf(segments) : null
}

/** The path of a record: its slug, or its key if the slug is not usable as an address. */
function pathOfRecord(kind: 'product' | 'category', key: string, slug: string): string {
  const dots = key === '.' || key === '..'
  return slugPath(slug) ?? (dots ? addressOf(`/${kind}/`, { key }) : pathOf([kind, key]))
}

/** The address of a product or a category for this viewer, with more parameters. */
export function addressOfRecord(
  { resource, fields }: Pick<RecordTree, 'resource' | 'fields'>,
  view: ViewAs,
  more: Readonly<Record<string, string | null>> = {},
): string {
  const path =
    resource === 'Cat'
      ? pathOfRecord('category', fields['code'] ?? '', fields['slug'] ?? '')
      : pathOfRecord('product', fields['sku'] ?? '', fields['slug'] ?? '')
  return withView(path, view, more)
}

/** A path with the viewer and more parameters. */
export function withView(path: string, view: ViewAs, more: Readonly<Record<string, string | null>> = {}): string {
  const [bare = '', own = ''] = path.split('?')
  return addressOf(bare, { ...Object.fromEntries(new URLSearchParams(own)), ...more, ...viewParameters(view) })
}
