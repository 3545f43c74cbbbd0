import { addressOf } from '../records/address.ts'
import { keyOf } from '../records/named-fields.ts'
import { resourceOf } from '../resources/registry.ts'
import { type Replaced, withCarriedRows } from './carried-rows.ts'
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

/** The changes of a comparison, and the records that stay in the store as they are. */
export interface Settled {
  readonly changes: readonly RootedChange[]
  readonly stay: readonly ChangeRoot[]
  /** Each old record that this plan hides, and the one that takes its place. */
  readonly replaced: readonly Replaced[]
}

/**
 * Brings the two sides of each move together: the new record names the old ones. An old record is hidden only where the new one takes its
 * place.
 */
export function settleMoves({ changes: all, kept, left, roots }: Unsettled, moves: Moves): Settled {
  const moved = roots.flatMap((each): Moved[] => {
    const target = moves.targetOf(each.live)
    return target ? [{ old: each, target }] : []
  })
  if (moved.length === 0) return { changes: joinedChanges([all, left.changes]), stay: left.stay, replaced: [] }
  const changes = withCarriedRows(all, moved.map(replacedBy))
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
