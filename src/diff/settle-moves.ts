import { addressOf } from '../records/address.ts'
import { keyOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import { type Replaced, withCarriedRows, withStoredRows } from './carried-rows.ts'
import { type ChangeRoot, isOwnChange, type RecordChange, type RootedChange } from './change.ts'
import type { LeftRoots } from './left-roots.ts'
import type { Moves, MoveTarget } from './moves.ts'
import type { LeftRoot } from './other-roots.ts'
import { joinedChanges } from './packed-changes.ts'

/** A comparison before its moves are settled. */
export interface Unsettled {
  readonly changes: readonly RootedChange[]
  /** What differs and stays, because the store was changed. */
  readonly kept: readonly RootedChange[]
  readonly left: Pick<LeftRoots, 'changes' | 'stay'>
  /** The records of the store that were applied before and are not in the catalogue any more. */
  readonly roots: readonly LeftRoot[]
}

/** The records that are shown in place of old ones. */
interface ShownInstead {
  readonly replaced: readonly Replaced[]
  readonly stored: readonly RecordTree[]
}

/** The changes of a comparison, and the records that stay in the store as they are. */
export interface Settled {
  readonly changes: readonly RootedChange[]
  readonly stay: readonly ChangeRoot[]
  /** Each old record that this plan hides, and the one that takes its place. */
  readonly replaced: readonly Replaced[]
}

/**
 * Brings the two sides of each move together: the new record names the old ones. An old record is hidden only where the new one takes its
 * place. `shown`: the records that are shown instead (`shownInstead`), with the rows of the store that get values of old ones (`carriedKeys`).
 */
export function settleMoves({ changes: all, kept, left, roots }: Unsettled, moves: Moves, shown: ShownInstead): Settled {
  const moved = movedRoots(roots, moves)
  if (moved.length === 0) return { changes: joinedChanges([all, left.changes]), stay: left.stay, replaced: [] }
  const compared = withCarriedRows(all, moved.map(replacedBy))
  const changes = withStoredRows(compared, shown.replaced, shown.stored)
  const own = new Map(changes.filter(isOwnChange).map((change) => [change.address, change]))
  const isKept = new Set(
    kept
      .filter(isOwnChange)
      .filter(decidesWhetherShown)
      .map(({ address }) => address),
  )
  const takesPlace = ({ address }: ChangeRoot): boolean => own.get(address)?.action !== 'cannot' && !isKept.has(address)
  const isWaiting = (change: RootedChange): boolean => isMovedAway(change) && !takesPlace(change.movedTo)
  const made = left.changes.filter((change) => !isWaiting(change))
  const isMade = new Set(made.map(({ address }) => address))
  const olds = Map.groupBy(made.filter(isMovedAway), ({ movedTo }) => movedTo.address)
  const unhidden = Map.groupBy(left.stay.filter(hasNoFlag), (root) => targetOfRoot(root, moves)?.root.address ?? '')
  return {
    changes: [...changes.map((change) => withStaying(withOlds(change, olds.get(change.address)), unhidden)), ...made],
    stay: [...left.stay, ...left.changes.filter(isWaiting).map(({ root }) => root)],
    replaced: moved.filter(({ old: { live } }) => isMade.has(addressOf(live.resource, live.fields))).map(replacedBy),
  }
}

/** The records that the store has and hides, and that this plan shows in place of the old ones which it hides: a move back to an earlier key. */
export function shownInstead({ changes, left, roots }: Pick<Unsettled, 'changes' | 'left' | 'roots'>, moves: Moves): readonly Replaced[] {
  const moved = movedRoots(roots, moves)
  if (moved.length === 0) return []
  const shown = new Set(changes.filter((change) => turnsFlag(change, 'false')).map(({ address }) => address))
  const hidden = new Set(left.changes.filter((change) => turnsFlag(change, 'true')).map(({ address }) => address))
  return moved.map(replacedBy).filter(({ live, address }) => shown.has(address) && hidden.has(addressOf(live.resource, live.fields)))
}

/** True for a change that gives a root record of the store this value of the flag that hides it. */
function turnsFlag(change: RootedChange, to: 'true' | 'false'): boolean {
  if (!isOwnChange(change) || change.action !== 'update') return false
  const { hiddenBy } = resourceOf(change.resource)
  return change.fields.some(({ field, after }) => field === hiddenBy && after === to)
}

function movedRoots(roots: readonly LeftRoot[], moves: Moves): readonly Moved[] {
  return roots.flatMap((each): Moved[] => {
    const target = moves.targetOf(each.live)
    return target ? [{ old: each, target }] : []
  })
}

interface Moved {
  readonly old: LeftRoot
  readonly target: MoveTarget
}

function replacedBy({ old: { live }, target: { root, record } }: Moved): Replaced {
  return { live, record, from: keyOf(live), to: root.key, address: root.address }
}

type MovedAway = RecordChange & { readonly movedTo: ChangeRoot }

function isMovedAway(change: RootedChange): change is MovedAway {
  return change.kind === 'record' && change.movedTo !== undefined
}

/** True for a creation, and for an update of the flag or the slug. */
function decidesWhetherShown({ resource, fields }: RecordChange): boolean {
  const { hiddenBy, slugField } = resourceOf(resource)
  return fields.some(({ field, before }) => before === null || field === hiddenBy || field === slugField)
}

/** The new record of a move, with the old ones that it replaces; without a slug owner that gives up the slug in the move. */
function withOlds(change: RootedChange, olds: readonly MovedAway[] | undefined): RootedChange {
  if (olds === undefined || change.kind !== 'record' || change.action === 'cannot') return change
  const { slugOwner, ...rest } = change
  const isFree = olds.some(({ address, resource, fields }) => {
    const { slugField } = resourceOf(resource)
    return address === slugOwner?.root.address && fields.some(({ field }) => field === slugField)
  })
  return { ...rest, ...(slugOwner && !isFree && { slugOwner }), movedFrom: olds.map(({ root }) => root) }
}

/** A new group names the old one, which stays: groups have no flag that hides them. */
function withStaying(change: RootedChange, olds: ReadonlyMap<string, readonly ChangeRoot[]>): RootedChange {
  const own = isOwnChange(change) && change.action === 'create' ? olds.get(change.address) : undefined
  return own && change.kind === 'record' ? { ...change, movedFrom: own } : change
}

function hasNoFlag({ resource }: ChangeRoot): boolean {
  return resourceOf(resource).hiddenBy === undefined
}

function targetOfRoot({ resource, key }: ChangeRoot, moves: Moves): MoveTarget | undefined {
  return moves.targetOf({ resource, fields: { [resourceOf(resource).key ?? '']: key } })
}
