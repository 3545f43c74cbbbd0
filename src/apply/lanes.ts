import { invariant } from '../errors.ts'
import { laneOf } from '../plan/lane.ts'
import { isNewRoot } from '../plan/new-root.ts'
import type { LaneOperation, LaneParts, RootRef } from '../plan/operation.ts'
import { type OperationIndex, operationOf } from '../plan/operations.ts'
import type { Step } from '../plan/step.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import { onFirstUse } from '../source/on-first-use.ts'
import type { StoreClient } from '../store/store-client.ts'
import { alignLane, isComparable } from './align-lane.ts'
import { classify, type Reading } from './classify.ts'
import { openHeldElsewhere, type ReadHeld } from './held-elsewhere.ts'
import { type LaneState, offGrids, trackOf } from './lane-state.ts'
import { type LaneStates, openLaneStates, type Progress } from './lane-states.ts'
import { readExisting, readTargets, type SeenRows, type Wanted } from './read-targets.ts'

/** The lanes of a plan that is being applied. A lane is derived when its root is first written to. */
export interface Lanes {
  /**
   * Reads these roots, once for each before its first write, and aligns their lanes with what the store shows: operations that are
   * done already are recognised, a root that has changed since the plan was created is refused.
   */
  align(roots: readonly string[]): Promise<void>
  stateOf(root: string): LaneState
  /** Calls `act` with the state of a root, and packs it at once: with many roots, one lane at a time is in memory. */
  use<T>(root: string, act: (state: LaneState) => T): T
  /** How far a root has come, without its lane. */
  progressOf(root: string): Progress
  /** True for a new root of which the first operation is done and no other one; false where that is not known without its lane. */
  isCreated(root: string): boolean
  /** The operations of a step on these roots, in its order. */
  operationsOf(step: Step, roots: readonly string[]): readonly LaneOperation[]
  /** Reads what the operations write, and classifies each. */
  look(operations: readonly LaneOperation[]): Promise<ReadonlyMap<LaneOperation, OperationReading>>
  /** Records that an operation is done. */
  advance(operation: LaneOperation): void
  /** Packs the lanes of these roots while nobody needs them: each is derived again when it is used. */
  release(roots: readonly string[]): void
  /** Reports that a step has ended; returns the roots that it was the last step of. */
  endStep(step: Step): readonly RootRef[]
  /** Forgets the lane of a root that has ended, unless it ended while a grid was off. */
  drop(root: string): void
  /** The lanes that have turned a grid off and not on again, ended or not. */
  unfinished(): readonly LaneState[]
}

/** The classification of an operation: of all its targets. */
export interface OperationReading extends Pick<Reading, 'verdict' | 'differences'> {
  /** What is left to be written, by track. */
  readonly pending: ReadonlyMap<string, ReadonlySet<string>>
}

/** The most lanes in memory: what 16 requests of 100 records write. One of a product with variants takes 20 kB. */
const mostHeld = 1_600

/** What the lanes of a run are aligned with: the store, and the ids of the operations that the run had done before it was stopped. */
interface RunSoFar {
  readonly store: StoreClient
  readonly done: ReadonlySet<string>
}

