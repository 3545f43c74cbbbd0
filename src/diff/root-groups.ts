import type { Change } from './change.ts'
import { type ChangeRun, isPackedRoot } from './packed-changes.ts'
import type { PackedRoot } from './packed-root.ts'

/** All changes of one root: those of a packed root, its own change where that is the only one, or several. */
export type RootGroup<C extends Change> = PackedRoot | C | Several<C>

/** At least one change. */
export type Several<C> = readonly [C, ...C[]]

/** True for several changes. */
export function isSeveral<C extends Change>(group: RootGroup<C>): group is Several<C> {
  return Array.isArray(group)
}

/**
 * Changes by root, in the order in which the roots first come. `rootOf` returns the address of the root of a change; an own change is one with that address, of which
 * a root has one at most. Most roots of a large plan have nothing else: no index and no list is made for these.
 */
export function rootGroups<C extends Change>(runs: readonly ChangeRun<C>[], rootOf: (change: C) => string): readonly RootGroup<C>[] {
  const hasRows = new Set<string>()
  for (const run of runs) if (!isPackedRoot(run)) addRootsOfRows(hasRows, run, rootOf)
  if (hasRows.size === 0) return ownGroups(runs)
  const groups: RootGroup<C>[] = []
  const open = new Map<string, [C, ...C[]]>()
  for (const run of runs) {
    if (isPackedRoot(run)) {
      groups.push(run)
      continue
    }
    for (const change of run) {
      const root = rootOf(change)
      const known = open.get(root)
      if (known !== undefined) known.push(change)
      else if (hasRows.has(root)) {
        const group: [C, ...C[]] = [change]
        open.set(root, group)
        groups.push(group)
      } else groups.push(change)
    }
  }
  return groups
}

/** The groups where all changes are own ones. */
function ownGroups<C extends Change>(runs: readonly ChangeRun<C>[]): readonly RootGroup<C>[] {
  const [only] = runs
  if (runs.length === 1 && only && !isPackedRoot(only)) return only
  return runs.flatMap((run): readonly RootGroup<C>[] => (isPackedRoot(run) ? [run] : run))
}

function addRootsOfRows<C extends Change>(roots: Set<string>, changes: readonly C[], rootOf: (change: C) => string): void {
  for (const change of changes) {
    const root = rootOf(change)
    if (root !== change.address) roots.add(root)
  }
}
