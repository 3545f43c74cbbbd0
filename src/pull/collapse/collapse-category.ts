import type { RecordTree } from '../../resources/record-tree.ts'
import { collapseExtras, collapseField, collapseFields, collapsePictures } from './collapse-fields.ts'
import { collapsePlaces } from './collapse-places.ts'
import type { Collapsing } from './collapsing.ts'
import { type DocumentMap, type DocumentValue, mapOf } from '../../yaml/document-value.ts'

/** A Cat record as an entry of `categories:` (semantics.md 1). */
export function collapseCategory(context: Collapsing, record: RecordTree): DocumentMap {
  return mapOf(
    ...collapseFields(record, 'name', 'slug', 'url_override'),
    ...collapseExtras(record),
    ...collapseFields(record, 'description'),
    ...collapsePictures(context, record, { names: ['header_image', 'image'], owner: record }),
    ['parents', parents(context, record)],
    ['hide', collapseField(record, 'hide')],
  )
}

/** `undefined` for the top level without a sort, which is the default place of a category. */
function parents({ placeOf }: Collapsing, { children }: RecordTree): DocumentValue | undefined {
  const rows = children.CatParent
  if (rows === undefined) return undefined
  const [first, ...others] = rows
  const isTop = first?.fields['parent_code'] === '0' && others.length === 0
  if (isTop && collapseField(first, 'sort') === undefined) return undefined
  return collapsePlaces(rows, 'parent_code', (code) => (code === '0' ? -1 : placeOf(code)))
}
