import type { DesiredRecord } from '../../records/desired.ts'
import { fieldsInDigest, placesInDigest } from '../../rules/product-digest.ts'
import type { SourceSpan } from '../../source/source.ts'
import { packSpan, type Packing } from '../cache/packed-record.ts'

type Pack = (packing: Packing, record: DesiredRecord) => void

const kept = {
  Product: keptNames(fieldsInDigest.Product),
  Variants: keptNames(fieldsInDigest.Variants),
  Options: keptNames(fieldsInDigest.Options),
  ExtraImages: keptNames(fieldsInDigest.ExtraImages),
  ProdCat: keptNames(fieldsInDigest.ProdCat),
  collections: keptNames(['PricingAdvanced', 'ProdCat', 'Options', 'ExtraImages', 'Variants']),
  places: keptNames(placesInDigest),
  nothing: keptNames([]),
}
const empty = {}
const nowhere: SourceSpan = { file: '', start: 0, end: 0 }

/** Packs the digest of a product (`rules/product-digest.ts`) as `packDesired` packs a record, without making it. Of a digest it is the same. */
export function packDigest(packing: Packing, product: DesiredRecord): void {
  const { PricingAdvanced, ProdCat, Options, ExtraImages, Variants } = product.children
  packFields(packing, product, kept.Product)
  packNames(packing, { PricingAdvanced, ProdCat, Options, ExtraImages, Variants }, kept.collections)
  if (PricingAdvanced) packGrid(packing, PricingAdvanced.length)
  packRows(packing, ProdCat, packLink)
  packRows(packing, Options, packOption)
  packRows(packing, ExtraImages, packExtraImage)
  packRows(packing, Variants, packVariant)
  packEnd(packing, product)
}

const packLink: Pack = (packing, link) => {
  packFields(packing, link, kept.ProdCat)
  packNames(packing, empty, kept.nothing)
  packNowhere(packing)
}

const packOption = packRow(kept.Options)
const packExtraImage = packRow(kept.ExtraImages)

/** Packs rows without children, with these fields. */
function packRow(names: KeptNames): Pack {
  return (packing, row) => {
    packFields(packing, row, names)
    packNames(packing, empty, kept.nothing)
    packEnd(packing, row)
  }
}

const packVariant: Pack = (packing, variant) => {
  const { PricingAdvanced } = variant.children
  packFields(packing, variant, kept.Variants)
  packNames(packing, { PricingAdvanced }, kept.collections)
  if (PricingAdvanced) packGrid(packing, PricingAdvanced.length)
  packEnd(packing, variant)
}

/** The same empty price entry, so many times. */
function packGrid(packing: Packing, count: number): void {
  packing.out.push(count > 1 ? -count : count)
  if (count === 0) return
  packing.out.push(packing.names.numberOfName('PricingAdvanced'))
  packNames(packing, empty, kept.nothing)
  packNames(packing, empty, kept.nothing)
  packNowhere(packing)
}

function packRows(packing: Packing, rows: readonly DesiredRecord[] | undefined, pack: Pack): void {
  if (!rows) return
  packing.out.push(rows.length)
  for (const row of rows) pack(packing, row)
}

function packFields(packing: Packing, { resource, fields }: DesiredRecord, names: KeptNames): void {
  packing.out.push(packing.names.numberOfName(resource))
  for (const name of packNames(packing, fields, names)) {
    const value = fields[name] ?? ''
    packing.out.push(value === packing.key ? 0 : value)
  }
}

function packEnd(packing: Packing, { source, spans }: DesiredRecord): void {
  packSpan(packing, source)
  for (const name of packNames(packing, spans, kept.places)) packSpan(packing, spans[name] ?? source)
  packing.out.push(0)
}

function packNowhere(packing: Packing): void {
  packSpan(packing, nowhere)
  packNames(packing, empty, kept.nothing)
  packing.out.push(0)
}

/** Names of which some are kept. */
interface KeptNames {
  readonly names: readonly string[]
  /** By a bit for each name that is there, those names. */
  readonly lists: Map<number, readonly string[]>
}

function keptNames(names: readonly string[]): KeptNames {
  return { names, lists: new Map() }
}

/** Adds the number of the names that are there, and returns them. */
function packNames(
  { out, names: table }: Packing,
  named: Readonly<Record<string, unknown>>,
  { names, lists }: KeptNames,
): readonly string[] {
  let bits = 0
  // An iteration makes an object for each name.
  for (let index = 0; index < names.length; index += 1) {
    if (named[names[index] ?? ''] !== undefined) bits |= 1 << index
  }
  let list = lists.get(bits)
  if (!list) {
    list = names.filter((name) => named[name] !== undefined)
    lists.set(bits, list)
  }
  out.push(table.numberOfNames(list))
  return list
}
