import type { Lane, Track } from '../plan/operation.ts'
import { actionAt } from '../plan/step-actions.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { Fields } from '../resources/resource.ts'
import { addressOf } from '../records/address.ts'
import { classify, rewritesAt } from './classify.ts'
import { changedText } from './compare-field.ts'
import { isOnAt, type LaneState } from './lane-state.ts'

/** True where the state before the plan is known of some target: only then there is something to compare. */
export function isComparable({ tracks }: Lane): boolean {
  return [...tracks.values()].some(({ images }) => images[0] !== null)
}

/** What the store shows of a lane. */
interface SeenOfLane {
  /** By track. */
  readonly rows: ReadonlyMap<string, readonly Fields[]>
  /** The keys that it creates and that others have, one sentence each (`heldElsewhere`). */
  readonly held: readonly string[]
}

/**
 * Where each track of a lane is: at the end where all of them are there, else at the earliest image that the store shows. A track
 * between two images is a torn body. A lane with a track at none of them is refused: somebody else has changed it; so is one of whose new keys
 * others have one.
 */
export function alignLane(lane: Lane, { rows: seen, held }: SeenOfLane, capabilities: Capabilities): LaneState {
  const tracks = [...lane.tracks].map(([key, track]) => ({ key, track, rows: seen.get(key) ?? [] }))
  const pending = new Map<string, ReadonlySet<string>>()
  const start = { lane, pending, refusal: null }
  if (!isComparable(lane)) return { ...start, positions: new Map(tracks.map(({ key }) => [key, 0])) }
  const isDone = tracks.every(({ track, rows }) => isAtEnd(track, rows, capabilities))
  if (isDone) return { ...start, positions: new Map(tracks.map(({ key, track }) => [key, track.images.length - 1])) }
  const positions = new Map<string, number>()
  const differences = [...held]
  for (const { key, track, rows } of tracks) {
    const found = positionOf(track, rows, capabilities)
    positions.set(key, found.position)
    if (found.pending) pending.set(key, found.pending)
    differences.push(...found.differences)
  }
  differences.push(...turnedOn(lane, positions), ...emptied(lane, seen), ...replaced(lane, positions, seen))
  return { lane, positions, pending, refusal: differences.length === 0 ? null : refusalText(differences) }
}

/**
 * The grids that are on though their next operation expects them to be off, one sentence each: a plan comes to no such state, and what
 * it does to the entries would be seen. (Somebody else, or a late request of another run, has turned them on.)
 */
function turnedOn(lane: Lane, positions: ReadonlyMap<string, number>): readonly string[] {
  return [...lane.tracks].flatMap(([key, { target, images }]) => {
    if (target.kind !== 'grid') return []
    const next = (positions.get(key) ?? 0) + 1
    const owner = [`Product ${target.sku}`, `Variants ${target.sku}`].find((name) => lane.tracks.has(name))
    if (owner === undefined || next >= images.length) return []
    const index = lane.operations.findIndex(({ moves }) => moves.some(({ track, to }) => track === key && to === next))
    const reached = lane.operations
      .slice(0, index + 1)
      .flatMap(({ moves }) => moves.flatMap(({ track, to }) => (track === owner ? [to] : [])))
    const [expected, found] = [reached.at(-1) ?? 0, positions.get(owner) ?? 0]
    if (found <= expected || isOnAt(lane, owner, expected) !== false || isOnAt(lane, owner, found) !== true) return []
    return [`advanced_pricing of ${target.sku} is on before its price entries are written`]
  })
}

/** The grids without entries that the plan turns on without writing any: they had some when it was made. */
function emptied({ tracks }: Lane, seen: ReadonlyMap<string, readonly Fields[]>): readonly string[] {
  return [...tracks].flatMap(([key, { target, images }]) =>
    target.kind === 'grid' && images.length === 1 && (seen.get(key) ?? []).length === 0
      ? [`the grid of ${target.sku} is turned on and has no price entries any more`]
      : [],
  )
}

/** The price entries that the rest of a lane updates or deletes by their uid, and that the store does not have; one sentence for each operation. */
function replaced(lane: Lane, positions: ReadonlyMap<string, number>, seen: ReadonlyMap<string, readonly Fields[]>): readonly string[] {
  const uids = new Map([...seen].map(([key, rows]) => [key, new Set(rows.map((row) => row['uid']))]))
  return lane.operations.flatMap(({ place, moves }) => {
    if (place.step.kind !== 'delete-entry' && place.step.kind !== 'post') return []
    const action = actionAt(place)
    if (action.kind !== 'delete-entry' && action.kind !== 'write-prices') return []
    const named = action.kind === 'delete-entry' ? [action.uid] : action.rows.flatMap(({ fields }) => fields['uid'] ?? [])
    const open = moves.filter(({ track, to }) => (positions.get(track) ?? 0) < to)
    const gone = named.find((uid) => open.some(({ track }) => uids.get(track)?.has(uid) === false))
    return gone === undefined ? [] : [`price entry ${gone} of ${action.sku} does not exist any more`]
  })
}

interface Position {
  readonly position: number
  readonly pending?: ReadonlySet<string>
  /** How the rows differ from the first image, where they are at none. */
  readonly differences: readonly string[]
}

function positionOf({ target, images, isWhole }: Track, seen: readonly Fields[], capabilities: Capabilities): Position {
  const at = closestImage({ target, images }, seen, capabilities)
  if (at !== -1) return { position: at, differences: [] }
  for (const [position, before] of images.slice(0, -1).entries()) {
    const reading = classify({ target, before, after: images[position + 1] ?? null, seen, ...(isWhole && { isWhole }) }, capabilities)
    if (reading.verdict === 'part') return { position, pending: reading.pending, differences: [] }
  }
  const { differences, rewritten } = classify({ target, before: null, after: images[0] ?? null, seen }, capabilities)
  const changed = rewritten.map((value) => `${addressOf(value.resource, value.key)}: ${changedText(value)}`)
  return { position: 0, differences: [...differences, ...changed] }
}

/** True where rows are as the last image has them, and no other image is closer. */
function isAtEnd(track: Pick<Track, 'target' | 'images'>, seen: readonly Fields[], capabilities: Capabilities): boolean {
  const rewrites = rewritesAt(track.images.at(-1) ?? null, { target: track.target, seen }, capabilities)
  if (rewrites === undefined || rewrites === 0 || track.images.length === 1) return rewrites === 0
  const closest = track.images[closestImage(track, seen, capabilities)] ?? null
  return rewritesAt(closest, { target: track.target, seen }, capabilities) === rewrites
}

/**
 * The earliest image that rows are as, of those with the fewest rewritten values: the one before a write can pass for what the store makes of
 * it. -1: none. The first image is what the store has shown: nobody has sent its values, so that another form of one is somebody's change.
 */
function closestImage({ target, images }: Pick<Track, 'target' | 'images'>, seen: readonly Fields[], capabilities: Capabilities): number {
  let [closest, fewest] = [-1, Number.POSITIVE_INFINITY]
  for (const [at, image] of images.entries()) {
    const rewrites = rewritesAt(image, { target, seen }, capabilities) ?? Number.POSITIVE_INFINITY
    if (rewrites >= fewest || (at === 0 && rewrites > 0)) continue
    closest = at
    fewest = rewrites
    if (rewrites === 0) break
  }
  return closest
}

function refusalText(differences: readonly string[]): string {
  const [first = '', ...others] = differences
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return `Changed in the store since the plan was created: ${first}${more}. Create a new plan.`
}