/** Opens the lanes of an indexed plan. `held`: the most lanes that are in memory; the others are derived again when they are used. */
export function openLanes(index: OperationIndex, { store, done }: RunSoFar, held: number = mostHeld): Lanes {
  const { capabilities } = index
  const steps = openStepsLeft(index)
  const partsOf = (root: string): LaneParts => {
    const parts = index.roots.get(root)
    invariant(parts, `${root} is not written by this plan`)
    return parts
  }
  const known = openLaneStates((root) => laneOf(partsOf(root), capabilities), held)
  const stateOf = (root: string): LaneState => {
    const state = known.get(root)
    invariant(state, `${root} was not read before it is written`)
    return state
  }
  const use: Lanes['use'] = (root, act) => {
    const used = act(stateOf(root))
    known.release([root])
    return used
  }
  const operationsOf = (root: string, step: Step): readonly LaneOperation[] => {
    if (known.doneOfNew(root) === undefined)
      return use(root, ({ lane }) => lane.operations.filter((operation) => operation.step === step.id))
    return operationsOfNew(partsOf(root), step, capabilities)
  }
  const isNew = (root: string): boolean => isNewRoot(partsOf(root))
  const alignment = openAlignment({ partsOf, isNew, known, readHeld: openHeldElsewhere(index, store), store, done, capabilities })

  return {
    stateOf,
    use,
    align: alignment.align,
    progressOf(root) {
      const progress = known.progress(root)
      invariant(progress, `${root} was not read before it is written`)
      return progress
    },
    isCreated: (root) => known.doneOfNew(root) === 1,
    operationsOf: (step, roots) => roots.flatMap((root) => operationsOf(root, step)),
    look: (operations) => look(operations, { stateOf, store, capabilities }),
    advance: (operation) => known.advance(operation.root.address, operation),
    release: (roots) => known.release(roots),
    endStep(step) {
      const roots = index.steps.get(step.id) ?? []
      // Most roots wait for long until another step writes or reads them: what is in memory are the lanes of the steps that run.
      known.release(roots)
      return steps.end(roots).flatMap((root) => index.roots.get(root)?.root ?? [])
    },
    drop(root) {
      alignment.drop(root)
      // No grid of a new root was on before: its lane is not derived to see that.
      const state = isNew(root) ? undefined : known.get(root)
      if (!state || offGrids(state).length === 0) known.delete(root)
    },
    // Most lanes of a run that stops have no grid that is off.
    unfinished: () =>
      known.roots().flatMap((root) => (isNew(root) ? [] : use(root, (state) => (offGrids(state).length > 0 ? [state] : [])))),
  }
}

/**
 * The operations of a step on a new root. Only where one does not end as it should, its moves are asked for: they are the same in each state of the lane,
 * which is derived for them once.
 */
function operationsOfNew(parts: LaneParts, step: Step, capabilities: Capabilities): readonly LaneOperation[] {
  return parts.actions.flatMap((place, at) => {
    if (place.step.id !== step.id) return []
    const operation = operationOf(parts.root, place)
    const moves = onFirstUse(() => laneOf(parts, capabilities).operations[at]?.moves ?? [])
    return {
      ...operation,
      at,
      get moves() {
        return moves()
      },
    }
  })
}

/** What lanes are aligned with. */
interface AlignContext extends RunSoFar {
  readonly partsOf: (root: string) => LaneParts
  /** True for a root of which the store had nothing when the plan was made (`isNewRoot`). */
  readonly isNew: (root: string) => boolean
  readonly known: LaneStates
  readonly readHeld: ReadHeld
  readonly capabilities: Capabilities
}

/** True for a root that the run had created before it was stopped. */
function wasCreated({ root, actions: [first] }: LaneParts, done: ReadonlySet<string>): boolean {
  return done.size > 0 && first !== undefined && done.has(operationOf(root, first).id)
}

