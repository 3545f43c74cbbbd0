import { derivedList } from '../source/derived-list.ts'
import type { Change, RootedChange } from './change.ts'
import { type PackedRoot, type PackRoot, unpackRoot } from './packed-root.ts'

/** Changes that follow each other: all of one packed root, or any others. */
export type ChangeRun<C extends Change> = PackedRoot | readonly C[]

/** The runs of the lists that have packed roots. */
const runsOfLists = new WeakMap<readonly Change[], readonly ChangeRun<Change>[]>()

/** True for a packed root. */
export function isPackedRoot(run: ChangeRun<Change> | Change): run is PackedRoot {
  return 'layouts' in run
}

/** The changes of some runs as a list, in which those of packed roots are made whenever they are read. */
export function listOfRuns(runs: readonly ChangeRun<RootedChange>[]): readonly RootedChange[]
export function listOfRuns(runs: readonly ChangeRun<Change>[]): readonly Change[]
export function listOfRuns(runs: readonly ChangeRun<Change>[]): readonly Change[] {
  const [only] = runs
  // A copy has no room for more.
  if (!runs.some(isPackedRoot)) return runs.length === 1 && only ? unpacked(only) : runs.flatMap(unpacked).slice()
  const list = derivedList({ all: runs, count: (run) => (isPackedRoot(run) ? run.count : run.length), elements: unpacked })
  runsOfLists.set(list, runs)
  return list
}

function unpacked(run: ChangeRun<Change>): readonly Change[] {
  return isPackedRoot(run) ? unpackRoot(run) : run
}

/** The runs of a list in its order; one without packed roots is one run. */
export function runsOf(changes: readonly RootedChange[]): readonly ChangeRun<RootedChange>[]
export function runsOf(changes: readonly Change[]): readonly ChangeRun<Change>[]
export function runsOf(changes: readonly Change[]): readonly ChangeRun<Change>[] {
  return runsOfLists.get(changes) ?? [changes]
}

/** Lists one after the other; what is packed in them stays so. */
export function joinedChanges(lists: readonly (readonly RootedChange[])[]): readonly RootedChange[]
export function joinedChanges(lists: readonly (readonly Change[])[]): readonly Change[]
export function joinedChanges(lists: readonly (readonly Change[])[]): readonly Change[] {
  return listOfRuns(lists.flatMap((list) => (list.length === 0 ? [] : runsOf(list))))
}

/** The packed roots of a list. */
export function packedRootsOf(changes: readonly Change[]): readonly PackedRoot[] {
  return runsOf(changes).filter(isPackedRoot)
}

/** The changes that are not packed. What no packed root has is looked for among these (`PackRoot`). */
export function unpackedChanges(changes: readonly RootedChange[]): readonly RootedChange[]
export function unpackedChanges(changes: readonly Change[]): readonly Change[]
export function unpackedChanges(changes: readonly Change[]): readonly Change[] {
  return runsOfLists.has(changes) ? runsOf(changes).flatMap((run) => (isPackedRoot(run) ? [] : run)) : changes
}

/** The runs with plain changes in place of those that are not packed. */
export function withUnpacked<C extends Change, D extends Change>(
  runs: readonly ChangeRun<C>[],
  act: (run: readonly C[]) => readonly D[],
): readonly ChangeRun<D>[] {
  return runs.map((run) => (isPackedRoot(run) ? run : act(run)))
}

/** The list with what `change` returns in place of own changes; it returns all others as they are. A root whose own change is returned as it is stays packed. */
export function mapOwnChanges(changes: readonly RootedChange[], change: (each: RootedChange) => RootedChange): readonly RootedChange[] {
  return listOfRuns(
    runsOf(changes).map((run) => {
      if (!isPackedRoot(run)) return run.map(change)
      const [own, ...others] = unpackRoot(run)
      const changed = own && change(own)
      return changed === undefined || changed === own ? run : [changed, ...others]
    }),
  )
}

/** Collects changes, root by root. */
export interface ChangeRuns<C extends Change> {
  add(changes: readonly C[]): void
  /** Adds all changes of a root that the store does not have, packed where they can be. */
  addNew(changes: readonly (C & RootedChange)[]): void
  end(): readonly ChangeRun<C>[]
}

/** Opens an empty collection. */
export function openChangeRuns<C extends Change>(pack: PackRoot): ChangeRuns<C> {
  const runs: ChangeRun<C>[] = []
  let last: C[] = []
  function add(changes: readonly C[]): void {
    if (last.length === 0 && changes.length > 0) runs.push(last)
    for (const change of changes) last.push(change)
  }
  return {
    add,
    addNew(changes) {
      const packed = pack(changes)
      if (!packed) return add(changes)
      last = []
      runs.push(packed)
    },
    end: () => runs,
  }
}
