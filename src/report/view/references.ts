import { resourceOf, type ResourceName } from '../../resources/registry.ts'
import type { Change, RecordChange } from '../../diff/change.ts'
import type { RootView } from './root-view.ts'

/** A root record that is created or removed, and that others can refer to. */
export interface Referred {
  readonly resource: ResourceName
  readonly key: string
  readonly action: 'create' | 'remove'
  readonly root: RootView
}

/** Looks up a root record that the plan creates or removes. */
export type FindReferred = (resource: string, key: string) => Referred | undefined

/** The root records of a plan that are created or removed, by resource and key; `null` where there are none. */
export function referredRoots(roots: readonly RootView[]): FindReferred | null {
  const known = new Map(roots.filter(({ action }) => action !== 'update').flatMap((root) => referredRoot(root)))
  if (known.size === 0) return null
  return (resource, key) => known.get(`${resource} ${key}`)
}

function referredRoot(root: RootView): readonly (readonly [string, Referred])[] {
  const change = root.own?.change
  if (change?.kind !== 'record' || (change.action !== 'create' && change.action !== 'remove')) return []
  const { resource, action } = change
  const { key } = change.root
  return [[`${resource} ${key}`, { resource, key, action, root }]]
}

/** The records that a change refers to, other than its own root, with the field that does: `Cat` and its code for a place. */
export function referencesOf(change: Change, field: string | null): readonly (readonly [resource: string, key: string])[] {
  if (change.kind === 'file') return []
  if (change.kind === 'grid') return gridReferences(change)
  const fields = resourceOf(change.resource).fields
  return valuesOf(change, field).flatMap(([name, values]) => {
    const targets = fields[name]?.refersTo ?? []
    return targets
      .filter((target) => target !== change.root.resource || name !== resourceOf(change.resource).natural[0])
      .flatMap((target) => values.map((value) => [target, value] as const))
  })
}

/** The values that a unit has or gets: those of the row where the unit is the whole change. */
function valuesOf({ key, fields }: RecordChange, field: string | null): readonly (readonly [name: string, values: readonly string[]])[] {
  if (field === null) return Object.entries(key).map(([name, value]) => [name, [value]])
  return fields
    .filter((each) => each.field === field)
    .map(({ before, after }) => [field, [after, before].filter((value): value is string => value !== null && value !== '')])
}

/** The groups that only one side of a grid has. */
function gridReferences({ grid }: Extract<Change, { readonly kind: 'grid' }>): readonly (readonly [resource: string, key: string])[] {
  const groupsOf = (rows: typeof grid.before): ReadonlySet<string> => new Set(rows.map(({ group_code }) => group_code))
  const [before, after] = [groupsOf(grid.before), groupsOf(grid.after)]
  const onOneSide = [...after, ...before].filter((code) => code !== '' && before.has(code) !== after.has(code))
  return onOneSide.map((code) => ['UserGroups', code])
}
