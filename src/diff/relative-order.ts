import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'

interface Placed {
  readonly desired: RecordTree
  readonly live: RecordTree | undefined
}

/**
 * The order field of a collection whose rows need no new numbers: with the numbers of the store, the rows are already in
 * the wanted relative order. `undefined`: compare the numbers themselves.
 */
export function keptOrderField(resource: ResourceName, rows: readonly Placed[]): string | undefined {
  const { orderField: field } = resourceOf(resource)
  if (field === undefined) return undefined
  const places = rows.map(({ desired, live }) => {
    const wanted = numberOf(desired.fields[field])
    const actual = live ? (numberOf(live.fields[field]) ?? 0) : wanted
    return { wanted, actual, name: nameOf(desired), isNew: live === undefined }
  })
  if (places.some(({ wanted, actual }) => wanted === undefined || Number.isNaN(actual))) return undefined
  const ordered = places.toSorted((a, b) => (a.wanted ?? 0) - (b.wanted ?? 0))
  const kept = ordered.every((place, index) => {
    const next = ordered[index + 1]
    return !next || isBefore(place, next)
  })
  return kept ? field : undefined
}

interface Ranked {
  readonly wanted: number | undefined
  readonly actual: number | undefined
  readonly name: string
  readonly isNew: boolean
}

/**
 * True where the store shows one row before the other, or where the catalogue does not order the two. A new row never gets the number of another
 * one: the platform does not document the order of two rows with the same number.
 */
function isBefore(place: Ranked, next: Ranked): boolean {
  const [actual, after] = [place.actual ?? 0, next.actual ?? 0]
  if (place.wanted === next.wanted) return actual === after
  return actual < after || (actual === after && !place.isNew && !next.isNew && place.name <= next.name)
}

/** What orders rows of the same number: their label or code (assumed; a pulled catalogue is written in this order). */
function nameOf({ resource, fields }: RecordTree): string {
  return fields[resourceOf(resource).natural.at(-1) ?? ''] ?? ''
}

/** A row without a number counts as 0, the first. */
function numberOf(text: string | undefined): number | undefined {
  return text === undefined || text.trim() === '' ? undefined : Number(text)
}
