import type { Explanation } from '../catalogue/explain/explanation.ts'
import { fieldOf } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { sameValue } from '../resources/scalar.ts'

/** The value of a field in a row of the store; `null` where the store has no such row, or the row does not contain the field. */
export function liveValue(row: Fields | null, field: string): string | null {
  return row?.[field] ?? null
}

/** True where two values of a field, the wanted and the live one, are the same to the store (absent and empty are, assumptions.md W22). */
export function isSameLive(resource: Explanation['resource'], field: string, values: readonly [string, string]): boolean {
  const [wanted, live] = values
  return resource === 'File' ? wanted === live : sameValue(fieldOf(resource, field), wanted, live)
}
