import { type ChangeRoot, isOwnChange, type RecordChange, type RootedChange } from '../../diff/change.ts'
import { resourceOf } from '../../resources/registry.ts'
import { isOn } from '../../resources/scalar.ts'
import type { DoneChange } from './done-changes.ts'

/** The changes of an undo, with the moves of the run reversed: the old record is shown again and the new one is hidden. */
export function movedBack(changes: readonly RootedChange[], done: readonly DoneChange<RootedChange>[]): readonly RootedChange[] {
  const own = new Map(changes.filter(isOwnChange).map((change) => [change.address, change]))
  const moves = done.flatMap(({ change }) =>
    isOwnChange(change) ? (change.movedFrom ?? []).map((old) => ({ given: change.root, old })) : [],
  )
  const back = moves.filter(({ given, old }) => hides(own.get(given.address)) === true && hides(own.get(old.address)) === false)
  const givers = Map.groupBy(back, ({ old }) => old.address)
  const takers = Map.groupBy(back, ({ given }) => given.address)
  return changes.map((change) => {
    if (!isOwnChange(change)) return change
    const given = givers.get(change.address)?.map((move) => move.given)
    if (given) return withoutOwner({ ...change, movedFrom: given.map(({ address }) => own.get(address)?.root ?? change.root) }, given)
    const taker = takers.get(change.address)?.[0]?.old
    return taker ? { ...change, movedTo: own.get(taker.address)?.root ?? taker } : change
  })
}

/** Whether an update hides its record or shows it; `undefined` where it does neither. */
function hides(change: RecordChange | undefined): boolean | undefined {
  const { hiddenBy } = resourceOf(change?.resource ?? 'UserGroups')
  const flag = change?.action === 'update' ? change.fields.find(({ field }) => field === hiddenBy) : undefined
  return flag && isOn(flag.after ?? '')
}

/** Without the slug owner where that record gives up the slug in the same move. */
function withoutOwner({ slugOwner, ...change }: RecordChange, given: readonly ChangeRoot[]): RecordChange {
  const isFree = given.some(({ address }) => address === slugOwner?.root.address)
  return { ...change, ...(slugOwner && !isFree && { slugOwner }) }
}
