import type { RecordTree } from '../../resources/record-tree.ts'
import { collapseField, collapseFields } from './collapse-fields.ts'
import { type DocumentMap, mapOf } from '../../yaml/document-value.ts'

/** A UserGroups record as an entry of `groups:`. */
export function collapseGroup(record: RecordTree): DocumentMap {
  return mapOf(...collapseFields(record, 'title', 'description', 'subscribable', 'subscribe_text'), [
    'parent',
    collapseField(record, 'parent_code'),
  ])
}
