import type { DesiredRecord } from '../records/desired.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf, type ResourceName } from '../resources/registry.ts'
import { canonicalValue, sameValue } from '../resources/scalar.ts'
import type { FieldChange, Origin } from './change.ts'

/** One record in the catalogue, in the store and as last applied. */
export interface Pair {
  readonly desired: DesiredRecord
  readonly live: RecordTree | undefined
  readonly base: RecordTree | undefined
}

function isManaged(resource: ResourceName, name: string): boolean {
  return fieldOf(resource, name).owner !== 'store'
}

/** What the catalogue declares; for a record that the store does not have, also what is written only on create. */
export function wantedFields({ desired, live }: Pair): Readonly<Record<string, string>> {
  return live || !desired.onCreate ? desired.fields : { ...desired.fields, ...desired.onCreate.fields }
}

/** The managed fields that differ; for a record that the store does not have, those that it will have. `skip`: its key, and fields that other steps write. */
export function changedFields(pair: Pair, skip: ReadonlySet<string>): FieldChange[] {
  const { resource } = pair.desired
  return Object.entries(wantedFields(pair))
    .filter(([name]) => !skip.has(name) && isManaged(resource, name))
    .filter(([name, after]) => (pair.live ? !sameValue(fieldOf(resource, name), after, pair.live.fields[name]) : after.trim() !== ''))
    .map(([name, after]) => fieldChange(pair, name, after))
}

/** One field as a change, whether it differs or not. */
function fieldChange({ desired, live, base }: Pair, name: string, after: string): FieldChange {
  const before = live?.fields[name]
  const last = base?.fields[name]
  const field = fieldOf(desired.resource, name)
  return {
    field: name,
    before: before === undefined ? null : canonicalValue(field, before),
    after,
    base: last === undefined ? null : canonicalValue(field, last),
  }
}

/** Which side changed (semantics.md 16); without a base the catalogue adopts the record of the store. */
export function originOf({ desired, live, base }: Pair, changes: readonly FieldChange[]): Origin {
  if (!live) return 'git'
  if (!base) return 'adopt'
  const differs = (before: string | null, after: string | null, field: string): boolean =>
    !sameValue(fieldOf(desired.resource, field), before ?? '', after ?? '')
  const inGit = changes.some((change) => differs(change.base, change.after, change.field))
  const inStore = changes.some((change) => differs(change.base, change.before, change.field))
  return inGit && inStore ? 'both' : inStore ? 'store' : 'git'
}
