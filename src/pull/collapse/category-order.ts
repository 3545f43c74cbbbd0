import type { RecordTree } from '../../resources/record-tree.ts'
import { byCode } from '../../source/by-code.ts'

/**
 * Categories in the order of the navigation: each below its first parent, siblings by their sort, then by code; categories that are not
 * in the navigation come last. Does not depend on the given order.
 */
export function inNavigationOrder(categories: readonly RecordTree[]): RecordTree[] {
  const byParent = new Map<string, { readonly record: RecordTree; readonly sort: number }[]>()
  for (const record of categories) {
    for (const { fields } of record.children.CatParent ?? []) {
      const parent = fields['parent_code'] ?? ''
      const siblings = byParent.get(parent) ?? []
      siblings.push({ record, sort: Number(fields['sort'] ?? '') })
      byParent.set(parent, siblings)
    }
  }
  const ordered = new Set<RecordTree>()
  const below = (parent: string): RecordTree[] =>
    (byParent.get(parent) ?? [])
      .toSorted((a, b) => a.sort - b.sort || byCode(codeOf(a.record), codeOf(b.record)))
      .map(({ record }) => record)
  const stack = below('0').toReversed()
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (ordered.has(next)) continue
    ordered.add(next)
    for (const child of below(codeOf(next)).toReversed()) stack.push(child)
  }
  const others = categories.filter((record) => !ordered.has(record)).toSorted((a, b) => byCode(codeOf(a), codeOf(b)))
  return [...ordered, ...others]
}

function codeOf({ fields }: RecordTree): string {
  return fields['code'] ?? ''
}
