import type { BaseRow } from '../records/base-record.ts'
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
  readonly base: BaseRow | undefined
}

/** Which sides have another value than was last applied; both false where nothing was. */
export interface Moved {
  readonly inGit: boolean
  readonly inStore: boolean
}

/** A managed field that differs. */
export interface FieldDifference extends Moved {
  readonly change: FieldChange & { readonly after: string }
}

/**
 * The fields in which the store differs from what is wanted; for a record that the store does not have, those that it will
 * have. A value that the store has changed when it was applied, and that nobody has changed since, does not differ. `skip`: fields that
 * are no values of the record, such as its key.
 */
export function compareFields(wanted: Fields, { desired, live, base }: Pair, skip: ReadonlySet<string>): FieldDifference[] {
  return Object.entries(wanted).flatMap(([name, after]): FieldDifference[] => {
    const field = fieldOf(desired.resource, name)
    if (skip.has(name) || field.owner === 'store') return []
    const isApplied = base?.fields[name] !== undefined
    const applied = [base?.fields[name], base?.stored?.[name] ?? base?.fields[name]]
    const [git, store, sent, kept] = [after, live?.fields[name], ...applied].map((text) => storedValue(field, text))
    if (live ? git === store : after.trim() === '') return []
    const [inGit, inStore] = [isApplied && git !== sent, isApplied && store !== kept]
    if (live && isApplied && !inGit && !inStore) return []
    const before = live?.fields[name] === undefined ? null : (store ?? null)
    const last = isApplied ? ((inGit ? kept : sent) ?? null) : null
    return [{ change: { field: name, before, after, base: last }, inGit, inStore }]
  })
}

/**
 * Which side changed (docs/base.md): of a record that the store does not have, and of parts that differ. What was never applied is new in
 * the catalogue, or taken over from the store.
 */
export function originOf(state: 'new' | 'known' | 'adopted', isApplied: boolean, parts: readonly Moved[]): Origin {
  if (state === 'new') return isApplied ? 'store' : 'git'
  const inGit = parts.some((part) => part.inGit)
  const inStore = parts.some((part) => part.inStore)
  if (inGit && inStore) return 'both'
  return inStore ? 'store' : inGit ? 'git' : 'adopt'
}

/** Which side changed one field. */
export function originOfField({ before, after, base }: FieldChange): Origin {
  if (base === null) return before === null ? 'git' : 'adopt'
  return base === after ? 'store' : base === before ? 'git' : 'both'
}
