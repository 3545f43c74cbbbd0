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
export function compareFields(wanted: Fields, pair: Pair, skip: readonly string[]): FieldDifference[] {
  const there = pair.live?.fields
  const found: FieldDifference[] = []
  // Most values of a record are those of the store, in the same form: no list is made of them.
  for (const name in wanted) {
    const after = wanted[name] ?? ''
    if (after === there?.[name] || skip.includes(name)) continue
    const difference = differenceOf(name, after, pair)
    if (difference) found.push(difference)
  }
  return found
}

function differenceOf(name: string, after: string, pair: Pair): FieldDifference | undefined {
  const { live, base } = pair
  if (!isCompared(name, after, pair)) return undefined
  if (!live && !base) return { change: { field: name, before: null, after, base: null }, inGit: false, inStore: false }
  const values = valuesOf(name, after, pair)
  const moved = movedSides(values)
  const { inGit, inStore } = moved
  if (live && (values.git === values.store || (values.sent !== null && !inGit && !inStore))) return undefined
  const before = live?.fields[name] === undefined ? null : values.store
  return { change: { field: name, before, after, base: lastApplied(after, values, moved) }, ...moved }
}

/** A value as it was last applied; where the catalogue still has it, in the form in which that writes it (`originOfField`). */
function lastApplied(after: string, { sent, kept }: Values, { inGit }: Moved): string | null {
  return inGit || sent === null ? kept : after
}

/** False for a field that only the store sets, and for one without a value in a record that the store does not have. */
function isCompared(name: string, after: string, { desired, live }: Pair): boolean {
  return fieldOf(desired.resource, name).owner !== 'store' && (live !== undefined || after.trim() !== '')
}

/** One field on all sides, canonical: in the catalogue, in the store, as it was sent by the last apply, and as the store kept it then. */
interface Values {
  readonly git: string
  readonly store: string
  /** `null`: it was not applied. */
  readonly sent: string | null
  readonly kept: string | null
}

function valuesOf(name: string, after: string, { desired, live, base }: Pair): Values {
  const field = fieldOf(desired.resource, name)
  const sent = base?.fields[name]
  const [git, store] = [storedValue(field, after), storedValue(field, live?.fields[name])]
  if (sent === undefined) return { git, store, sent: null, kept: null }
  return { git, store, sent: storedValue(field, sent), kept: storedValue(field, base?.stored?.[name] ?? sent) }
}

function movedSides({ git, store, sent, kept }: Values): Moved {
  return { inGit: sent !== null && git !== sent, inStore: sent !== null && store !== kept }
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
