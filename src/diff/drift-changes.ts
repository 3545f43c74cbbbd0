import type { ChangeAction, FieldChange, RootedChange } from './change.ts'

/** A change that somebody made in the store since the last apply: `before` is what was applied, `after` what the store has. */
export type DriftChange = Exclude<RootedChange, { readonly action: 'cannot' }>

/**
 * What was changed in a store, from the changes that would bring back what was last applied: each turned round. Of a root record that was
 * removed in the store there is only its own removal.
 */
export function driftChanges(restoring: readonly RootedChange[]): readonly DriftChange[] {
  const removed = new Set(
    restoring.filter((change) => change.address === change.root.address && isCreation(change)).map(({ address }) => address),
  )
  return restoring
    .filter((change) => change.address === change.root.address || !removed.has(change.root.address))
    .filter((change) => change.kind === 'grid' || change.leftOver !== true)
    .map(turned)
}

function turned(change: RootedChange): DriftChange {
  const { address, root, source } = change
  const frame = { address, root, source, origin: 'store', action: turnedAction(change), fields: change.fields.map(turnedField) } as const
  if (change.kind === 'record') return { ...frame, kind: 'record', resource: change.resource, key: change.key }
  const { grid, sku } = change
  return { ...frame, kind: 'grid', sku, grid: { ...grid, before: grid.after, after: grid.before } }
}

function turnedField({ field, before, after }: FieldChange): FieldChange {
  return { field, before: after, after: before, base: after }
}

function turnedAction(change: RootedChange): Exclude<ChangeAction, 'cannot'> {
  if (isCreation(change)) return 'remove'
  return isRemoval(change) ? 'create' : 'update'
}

function isCreation(change: RootedChange): boolean {
  if (change.kind === 'grid') return change.grid.before.length === 0
  if (change.action !== 'cannot') return change.action === 'create'
  return !change.again && change.fields.every(({ before }) => before === null)
}

function isRemoval(change: RootedChange): boolean {
  if (change.kind === 'grid') return change.grid.after.length === 0
  if (change.action !== 'cannot') return change.action === 'remove'
  return change.fields.length > 0 && change.fields.every(({ after }) => after === null)
}
