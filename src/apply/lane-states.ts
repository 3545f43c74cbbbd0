import { invariant } from '../errors.ts'
import type { Lane, LaneOperation, Move } from '../plan/operation.ts'
import type { LaneState } from './lane-state.ts'

const mostShared = 1_000

/** The states of many lanes, of which only some are in memory: the others are derived again when they are used. */
export interface LaneStates {
  add(state: LaneState): void
  /** Adds the state of a root of which the store has nothing: no operation of its lane is done. */
  addNew(root: string): void
  /** How many operations of such a root are done, the first ones of its lane; `undefined` where more than that is known, and for other roots. */
  doneOfNew(root: string): number | undefined
  /** The state of a root. It is valid until something is awaited. */
  get(root: string): LaneState | undefined
  /** How far the tracks of a root have come; its lane is not derived for that. */
  progress(root: string): Progress | undefined
  /** Records that an operation of a root is done; its lane is not derived for that. */
  advance(root: string, operation: PlacedMoves): void
  delete(root: string): void
  /** The roots whose states were added. */
  roots(): readonly string[]
  /** Packs the states of these roots, and of others those that were added first, until there are no more than allowed. */
  release(roots?: readonly string[]): void
}

/** How far the tracks of a root have come. */
export interface Progress extends Pick<LaneState, 'refusal'> {
  /** True where the store shows all that an operation does; false for one that does nothing to a track. */
  isDone(operation: PlacedMoves): boolean
  /** True where the store shows no part of what an operation does. */
  isUntouched(operation: PlacedMoves): boolean
}

/** What an operation does, with its place in the lane. */
type PlacedMoves = Pick<LaneOperation, 'at' | 'moves'>

/** Opens an empty collection. `laneAt` derives a lane from the plan, each time the same; `held`: the most lanes in memory. */
export function openLaneStates(laneAt: (root: string) => Lane, held: number): LaneStates {
  const whole = new Map<string, LaneState>()
  const packed = new Map<string, PackedState | DoneOfNew>()
  const share = openSharedPositions()
  const packOne = (root: string): void => {
    const state = whole.get(root)
    if (state) packed.set(root, share(pack(state)))
    whole.delete(root)
  }
  const remove = (root: string): void => {
    whole.delete(root)
    packed.delete(root)
  }
  const get = (root: string): LaneState | undefined => {
    const found = packed.get(root)
    if (found === undefined) return whole.get(root)
    const state = unpack(laneAt(root), found)
    packed.delete(root)
    whole.set(root, state)
    return state
  }
  return {
    add(state) {
      const { address } = state.lane.root
      remove(address)
      whole.set(address, state)
    },
    addNew: (root) => void packed.set(root, 0),
    doneOfNew(root) {
      const found = packed.get(root)
      return typeof found === 'number' ? found : undefined
    },
    get,
    progress(root) {
      const state = whole.get(root)
      const found = packed.get(root)
      if (state) return progressOf(state)
      return typeof found === 'number' ? progressOfNew(found) : found && packedProgress(found)
    },
    advance(root, operation) {
      const found = packed.get(root)
      if (found === operation.at) packed.set(root, found + 1)
      else if (typeof found === 'object') packed.set(root, share(advanced(found, operation.moves)))
      else {
        const state = get(root)
        invariant(state, `${root} was not read before it is written`)
        advanceWhole(state, operation.moves)
      }
    },
    delete: remove,
    roots: () => [...whole.keys(), ...packed.keys()],
    release(roots = []) {
      for (const root of roots) packOne(root)
      for (const root of whole.keys()) {
        if (whole.size <= held) break
        packOne(root)
      }
    },
  }
}

/** Returns a state with one list for those that are equal: most lanes are at one of a few places. */
function openSharedPositions(): (state: PackedState) => PackedState {
  const shared = new Map<string, readonly number[]>()
  return ({ positions, ...rest }) => {
    const text = positions.join(' ')
    const known = shared.get(text) ?? positions
    if (shared.size < mostShared) shared.set(text, known)
    return { ...rest, positions: known }
  }
}

/** The part of a state that cannot be derived from the plan. */
interface PackedState extends Pick<LaneState, 'refusal'> {
  /** In the order of the tracks of the lane. */
  readonly positions: readonly number[]
  readonly pending: LaneState['pending'] | null
}

/** How many operations of a new root are done, the first ones of its lane: all that is known of most roots that a plan creates. */
type DoneOfNew = number

/** The place of a track that is not in the list is its beginning. */
const atStart: PackedState = { positions: [], pending: null, refusal: null }

function progressOfNew(done: DoneOfNew): Progress {
  return { refusal: null, isDone: ({ at }) => at < done, isUntouched: ({ at }) => at >= done }
}

function pack({ lane, positions, pending, refusal }: LaneState): PackedState {
  const inOrder = Array.from(lane.tracks.keys(), (track) => positions.get(track) ?? 0)
  return { positions: inOrder, pending: pending.size === 0 ? null : pending, refusal }
}

function progressOf({ refusal, positions, pending }: LaneState): Progress {
  return progressBy(refusal, { positionOf: ({ track }) => positions.get(track) ?? 0, isPending: ({ track }) => pending.has(track) })
}

function packedProgress({ refusal, positions, pending }: PackedState): Progress {
  return progressBy(refusal, { positionOf: ({ at }) => positions[at] ?? 0, isPending: ({ track }) => pending?.has(track) ?? false })
}

function progressBy(
  refusal: string | null,
  { positionOf, isPending }: { readonly positionOf: (move: Move) => number; readonly isPending: (move: Move) => boolean },
): Progress {
  return {
    refusal,
    isDone: ({ moves }) => moves.length > 0 && moves.every((move) => positionOf(move) >= move.to),
    isUntouched: ({ moves }) => moves.every((move) => !isPending(move) && positionOf(move) < move.to),
  }
}

function advanceWhole({ positions, pending }: LaneState, moves: readonly Move[]): void {
  for (const { track, to } of moves) {
    positions.set(track, to)
    pending.delete(track)
  }
}

function advanced({ positions, pending, refusal }: PackedState, moves: readonly Move[]): PackedState {
  const reached = positions.slice()
  for (const { at } of moves) while (reached.length < at) reached.push(0)
  for (const { track, at, to } of moves) {
    reached[at] = to
    pending?.delete(track)
  }
  return { positions: reached, pending, refusal }
}

function unpack(lane: Lane, found: PackedState | DoneOfNew): LaneState {
  const { positions, pending, refusal } = typeof found === 'number' ? atStart : found
  const byTrack = new Map(Array.from(lane.tracks.keys(), (track, index) => [track, positions[index] ?? 0] as const))
  const state = { lane, positions: byTrack, pending: pending ?? new Map(), refusal }
  if (typeof found === 'number') for (const { moves } of lane.operations.slice(0, found)) advanceWhole(state, moves)
  return state
}
