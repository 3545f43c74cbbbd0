import type { Lane, Track } from '../plan/operation.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { Fields } from '../resources/resource.ts'
import { classify, isAt } from './classify.ts'
import type { LaneState } from './lane-state.ts'

/** True where the state before the plan is known of some target: only then there is something to compare. */
export function isComparable({ tracks }: Lane): boolean {
  return [...tracks.values()].some(({ images }) => images[0] !== null)
}

/**
 * Where each track of a lane is: at the end where all of them are there, else at the earliest image that the store shows. A track
 * between two images is a torn body. A lane with a track at none of them is refused: somebody else has changed it. `seen`: the
 * rows of the store by track.
 */
export function alignLane(lane: Lane, seen: ReadonlyMap<string, readonly Fields[]>, capabilities: Capabilities): LaneState {
  const tracks = [...lane.tracks].map(([key, track]) => ({ key, track, rows: seen.get(key) ?? [] }))
  const pending = new Map<string, ReadonlySet<string>>()
  const start = { lane, pending, refusal: null }
  if (!isComparable(lane)) return { ...start, positions: new Map(tracks.map(({ key }) => [key, 0])) }
  const isDone = tracks.every(({ track, rows }) => isAt(track.images.at(-1) ?? null, { target: track.target, seen: rows }, capabilities))
  if (isDone) return { ...start, positions: new Map(tracks.map(({ key, track }) => [key, track.images.length - 1])) }
  const positions = new Map<string, number>()
  const differences: string[] = []
  for (const { key, track, rows } of tracks) {
    const found = positionOf(track, rows, capabilities)
    positions.set(key, found.position)
    if (found.pending) pending.set(key, found.pending)
    differences.push(...found.differences)
  }
  return { lane, positions, pending, refusal: differences.length === 0 ? null : refusalText(differences) }
}

interface Position {
  readonly position: number
  readonly pending?: ReadonlySet<string>
  /** How the rows differ from the first image, where they are at none. */
  readonly differences: readonly string[]
}

function positionOf({ target, images }: Track, seen: readonly Fields[], capabilities: Capabilities): Position {
  const at = images.findIndex((image) => isAt(image, { target, seen }, capabilities))
  if (at !== -1) return { position: at, differences: [] }
  for (const [position, before] of images.slice(0, -1).entries()) {
    const reading = classify({ target, before, after: images[position + 1] ?? null, seen }, capabilities)
    if (reading.verdict === 'part') return { position, pending: reading.pending, differences: [] }
  }
  return { position: 0, differences: classify({ target, before: null, after: images[0] ?? null, seen }, capabilities).differences }
}

function refusalText(differences: readonly string[]): string {
  const [first = '', ...others] = differences
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return `Changed in the store since the plan was created: ${first}${more}. Create a new plan.`
}
