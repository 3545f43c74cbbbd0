import { invariant } from '../errors.ts'
import { laneOf } from '../plan/lane.ts'
import type { Image, Lane, LaneOperation, Move, Target } from '../plan/operation.ts'
import type { OperationIndex } from '../plan/operations.ts'
import type { Step } from '../plan/step.ts'
import { resourceOf } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { isOn } from '../resources/scalar.ts'
import type { StoreClient } from '../store/store-client.ts'
import { classify, isAt, type Reading } from './classify.ts'
import { readTargets, type SeenRows, type Wanted } from './read-targets.ts'

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

/** The lanes of a plan that is being applied. A lane is derived when its root is first written to, and dropped after its last step. */
export interface Lanes {
  /**
   * Reads these roots, once for each before its first write, and aligns their lanes with what the store shows: operations that are
   * done already are recognised, a root that has changed since the plan was created is refused.
   */
  align(roots: readonly string[]): Promise<void>
  stateOf(root: string): LaneState
  /** The operations of a step on these roots, in its order. */
  operationsOf(step: Step, roots: readonly string[]): readonly LaneOperation[]
  /** Reads what the operations write, and classifies each. */
  look(operations: readonly LaneOperation[]): Promise<ReadonlyMap<LaneOperation, OperationReading>>
  /** Records that an operation is done. */
  advance(operation: LaneOperation): void
  /** Reports that a step has ended. */
  endStep(step: Step): void
  /** The lanes that have begun and not ended, and those that ended while a grid was off. */
  unfinished(): readonly LaneState[]
}

/** The classification of an operation: of all its targets. */
export interface OperationReading extends Pick<Reading, 'verdict' | 'differences' | 'rewritten'> {
  /** What is left to be written, by track. */
  readonly pending: ReadonlyMap<string, ReadonlySet<string>>
}

/** Opens the lanes of an indexed plan. */
export function openLanes(index: OperationIndex, store: StoreClient): Lanes {
  const { capabilities } = index
  const states = new Map<string, Promise<LaneState>>()
  const known = new Map<string, LaneState>()
  const stepsLeft = new Map<string, number>()
  for (const roots of index.steps.values()) for (const root of roots) stepsLeft.set(root, (stepsLeft.get(root) ?? 0) + 1)

  const laneAt = (root: string): Lane => {
    const parts = index.roots.get(root)
    invariant(parts, `${root} is not written by this plan`)
    return laneOf(parts, capabilities)
  }
  const stateOf = (root: string): LaneState => {
    const state = known.get(root)
    invariant(state, `${root} was not read before it is written`)
    return state
  }

  return {
    stateOf,
    async align(roots) {
      const fresh = roots.filter((root) => !states.has(root)).map(laneAt)
      if (fresh.length > 0) {
        const read = readTargets(fresh.filter(isKnown), store, capabilities)
        for (const lane of fresh) {
          const { address } = lane.root
          const aligned = read.then((seen) => {
            const state = alignLane(lane, (target, images, track) => ({ seen: rowsOf(seen, address, track), target, images }), capabilities)
            known.set(address, state)
            return state
          })
          // Every step that writes to the root awaits it too.
          aligned.catch(() => states.delete(address))
          states.set(address, aligned)
        }
      }
      await Promise.all(roots.map((root) => states.get(root)))
    },
    operationsOf: (step, roots) => roots.flatMap((root) => stateOf(root).lane.operations.filter((operation) => operation.step === step.id)),
    async look(operations) {
      const wanted = [...Map.groupBy(operations, ({ root }) => root.address)].map(([root, own]): Wanted => {
        const { lane } = stateOf(root)
        const keys = own.flatMap(({ moves }) => moves.map(({ track }) => track))
        return {
          root: lane.root,
          tracks: new Map(
            keys.flatMap((key) => {
              const track = lane.tracks.get(key)
              return track ? [[key, track]] : []
            }),
          ),
        }
      })
      const seen = await readTargets(wanted, store, capabilities)
      return new Map(operations.map((operation) => [operation, readingOf(operation, stateOf(operation.root.address), seen)]))
    },
    advance({ root, moves }) {
      const { positions, pending } = stateOf(root.address)
      for (const { track, to } of moves) {
        positions.set(track, to)
        pending.delete(track)
      }
    },
    endStep(step) {
      for (const root of index.steps.get(step.id) ?? []) {
        const left = (stepsLeft.get(root) ?? 0) - 1
        stepsLeft.set(root, left)
        if (left > 0) continue
        states.delete(root)
        const state = known.get(root)
        if (!state || offGrids(state).length === 0) known.delete(root)
      }
    },
    unfinished: () => [...known.values()],
  }

  function readingOf({ moves, root }: LaneOperation, { lane }: LaneState, seen: SeenRows): OperationReading {
    const readings = moves.map((move) => {
      const { target, images } = trackOf(lane, move)
      return {
        move,
        reading: classify(
          target,
          [images[move.to - 1] ?? null, images[move.to] ?? null],
          rowsOf(seen, root.address, move.track),
          capabilities,
        ),
      }
    })
    return {
      verdict: worst(readings.map(({ reading }) => reading.verdict)),
      pending: new Map(
        readings.filter(({ reading }) => reading.verdict !== 'after').map(({ move, reading }) => [move.track, reading.pending]),
      ),
      differences: readings.flatMap(({ reading }) => reading.differences),
      rewritten: readings.flatMap(({ reading }) => reading.rewritten),
    }
  }
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
    const [before, now, after] = [images[0], images[positions.get(owner) ?? 0], images.at(-1)].map(
      (image) => image?.rows[0]?.['advanced_pricing'],
    )
    const isOff = isOn(before) && now !== undefined && !isOn(now) && isOn(after)
    return isOff && sku !== undefined ? [{ state, sku, owner }] : []
  })
}

