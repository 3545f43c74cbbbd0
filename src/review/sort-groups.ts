import { compareDistances, distanceOf, farthestMove } from '../report/view/moves-of.ts'
import type { ReviewedPlan } from './reviewed-plan.ts'
import type { ChangeView } from '../report/view/root-view.ts'
import { byCode } from '../source/by-code.ts'
import { numberChanges } from './change-numbers.ts'
import { type GroupEntries, sliceEntries, sortEntries } from './group-entries.ts'

/** How the records of a group are sorted; `plan`: as the plan has them, in a cause its outliers first. */
export type RowOrder = 'plan' | 'risk' | 'move' | 'name'

export const rowOrders: readonly RowOrder[] = ['plan', 'risk', 'move', 'name']

interface Sortable {
  /** Empty: its records are rows of their own among the groups. */
  readonly title: string
  readonly entries: GroupEntries
}

/** A group, or one record of a group without a title, with what sorts it. */
interface Ranked<G> {
  readonly group: G
  /** Of one record, its index in the entries. */
  readonly at: number | null
  readonly name: string
  /** The worst first. */
  readonly rank: number
}

/**
 * Groups with their records sorted, and themselves by their worst member or by their titles. The records of a group without a title are sorted
 * among the other groups: it becomes as many groups as there are runs of them.
 */
export function sortedGroups<G extends Sortable>(groups: readonly G[], view: ReviewedPlan, order: Exclude<RowOrder, 'plan'>): readonly G[] {
  const { roots } = view
  const { ofChange, ofRoot } = ranksOf(view, order)
  const nameOf = (root: number): string => roots[root]?.key ?? ''
  const compareRoots =
    order === 'name'
      ? (a: number, b: number) => byCode(nameOf(a), nameOf(b))
      : (a: number, b: number) => compareDistances(ofRoot[a] ?? 0, ofRoot[b] ?? 0)
  const ranked = groups
    .map((group) => ({ ...group, entries: sortEntries(group.entries, compareRoots) }))
    .flatMap((group): readonly Ranked<G>[] =>
      group.title === ''
        ? [...group.entries.roots].map((root, at) => ({ group, at, name: nameOf(root), rank: ofRoot[root] ?? 0 }))
        : [{ group, at: null, name: group.title, rank: worstOf(group.entries, ofChange) }],
    )
  const sorted = ranked.toSorted((a, b) => (order === 'name' ? byCode(a.name, b.name) : compareDistances(a.rank, b.rank)))
  return joined(sorted)
}

/** The groups again: records of one group that follow each other are one. */
function joined<G extends Sortable>(sorted: readonly Ranked<G>[]): readonly G[] {
  const runs: { readonly group: G; readonly from: number | null; to: number }[] = []
  for (const { group, at } of sorted) {
    const last = runs.at(-1)
    if (at !== null && last?.group === group && last.to === at) last.to += 1
    else runs.push({ group, from: at, to: (at ?? 0) + 1 })
  }
  return runs.map(({ group, from, to }) => (from === null ? group : { ...group, entries: sliceEntries(group.entries, from, to) }))
}

interface Ranks {
  /** By the index of a root record and that of its change. */
  readonly ofChange: (root: number, at: number) => number
  /** By the index of a root record: the lowest of its changes. */
  readonly ofRoot: Float64Array
}

/** Ranks of changes, the worst lowest: the index of the finding, or by how much a price moves, below 0. By name all are equal. */
function ranksOf({ roots, findings }: ReviewedPlan, order: Exclude<RowOrder, 'plan'>): Ranks {
  const numbers = numberChanges(roots)
  // The findings are sorted, the most serious first.
  const ranks = new Float64Array(numbers.count).fill(order === 'risk' ? findings.length : 0)
  const ofRoot = new Float64Array(roots.length).fill(order === 'risk' ? findings.length : 0)
  const add = (root: number, at: number, rank: number): void => {
    const number = numbers.of(root, at)
    ranks[number] = Math.min(ranks[number] ?? rank, rank)
    ofRoot[root] = Math.min(ofRoot[root] ?? rank, rank)
  }
  if (order === 'risk') for (const [index, { units }] of findings.entries()) for (const { root, at } of units) add(root, at, index)
  if (order === 'move') {
    for (const [root, { own, below }] of roots.entries()) {
      if (own !== null) add(root, -1, moveRank(own))
      for (const [at, view] of below.entries()) add(root, at, moveRank(view))
    }
  }
  return { ofChange: (root, at) => ranks[numbers.of(root, at)] ?? 0, ofRoot }
}

function moveRank(view: ChangeView): number {
  const move = farthestMove(view)
  return move === undefined ? 0 : -distanceOf(move)
}

function worstOf({ roots, starts, ats }: GroupEntries, rankOf: Ranks['ofChange']): number {
  let worst = Number.POSITIVE_INFINITY
  for (const [index, root] of roots.entries())
    for (let place = starts[index] ?? 0; place < (starts[index + 1] ?? 0); place += 1)
      worst = Math.min(worst, rankOf(root, ats[place] ?? 0))
  return worst
}
