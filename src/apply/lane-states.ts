import { invariant } from '../errors.ts'
import type { Lane, Move } from '../plan/operation.ts'
import type { LaneState } from './lane-state.ts'

const mostShared = 1_000

/** The states of many lanes, of which only some are in memory: the others are derived again when they are used. */
export interface LaneStates {
  add(state: LaneState): void
  /** Adds the state of a root of which the store has nothing: each track of its lane is at its beginning. */
  addNew(root: string): void
  /** The state of a root. It is valid until something is awaited. */
  get(root: string): LaneState | undefined
  /** How far the tracks of a root have come; its lane is not derived for that. */
  progress(root: string): Progress | undefined
  /** Records that these moves of a root are done; its lane is not derived for that. */
  advance(root: string, moves: readonly Move[]): void
  delete(root: string): void
  /** The roots whose states were added. */
  roots(): readonly string[]
  /** Packs the states of these roots, and of others those that were added first, until there are no more than allowed. */
  release(roots?: readonly string[]): void
}

/** How far the tracks of a root have come. */
export interface Progress extends Pick<LaneState, 'refusal'> {
  /** The index of the image that the store shows of the track of a move. */
  positionOf(move: Move): number
  /** True where a torn body has left rows of the track of a move to be written. */
  isPending(move: Move): boolean
}

/** Opens an empty collection. `laneAt` derives a lane from the plan, each time the same; `held`: the most lanes in memory. */
export function openLaneStates(laneAt: (root: string) => Lane, held: number): LaneStates {
  const whole = new Map<string, LaneState>()
  const packed = new Map<string, PackedState>()
  /** Most lanes are at one of a few places. */
  const shared = new Map<string, readonly number[]>()
  const addPacked = (root: string, { positions, ...rest }: PackedState): void => {
    const text = positions.join(' ')
    const known = shared.get(text) ?? positions
    if (shared.size < mostShared) shared.set(text, known)
    packed.set(root, { ...rest, positions: known })
  }
  const packOne = (root: string, state: LaneState): void => {
    addPacked(root, pack(state))
    whole.delete(root)
  }
  return {
    add: (state) => void whole.set(state.lane.root.address, state),
    addNew: (root) => addPacked(root, atStart),
    get(root) {
      const found = packed.get(root)
      if (!found) return whole.get(root)
      const state = unpack(laneAt(root), found)
      packed.delete(root)
      whole.set(root, state)
      return state
    },
    progress(root) {
      const state = whole.get(root)
      const found = packed.get(root)
      return state ? progressOf(state) : found && packedProgress(found)
    },
    advance(root, moves) {
      const state = whole.get(root)
      const found = packed.get(root)
      if (state) advanceWhole(state, moves)
      else {
        invariant(found, `${root} was not read before it is written`)
        addPacked(root, advanced(found, moves))
      }
    },
    delete(root) {
      whole.delete(root)
      packed.delete(root)
    },
    roots: () => [...whole.keys(), ...packed.keys()],
    release(roots = []) {
      for (const root of roots) {
        const state = whole.get(root)
        if (state) packOne(root, state)
      }
      for (const [root, state] of whole) {
        if (whole.size <= held) break
        packOne(root, state)
      }
    },
  }
}

/** The part of a state that cannot be derived from the plan. */
interface PackedState extends Pick<LaneState, 'refusal'> {
  /** In the order of the tracks of the lane. */
  readonly positions: readonly number[]
  readonly pending: LaneState['pending'] | null
}

/** The place of a track that is not in the list is its beginning. */
const atStart: PackedState = { positions: [], pending: null, refusal: null }

function pack({ lane, positions, pending, refusal }: LaneState): PackedState {
  const inOrder = Array.from(lane.tracks.keys(), (track) => positions.get(track) ?? 0)
  return { positions: inOrder, pending: pending.size === 0 ? null : pending, refusal }
}

function progressOf({ refusal, positions, pending }: LaneState): Progress {
  return { refusal, positionOf: ({ track }) => positions.get(track) ?? 0, isPending: ({ track }) => pending.has(track) }
}

function packedProgress({ refusal, positions, pending }: PackedState): Progress {
  return { refusal, positionOf: ({ at }) => positions[at] ?? 0, isPending: ({ track }) => pending?.has(track) ?? false }
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

function unpack(lane: Lane, { positions, pending, refusal }: PackedState): LaneState {
  const byTrack = new Map(Array.from(lane.tracks.keys(), (track, index) => [track, positions[index] ?? 0] as const))
  return { lane, positions: byTrack, pending: pending ?? new Map(), refusal }
}
