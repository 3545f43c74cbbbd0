import type { RecordTree } from '../../resources/record-tree.ts'
import { byCode } from '../../source/by-code.ts'
import { bare, collapseField } from './collapse-fields.ts'
import { type DocumentValue, textOf } from '../../yaml/document-value.ts'

/**
 * Links as `code: sort`, ordered by `placeOf`, then by code; as a plain list where one of them has no sort, because a list leaves the sort
 * to the store (semantics.md 6).
 */
export function collapsePlaces(rows: readonly RecordTree[], field: string, placeOf: (code: string) => number): DocumentValue {
  const places = new Map<string, string | undefined>()
  for (const row of rows) {
    const sort = collapseField(row, 'sort')
    places.set(row.fields[field] ?? '', typeof sort === 'string' || (sort && 'bare' in sort) ? textOf(sort) : undefined)
  }
  const ordered = [...places].toSorted(([a], [b]) => placeOf(a) - placeOf(b) || byCode(a, b))
  const sorted = ordered.flatMap(([code, sort]) => (sort === undefined ? [] : [[code, bare(sort)] as const]))
  return sorted.length === ordered.length ? new Map(sorted) : ordered.map(([code]) => code)
}
