import type { DesiredRecord } from '../../records/desired.ts'
import { skuOf } from '../../records/named-fields.ts'
import type { SourceSpan } from '../../source/source.ts'
import { resourceOf } from '../../resources/registry.ts'
import { placesCalculatedFrom } from '../expand/calculated-from.ts'
import { type AddressedRecord, sectionOf } from './address-index.ts'
import { type Explained, placeKey } from './explained.ts'
import type { ExplainedField, PlacedText } from './explanation.ts'
import { changedParts, placedText, priceChain, valueChain } from './value-chain.ts'

/** A field of a record, with its value in the catalogue. */
interface Given extends AddressedRecord {
  readonly field: string
  readonly value: string
  readonly isOnCreate: boolean
}

/** How the value of one field is calculated. */
export function explainField(catalogue: Explained, given: Given): ExplainedField {
  const { record, root, field, value, isOnCreate } = given
  const entry = sectionOf(root)
  const span = record.spans[field]
  const at = span ?? record.source
  const through = field === 'price' ? pricedAt(catalogue, record) : undefined
  return {
    field,
    value,
    how: isOnCreate ? 'on-create' : span ? 'written' : 'derived',
    at,
    origin: catalogue.originOf(at),
    file: fileOf(catalogue, given),
    through: through && !isSame(through, at) ? placedText(catalogue, through) : null,
    from: field === 'price' ? placesCalculatedFrom(record.spans).map((place) => placedText(catalogue, place)) : [],
    parts: span ? changedParts(catalogue, entry, span) : [],
    before: unique([...(span ? valueChain(catalogue, entry, span) : []), ...(through ? priceChain(catalogue, entry, through) : [])]),
  }
}

function pricedAt({ priced }: Explained, record: DesiredRecord): SourceSpan | undefined {
  return record.resource === 'Product' || record.resource === 'Variants' ? priced.get(skuOf(record)) : undefined
}

/** The file that a text was read from, or the picture itself, or the source of a rendition. */
function fileOf({ textFiles, desired }: Explained, { record, field, value }: Given): string | null {
  const span = record.spans[field]
  const declared = resourceOf(record.resource).fields[field]
  if (declared?.kind !== 'file') return (span && textFiles.get(placeKey(span))) ?? null
  return desired.files.find(({ path }) => path === `${declared.folder}/${value}`)?.from ?? null
}

function unique(texts: readonly PlacedText[]): PlacedText[] {
  return [...new Map(texts.map((text) => [placeKey(text.at), text])).values()]
}

function isSame(one: SourceSpan, other: SourceSpan): boolean {
  return placeKey(one) === placeKey(other)
}
