import { resourceOf } from '../resources/registry.ts'
import { isOn } from '../resources/scalar.ts'
import type { ChangeRoot, FieldChange, RootedChange } from './change.ts'

/** The change of the flag that hides a record, where customers see it before or after an update, and not both. */
export function shownFlag(change: RootedChange): FieldChange | undefined {
  if (change.kind !== 'record' || change.action !== 'update') return undefined
  const { hiddenBy } = resourceOf(change.resource)
  const flag = hiddenBy === undefined ? undefined : change.fields.find(({ field }) => field === hiddenBy)
  return flag !== undefined && isOn(flag.before ?? '') !== isOn(flag.after ?? '') ? flag : undefined
}

/** True for a record that is created hidden and stays so. */
export function isCreatedHidden(change: RootedChange): boolean {
  if (change.kind !== 'record' || change.action !== 'create' || change.address !== change.root.address) return false
  const { hiddenBy } = resourceOf(change.resource)
  return change.fields.some(({ field, after }) => field === hiddenBy && isOn(after ?? ''))
}

/** Whether customers see a record after a plan. `own`: the changes of root records themselves, by address. */
export function isShownAfter(root: ChangeRoot, own: ReadonlyMap<string, RootedChange>): boolean {
  const change = own.get(root.address)
  if (change === undefined) return root.isHidden !== true
  if (change.action === 'remove') return false
  if (change.action === 'create') return !isCreatedHidden(change)
  const flag = shownFlag(change)
  return flag === undefined ? root.isHidden !== true : !isOn(flag.after ?? '')
}
