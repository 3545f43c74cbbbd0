import { invariant } from '../../errors.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import {
  type Cursor,
  type Packing,
  packSpan,
  type PlacedUnpacking,
  type Token,
  unpackDesired,
  unpackNumber,
  unpackSpan,
  unpackText,
} from '../cache/packed-record.ts'
import { type NameTable, openNamesOf } from '../cache/name-table.ts'
import type { StoredBytes } from '../cache/stored-bytes.ts'
import type { WrittenPicture } from '../expand/request-picture.ts'
import { packDigest } from './pack-digest.ts'

/** What is remembered of a product without problems: its digest (`packDigest`), and what it uses of the rest of the catalogue. */
export interface RememberedProduct {
  readonly key: string
  /** Its digest; to be packed, it may be whole. */
  readonly record: DesiredRecord
  /** Names of price lists. */
  readonly priceLists: readonly string[]
  readonly pictures: readonly WrittenPicture[]
}

/** The products of one document, packed one after the other: records are not held. */
export interface ProductPacking {
  add(product: RememberedProduct): void
  /** The lists of the name table, and the tokens of the products, as JSON: the same for every document with the same bytes. */
  bytes(): Buffer
}

/** Opens the packing of the products of the document `file`. `known`: a table for all documents, which their own tables are made of. */
export function openProductPacking(file: string, known: NameTable): ProductPacking {
  const names = openNamesOf(known)
  const out: Token[] = []
  return {
    add: ({ key, record, priceLists, pictures }) => {
      const packing: Packing = { out, places: out, names, key, file, form: null, emptyForm: null }
      out.push(key)
      packDigest(packing, record)
      out.push(priceLists.length, ...priceLists, pictures.length)
      for (const { written, folder, use, source } of pictures) {
        out.push(written, folder, use ?? '')
        packSpan(packing, source)
      }
    },
    bytes: () => Buffer.from(JSON.stringify([names.lists, out])),
  }
}

/** The products that were packed, by key, as those of the document `file`. */
export function unpackProducts(bytes: StoredBytes, file: string): ReadonlyMap<string, RememberedProduct> {
  const packed: unknown = JSON.parse(bytes.slice(0, bytes.length).toString('utf8'))
  invariant(Array.isArray(packed), 'packed products are a list')
  const [lists, tokens]: unknown[] = packed
  invariant(isNameLists(lists) && Array.isArray(tokens), 'packed products are a name table and tokens')
  const cursor = { tokens, at: 0 }
  const products = new Map<string, RememberedProduct>()
  while (cursor.at < tokens.length) {
    const product = unpackProduct(cursor, { names: lists, file })
    products.set(product.key, product)
  }
  return products
}

function isNameLists(value: unknown): value is readonly (readonly string[])[] {
  return Array.isArray(value) && value.every((list) => Array.isArray(list) && list.every((name) => typeof name === 'string'))
}

function unpackProduct(all: Cursor, { names, file }: Pick<PlacedUnpacking, 'names' | 'file'>): RememberedProduct {
  const key = unpackText(all)
  const values = { tokens: all.tokens, at: all.at, names, key, file }
  const own: PlacedUnpacking = Object.assign(values, { places: values })
  const record = unpackDesired(own)
  const priceLists = Array.from({ length: unpackNumber(own) }, () => unpackText(own))
  const pictures = Array.from({ length: unpackNumber(own) }, () => unpackPicture(own))
  all.at = own.at
  return { key, record, priceLists, pictures }
}

function unpackPicture(unpacking: PlacedUnpacking): WrittenPicture {
  const written = unpackText(unpacking)
  const folder = unpackText(unpacking)
  const use = unpackText(unpacking)
  return { written, folder, use: use === 'main' || use === 'thumb' || use === 'large' ? use : undefined, source: unpackSpan(unpacking) }
}