/** Reads each root once, before its first write, and adds the state of its lane. */
function openAlignment({ partsOf, isNew, known, readHeld, store, done, capabilities }: AlignContext): {
  readonly align: Lanes['align']
  readonly drop: (root: string) => void
} {
  const begun = new Map<string, Promise<void>>()

  async function alignWhole(roots: readonly string[], held = readHeld(roots.map(partsOf))): Promise<void> {
    const lanes = roots.map((root) => laneOf(partsOf(root), capabilities))
    const wanted = lanes.filter(isComparable).map(({ root, tracks }) => ({ root, tracks: () => tracks }))
    const [seen, keys] = await Promise.all([readTargets(wanted, store, capabilities), held])
    for (const lane of lanes) {
      const { address } = lane.root
      known.add(alignLane(lane, { rows: seen.get(address) ?? new Map(), held: keys.get(address) ?? [] }, capabilities))
    }
  }

  /** What neither the store has nor others have a key of is as the plan has seen it. Lanes are derived of the others alone. */
  async function alignNew(roots: readonly string[]): Promise<void> {
    const refs = roots.map((root) => partsOf(root).root)
    const [existing, heldBy] = await Promise.all([readExisting(refs, store), readHeld(roots.map(partsOf))])
    const gone = roots.filter((root) => !existing.has(root) && wasCreated(partsOf(root), done))
    const held = new Map([...heldBy, ...gone.map((root) => [root, [`${root}, which this run has created, is missing`]] as const)])
    const isFree = (root: string): boolean => !existing.has(root) && !held.has(root)
    for (const root of roots) if (isFree(root)) known.addNew(root)
    const others = roots.filter((root) => !isFree(root))
    if (others.length > 0) await alignWhole(others, Promise.resolve(held))
  }

  function begin(roots: readonly string[], how: (roots: readonly string[]) => Promise<void>): void {
    if (roots.length === 0) return
    const aligned = how(roots)
    // Every step that writes to one of the roots awaits it too.
    for (const root of roots) begun.set(root, aligned)
    aligned.catch(() => {
      for (const root of roots) begun.delete(root)
    })
  }

  return {
    async align(roots) {
      const unread = roots.filter((root) => !begun.has(root))
      const { created = [], others = [] } = Object.groupBy(unread, (root) => (isNew(root) ? 'created' : 'others'))
      begin(created, alignNew)
      begin(others, alignWhole)
      await Promise.all(roots.flatMap((root) => begun.get(root) ?? []))
    },
    drop: (root) => void begun.delete(root),
  }
}

/** Counts the steps that write or read each root. */
function openStepsLeft({ steps }: OperationIndex): { readonly end: (roots: readonly string[]) => readonly string[] } {
  const left = new Map<string, number>()
  for (const roots of steps.values()) for (const root of roots) left.set(root, (left.get(root) ?? 0) + 1)
  return {
    /** One step of these roots has ended; returns those that it was the last step of. */
    end: (roots) =>
      roots.filter((root) => {
        const others = (left.get(root) ?? 0) - 1
        left.set(root, others)
        return others === 0
      }),
  }
}

interface LookContext extends Pick<Lanes, 'stateOf'> {
  readonly store: StoreClient
  readonly capabilities: Capabilities
}

async function look(operations: readonly LaneOperation[], context: LookContext): ReturnType<Lanes['look']> {
  const { stateOf, store, capabilities } = context
  const wanted = [...Map.groupBy(operations, ({ root }) => root.address)].map(([root, own]): Wanted => {
    const { lane } = stateOf(root)
    const keys = own.flatMap(({ moves }) => moves.map(({ track }) => track))
    const tracks = new Map(keys.map((track) => [track, trackOf(lane, { track })]))
    return { root: lane.root, tracks: () => tracks }
  })
  const seen = await readTargets(wanted, store, capabilities)
  return new Map(operations.map((operation) => [operation, readingOf(operation, seen, context)]))
}

function readingOf({ moves, root }: LaneOperation, seen: SeenRows, { stateOf, capabilities }: LookContext): OperationReading {
  const { lane } = stateOf(root.address)
  const readings = moves.map((move) => {
    const { target, images, isWhole } = trackOf(lane, move)
    const rows = seen.get(root.address)?.get(move.track) ?? []
    const observed = {
      target,
      before: images[move.to - 1] ?? null,
      after: images[move.to] ?? null,
      seen: rows,
      ...(isWhole && { isWhole }),
    }
    return { move, reading: classify(observed, capabilities) }
  })
  const open = readings.filter(({ reading }) => reading.verdict !== 'after')
  return {
    verdict: worst(readings.map(({ reading }) => reading.verdict)),
    pending: new Map(open.map(({ move, reading }) => [move.track, reading.pending])),
    differences: readings.flatMap(({ reading }) => reading.differences),
  }
}

function worst(verdicts: readonly Reading['verdict'][]): Reading['verdict'] {
  const found = new Set(verdicts)
  if (found.has('other')) return 'other'
  if (found.has('twice')) return 'twice'
  if (found.has('part') || (found.has('before') && found.has('after'))) return 'part'
  return found.has('before') ? 'before' : 'after'
}