/** The track of a move. */
export function trackOf(lane: Lane, { track }: Pick<Move, 'track'>): { readonly target: Target; readonly images: readonly Image[] } {
  const found = lane.tracks.get(track)
  invariant(found, `${lane.root.address} has no track ${track}`)
  return found
}

function rowsOf(seen: SeenRows, root: string, track: string): readonly Fields[] {
  return seen.get(root)?.get(track) ?? []
}

function worst(verdicts: readonly Reading['verdict'][]): Reading['verdict'] {
  const found = new Set(verdicts)
  if (found.has('other')) return 'other'
  if (found.has('twice')) return 'twice'
  if (found.has('part') || (found.has('before') && found.has('after'))) return 'part'
  return found.has('before') ? 'before' : 'after'
}

/** True where the state before the plan is known of some target: only then there is something to compare. */
function isKnown({ tracks }: Lane): boolean {
  return [...tracks.values()].some(({ images }) => images[0] !== null)
}

type Look = (
  target: Target,
  images: readonly Image[],
  track: string,
) => { seen: readonly Fields[]; target: Target; images: readonly Image[] }

/**
 * Where each track of a lane is: at the end where all of them are there, else at the earliest image that the store shows. A track
 * between two images is a torn body. One at none of them was changed by somebody else.
 */
function alignLane(lane: Lane, look: Look, capabilities: OperationIndex['capabilities']): LaneState {
  const pending = new Map<string, ReadonlySet<string>>()
  if (!isKnown(lane)) return { lane, positions: new Map([...lane.tracks.keys()].map((key) => [key, 0])), pending, refusal: null }
  const found = [...lane.tracks].map(([key, { target, images }]) => {
    const { seen } = look(target, images, key)
    const last = images.length - 1
    return { key, target, images, seen, last, isLast: isAt(target, images[last] ?? null, seen, capabilities) }
  })
  if (found.every(({ isLast }) => isLast))
    return { lane, positions: new Map(found.map(({ key, last }) => [key, last])), pending, refusal: null }
  const positions = new Map<string, number>()
  const differences: string[] = []
  for (const { key, target, images, seen } of found) {
    const at = images.findIndex((image) => isAt(target, image, seen, capabilities))
    const torn = at === -1 ? tornAt(target, images, seen) : undefined
    if (torn) pending.set(key, torn.pending)
    if (at === -1 && !torn) differences.push(...classify(target, [null, images[0] ?? null], seen, capabilities).differences)
    positions.set(key, torn ? torn.position : Math.max(at, 0))
  }
  return { lane, positions, pending, refusal: differences.length === 0 ? null : refusalText(lane.root.address, differences) }

  function tornAt(
    target: Target,
    images: readonly Image[],
    seen: readonly Fields[],
  ): { position: number; pending: ReadonlySet<string> } | undefined {
    for (let position = 0; position + 1 < images.length; position += 1) {
      const reading = classify(target, [images[position] ?? null, images[position + 1] ?? null], seen, capabilities)
      if (reading.verdict === 'part') return { position, pending: reading.pending }
    }
    return undefined
  }
}

function refusalText(root: string, differences: readonly string[]): string {
  const [first = '', ...others] = differences
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return `${root} has changed in the store since the plan was created: ${first}${more}. Create a new plan.`
}
