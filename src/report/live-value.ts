import type { Explanation } from '../catalogue/explain/explanation.ts'
import { fieldOf } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { sameValue } from '../resources/scalar.ts'

/** What a row of the store holds in a field: `null` where it has no such row, or says nothing of the field. */
export function liveValue(row: Fields | null, field: string): string | null {
  return row?.[field] ?? null
}

/** True where the store holds what the catalogue wants (absent and empty are the same, assumptions.md W22). */
export function isSameLive(resource: Explanation['resource'], field: string, values: readonly [string, string]): boolean {
  const [wanted, live] = values
  return resource === 'File' ? wanted === live : sameValue(fieldOf(resource, field), wanted, live)
}
