import { invariant } from '../../errors.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { ResourceName } from '../../resources/registry.ts'
import type { RenditionUse } from '../../pictures/rendition.ts'
import { priceEntries } from '../../rules/product-digest.ts'
import type { StoredBytes } from './stored-bytes.ts'

/** A picture as a product names it. */
export interface NamedUse {
  readonly written: string
  readonly folder: string
  readonly use: RenditionUse | undefined
  readonly source: SourceSpan
}

/** A product that was checked and found right: what is kept of it, and what it uses of the rest of the catalogue. */
export interface CheckedProduct {
  readonly key: string
  readonly digest: DesiredRecord
  readonly lists: readonly string[]
  readonly pictures: readonly NamedUse[]
}

type Token = string | number

const childNames = ['ProdCat', 'Options', 'ExtraImages', 'Variants'] as const

/** Products of one document as bytes: a JSON list of texts and numbers; -1 stands for what is not there, 0 for the sku. */
export function packChecked(products: readonly CheckedProduct[], file: string): Buffer {
  const out: Token[] = [products.length]
  const span = ({ start, end, file: own }: SourceSpan): void => void out.push(start, end, own === file ? 0 : own)
  const record = ({ fields, source, spans, children }: DesiredRecord, key: string): void => {
    out.push(Object.keys(fields).length)
    for (const [name, value] of Object.entries(fields)) out.push(name, value === key ? 0 : value)
    span(source)
    out.push(Object.keys(spans).length)
    for (const [name, place] of Object.entries(spans)) {
      out.push(name)
      span(place)
    }
    out.push(children.PricingAdvanced?.length ?? -1)
  }
  for (const { key, digest, lists, pictures } of products) {
    out.push(key)
    record(digest, key)
    for (const name of childNames) {
      const rows = digest.children[name]
      out.push(rows?.length ?? -1)
      for (const row of rows ?? []) record(row, key)
    }
    out.push(lists.length, ...lists, pictures.length)
    for (const { written, folder, use, source } of pictures) {
      out.push(written, folder, use ?? -1)
      span(source)
    }
  }
  return Buffer.from(JSON.stringify(out))
}

/** The products of a document again, by their keys. */
export function unpackChecked(bytes: StoredBytes, file: string): ReadonlyMap<string, CheckedProduct> {
  const tokens: unknown = JSON.parse(bytes.slice(0, bytes.length).toString('utf8'))
  invariant(Array.isArray(tokens), 'checked products are a list')
  const reader: Reader = { tokens, at: 0, file }
  const products = Array.from({ length: number(reader) }, () => productIn(reader))
  return new Map(products.map((product) => [product.key, product]))
}

interface Reader {
  readonly tokens: readonly unknown[]
  readonly file: string
  at: number
}

function productIn(reader: Reader): CheckedProduct {
  const key = text(reader)
  const product = recordIn(reader, 'Product', key)
  const children: Partial<Record<ResourceName, readonly DesiredRecord[]>> = { ...product.children }
  for (const name of childNames) {
    const count = number(reader)
    if (count >= 0) children[name] = Array.from({ length: count }, () => recordIn(reader, name, key))
  }
  const lists = Array.from({ length: number(reader) }, () => text(reader))
  const pictures = Array.from({ length: number(reader) }, () => pictureIn(reader))
  return { key, digest: { ...product, children }, lists, pictures }
}

const none = Object.freeze({})

function recordIn(reader: Reader, resource: ResourceName, key: string): DesiredRecord {
  const fields: Record<string, string> = {}
  for (let left = number(reader); left > 0; left--) fields[text(reader)] = valueIn(reader, key)
  const source = spanIn(reader)
  const count = number(reader)
  const spans: Record<string, SourceSpan> = count === 0 ? none : {}
  for (let left = count; left > 0; left--) spans[text(reader)] = spanIn(reader)
  const entries = number(reader)
  return { resource, fields, children: entries < 0 ? none : { PricingAdvanced: priceEntries(entries) }, source, spans }
}

/** One text for the sku of a product and of all that hangs on it. */
function valueIn(reader: Reader, key: string): string {
  const token = reader.tokens[reader.at++]
  return typeof token === 'string' ? token : key
}

function spanIn(reader: Reader): SourceSpan {
  const start = number(reader)
  const end = number(reader)
  const other = reader.tokens[reader.at++]
  return { file: typeof other === 'string' ? other : reader.file, start, end }
}

function pictureIn(reader: Reader): NamedUse {
  const written = text(reader)
  const folder = text(reader)
  const use = reader.tokens[reader.at++]
  return { written, folder, use: use === 'main' || use === 'thumb' || use === 'large' ? use : undefined, source: spanIn(reader) }
}

function text(reader: Reader): string {
  const token = reader.tokens[reader.at++]
  invariant(typeof token === 'string', 'a text of a checked product')
  return token
}

function number(reader: Reader): number {
  const token = reader.tokens[reader.at++]
  invariant(typeof token === 'number', 'a number of a checked product')
  return token
}
