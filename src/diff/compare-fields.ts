import type { DesiredRecord } from '../records/desired.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { storedValue } from '../resources/scalar.ts'
import type { FieldChange, Origin } from './change.ts'

/** One record in the catalogue, in the store and as last applied. */
export interface Pair {
  readonly desired: DesiredRecord
  readonly live: RecordTree | undefined
  readonly base: RecordTree | undefined
}

/** A managed field that differs. */
export interface FieldDifference {
  readonly change: FieldChange & { readonly after: string }
  /** True where the catalogue, or the store, has another value than was last applied. */
  readonly inGit: boolean
  readonly inStore: boolean
}

/**
 * The fields in which the store differs from what is wanted; for a record that the store does not have, those that it will
 * have. `skip`: fields that are no values of the record, such as its key.
 */
export function compareFields(wanted: Fields, { desired, live, base }: Pair, skip: ReadonlySet<string>): FieldDifference[] {
  return Object.entries(wanted).flatMap(([name, after]): FieldDifference[] => {
    const field = fieldOf(desired.resource, name)
    if (skip.has(name) || field.owner === 'store') return []
    const [git, store, last] = [after, live?.fields[name], base?.fields[name]].map((text) => storedValue(field, text))
    if (live ? git === store : after.trim() === '') return []
    const shown = (record: RecordTree | undefined, value: string | undefined): string | null =>
      record?.fields[name] === undefined ? null : (value ?? null)
    const change = { field: name, before: shown(live, store), after, base: shown(base, last) }
    return [{ change, inGit: git !== last, inStore: store !== last }]
  })
}

/** Which side changed (semantics.md 16); without a base the catalogue adopts the record of the store. */
export function originOf(state: 'new' | 'known' | 'adopted', differences: readonly FieldDifference[]): Origin {
  if (state !== 'known') return state === 'new' ? 'git' : 'adopt'
  const inGit = differences.some((difference) => difference.inGit)
  const inStore = differences.some((difference) => difference.inStore)
  return inGit && inStore ? 'both' : inStore ? 'store' : 'git'
}
