import type { ChangeNumbers } from './change-numbers.ts'
import type { ReviewGroup } from './review-groups.ts'

/** What rows show about many changes, calculated once and not again for every key. */
export interface RowFacts {
  /** Whether a finding is about a change of the group. */
  readonly isRisky: (group: ReviewGroup) => boolean
  /** Whether a finding is about a change below a record: by the index of the record. */
  readonly isRiskyBelow: (root: number) => boolean
  /** The number of records of the group that are skipped. */
  readonly skippedIn: (group: ReviewGroup, skipped: ReadonlySet<number>) => number
}

/** The facts about the rows of a plan; `findingsAt` has the findings by the number of the change, `units` the changes that they are about. */
export function openRowFacts(
  numbers: ChangeNumbers,
  findingsAt: ReadonlyMap<number, unknown>,
  units: readonly { readonly root: number; readonly at: number }[],
): RowFacts {
  const riskyBelow = new Set(units.flatMap(({ root, at }) => (at < 0 ? [] : [root])))
  const risky = new WeakMap<ReviewGroup, boolean>()
  let counted: { readonly skipped: ReadonlySet<number>; readonly counts: Map<ReviewGroup, number> } | undefined
  return {
    isRisky(group) {
      const known = risky.get(group) ?? hasFinding(group)
      risky.set(group, known)
      return known
    },
    isRiskyBelow: (root) => riskyBelow.has(root),
    skippedIn(group, skipped) {
      if (skipped.size === 0) return 0
      if (counted?.skipped !== skipped) counted = { skipped, counts: new Map() }
      const known = counted.counts.get(group) ?? group.entries.roots.filter((root) => skipped.has(root)).length
      counted.counts.set(group, known)
      return known
    },
  }

  function hasFinding({ entries: { roots, starts, ats } }: ReviewGroup): boolean {
    if (findingsAt.size === 0) return false
    return roots.some((root, index) => ats.subarray(starts[index], starts[index + 1]).some((at) => findingsAt.has(numbers.of(root, at))))
  }
}
