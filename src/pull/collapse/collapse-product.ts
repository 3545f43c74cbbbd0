import { addressOf } from '../../records/address.ts'
import { extraImages } from '../../resources/extra-images.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { canonicalValue } from '../../resources/scalar.ts'
import { byCode } from '../../source/by-code.ts'
import { bare, collapseExtras, collapseField, collapseFields, collapsePictures, missingPicture } from './collapse-fields.ts'
import { collapseInventory } from './collapse-inventory.ts'
import { collapsePlaces } from './collapse-places.ts'
import { collapsePricing } from './collapse-pricing.ts'
import { sortOf } from './collapse-options.ts'
import { collapseChoices, type VariantStyle } from './collapse-variants.ts'
import type { Collapsing } from './collapsing.ts'
import { type DocumentMap, type DocumentValue, mapOf, unlessEmpty } from '../../yaml/document-value.ts'

/**
 * A Product record with all its child records as an entry of `products:`. Empty fields and collections are left out; what a document
 * cannot express is left out and reported by `leaveOut`.
 */
export function collapseProduct(context: Collapsing, record: RecordTree, style: VariantStyle = {}): DocumentMap {
  const { children } = record
  const address = addressOf('Product', record.fields)
  const { options, variants } = collapseChoices(context, record, style)
  if (!options && !variants && (children.Options ?? []).length > 0) {
    context.leaveOut({ address, key: 'options', reason: 'the store does not have its options in the form value=Label,...' })
  }
  return mapOf(
    ...collapseFields(record, 'title', 'description', 'comment', 'faqs', 'brand', 'gtin', 'mpn', 'external_id', 'weight', 'volume'),
    ...collapseFields(record, 'slug', 'url_override'),
    ...collapseExtras(record),
    ['inactive', collapseField(record, 'inactive')],
    ['categories', filled(children.ProdCat, (rows) => collapsePlaces(rows, 'cat_code', context.placeOf))],
    ['access', filled(children.ProdAccessGroup, groupsOf)],
    ['attributes', filled(children.ProductAttributes, attributesOf)],
    ['inventory', collapseInventory(record)],
    ['merchandising', merchandising(record)],
    ...collapsePictures(context, record, { names: ['image', 'thumb', 'image_large'], owner: record }),
    ['extra_images', filled(children.ExtraImages, (rows) => extraPictures(context, record, rows))],
    ...collapsePricing(context, record, record),
    ['options', options],
    ['variants', variants],
    ...collapseFields(record, 'custom_data1', 'custom_data2', 'custom_data3', 'custom_data4'),
  )
}

function filled(
  rows: readonly RecordTree[] | undefined,
  collapse: (rows: readonly RecordTree[]) => DocumentValue | undefined,
): DocumentValue | undefined {
  return rows === undefined || rows.length === 0 ? undefined : collapse(rows)
}

function groupsOf(rows: readonly RecordTree[]): string[] {
  return [...new Set(rows.map(({ fields }) => fields['group_code'] ?? ''))].toSorted(byCode)
}

/** Attributes in the order of the store; a label with several rows has a list of values (semantics.md 6). */
function attributesOf(rows: readonly RecordTree[]): DocumentMap {
  const ordered = rows.toSorted(
    (a, b) => sortOf(a.fields['sort']) - sortOf(b.fields['sort']) || byCode(a.fields['label'] ?? '', b.fields['label'] ?? ''),
  )
  const values = Map.groupBy(ordered, ({ fields }) => fields['label'] ?? '')
  return new Map(
    [...values].map(([label, same]) => {
      const [first] = same
      return [label, first && same.length === 1 ? valueText(first) : same.map(valueText)] as const
    }),
  )
}

function valueText({ fields }: RecordTree): string {
  return canonicalValue({ kind: 'text', doc: '' }, fields['value'] ?? '')
}

function merchandising({ children }: RecordTree): DocumentMap | undefined {
  const [row] = children.Merchandising ?? []
  if (!row) return undefined
  const discount = collapseField(row, 'discount')
  return unlessEmpty(
    mapOf(
      // An amount is written as a number, though the store has it as text.
      ['discount', typeof discount === 'string' && /^\d+(?:\.\d+)?$/.test(discount) ? bare(discount) : discount],
      ...collapseFields(row, 'featured', 'timed_promotion', 'start_date', 'end_date'),
    ),
  )
}

/** The codes of the pictures are left out: the store keeps its own (semantics.md 7). */
function extraPictures(context: Collapsing, product: RecordTree, rows: readonly RecordTree[]): DocumentValue | undefined {
  const items: DocumentValue[] = []
  for (const { fields } of rows.toSorted((a, b) => byCode(a.fields['code'] ?? '', b.fields['code'] ?? ''))) {
    const paths = (['image', 'thumbnail'] as const).map((name) => {
      const file = (fields[name] ?? '').trim()
      const { folder } = extraImages.fields[name]
      const path = file === '' ? '' : context.pictureAt(folder, file)
      if (path === undefined) context.leaveOut(missingPicture(product, 'extra_images', `${folder}/${file}`))
      return path
    })
    const [image, thumbnail] = paths
    if (image === undefined || thumbnail === undefined) return undefined
    items.push(thumbnail === '' ? image : mapOf(['image', image], ['thumbnail', thumbnail]))
  }
  return items
}
