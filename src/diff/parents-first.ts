import type { DesiredRecord } from '../records/desired.ts'
import { keyOf } from '../records/named-fields.ts'

function parentsOf({ fields, children, onCreate }: DesiredRecord): string[] {
  const places = [...(children.CatParent ?? []), ...(onCreate?.children.CatParent ?? [])]
  return [fields['parent_code'] ?? '', ...places.map((place) => place.fields['parent_code'] ?? '')]
}

/**
 * Groups or categories in the order of the catalogue, but each after its parents. A cycle (an error in the catalogue) is
 * cut at the record that is reached first.
 */
export function parentsFirst(records: readonly DesiredRecord[]): DesiredRecord[] {
  const byKey = new Map(records.map((record) => [keyOf(record), record]))
  const ordered = new Set<DesiredRecord>()
  const entered = new Set<DesiredRecord>()
  const stack = records.toReversed()
  for (let record = stack.at(-1); record; record = stack.at(-1)) {
    const above = entered.has(record) ? [] : parentsOf(record).flatMap((key) => byKey.get(key) ?? [])
    const waiting = above.filter((parent) => !entered.has(parent))
    entered.add(record)
    if (waiting.length > 0) {
      for (const parent of waiting.toReversed()) stack.push(parent)
    } else {
      ordered.add(record)
      stack.pop()
    }
  }
  return [...ordered]
}
