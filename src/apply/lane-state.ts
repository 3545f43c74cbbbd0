import { invariant } from '../errors.ts'
import type { Lane, Move, Track } from '../plan/operation.ts'
import { resourceOf } from '../resources/registry.ts'
import { isOn } from '../resources/scalar.ts'

/** The lane of one root, and how far each of its tracks has come. */
export interface LaneState {
  readonly lane: Lane
  /** The index of the image that the store shows, by track. */
  readonly positions: Map<string, number>
  /** Rows that a torn body has left to be written, by track: only these are sent. */
  readonly pending: Map<string, ReadonlySet<string>>
  /** Why nothing is written to this root; `null` where it is as the plan has seen it. */
  readonly refusal: string | null
}

/** The track of a move. */
export function trackOf(lane: Lane, { track }: Pick<Move, 'track'>): Track {
  const found = lane.tracks.get(track)
  invariant(found, `${lane.root.address} has no track ${track}`)
  return found
}

/** Whether the grid of a record is on in an image of its track; `undefined` where that is not known. */
export function isOnAt(lane: Lane, owner: string, position: number): boolean | undefined {
  const flag = lane.tracks.get(owner)?.images[position]?.rows[0]?.['advanced_pricing']
  return flag === undefined ? undefined : isOn(flag)
}

/** A grid that was on before the plan, that its lane has turned off, and that is not on again. */
export interface OffGrid {
  readonly state: LaneState
  readonly sku: string
  /** The key of the track of the record that owns the grid. */
  readonly owner: string
}

/** The grids that a lane has turned off and not on again. */
export function offGrids(state: LaneState): readonly OffGrid[] {
  const { lane, positions } = state
  return [...lane.tracks].flatMap(([owner, { target, images }]) => {
    if (target.kind !== 'rows') return []
    const { key } = resourceOf(target.resource)
    const sku = key === null ? undefined : target.fields[key]
    const [before, now, after] = [0, positions.get(owner) ?? 0, images.length - 1].map((position) => isOnAt(lane, owner, position))
    const isOff = before === true && now === false && after === true
    return isOff && sku !== undefined ? [{ state, sku, owner }] : []
  })
}
