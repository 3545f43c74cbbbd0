import { type FieldChange, type RootedChange, skuOfChange } from './change.ts'
import { originOfField } from './compare-fields.ts'
import { listOfRuns, runsOf, unpackedChanges, withUnpacked } from './packed-changes.ts'
import { isUnfinished, nothingUnfinished, type Unfinished } from './unfinished.ts'

/** Changes that are made, and those that are left because the store was changed since the last apply. */
export interface KeptDrift {
  readonly changes: readonly RootedChange[]
  readonly kept: readonly RootedChange[]
}

/**
 * With `drift: keep`: what differs only because the store was changed, or was never applied, is left as the store has it. What the
 * catalogue changed too is a change, and so is what a run left unfinished. Everything below a record that is not created again is left with it.
 */
export function keepDrift(all: readonly RootedChange[], unfinished: Unfinished = nothingUnfinished): KeptDrift {
  const removed = unpackedChanges(all).filter((change) => isRemovedInStore(change) && !isUnfinished(unfinished, change))
  const gone = new Set(removed.map(keyOfHolder))
  const kept: RootedChange[] = []
  return { changes: listOfRuns(withUnpacked(runsOf(all), (run) => made(run, { gone, unfinished, kept }))), kept }
}

interface Keeping {
  /** The records that are not created again, by `keyOfHolder`. */
  readonly gone: ReadonlySet<string>
  readonly unfinished: Unfinished
  /** Gets the changes that are not made. */
  readonly kept: RootedChange[]
}

/** The changes of a run that are made; the others are added to `kept`. */
function made(run: readonly RootedChange[], { gone, unfinished, kept }: Keeping): readonly RootedChange[] {
  const changes: RootedChange[] = []
  for (const change of run) {
    if (gone.has(change.root.address) || gone.has(`${change.root.address} ${skuOfChange(change)}`)) kept.push(change)
    else if (change.kind === 'record' && change.action === 'update') {
      const drifted = change.fields.filter((each) => isDrift(each) && !isUnfinished(unfinished, change, each.field))
      const fields = change.fields.filter((each) => !drifted.includes(each))
      if (fields.length > 0 || change.fields.length === 0) changes.push({ ...change, fields })
      if (drifted.length > 0) kept.push({ ...change, fields: drifted })
    } else if ((change.origin === 'store' || change.origin === 'adopt') && !isUnfinished(unfinished, change)) kept.push(change)
    else changes.push(change)
  }
  return changes
}

function isDrift(field: FieldChange): boolean {
  const origin = originOfField(field)
  return origin === 'store' || origin === 'adopt'
}

/** True for a product, category, group or variant that was applied, and that somebody has removed in the store. */
function isRemovedInStore(change: RootedChange): boolean {
  if (change.kind !== 'record' || change.origin !== 'store' || change.action !== 'create') return false
  return change.address === change.root.address || change.resource === 'Variants'
}

function keyOfHolder(change: RootedChange): string {
  return change.kind === 'record' && change.resource === 'Variants' ? `${change.root.address} ${skuOfChange(change)}` : change.root.address
}
