import { countOf } from '../report/amounts.ts'
import { kindOf, subjectOf } from '../report/kinds.ts'
import type { UnitRef } from '../report/view/cause-view.ts'
import { distanceOf, farthestMove } from '../report/view/moves-of.ts'
import type { PlanView } from '../report/view/plan-view.ts'
import type { ChangeView, RootView } from '../report/view/root-view.ts'

/** How the list is grouped; `record`: one record after the other, without groups. */
export type Grouping = 'cause' | 'record' | 'file' | 'kind'

/** How the records of a group are sorted; `plan`: as the plan has them, in a cause its outliers first. */
export type RowOrder = 'plan' | 'risk' | 'move' | 'name'

export const groupings: readonly Grouping[] = ['cause', 'record', 'file', 'kind']
export const rowOrders: readonly RowOrder[] = ['plan', 'risk', 'move', 'name']

/** A record or file in a group, with those of its changes that belong there. */
export interface ReviewEntry {
  /** Index in `PlanView.roots`. */
  readonly root: number
  /** Indexes in `RootView.below`; -1: the change of the root itself. */
  readonly ats: readonly number[]
}

/** Some records of the list below one title. */
export interface ReviewGroup {
  readonly key: string
  /** Empty: its records are listed without a row of their own for the group. */
  readonly title: string
  readonly remark: string
  readonly place: string
  /** Index in `PlanView.causes`; `null` for another group. */
  readonly cause: number | null
  readonly entries: readonly ReviewEntry[]
}

/** The groups of a plan, sorted; each change is in at least one of them. */
export function reviewGroups(view: PlanView, grouping: Grouping, order: RowOrder): readonly ReviewGroup[] {
  const sorted = sorter(view, order)
  return groupsOf(view, grouping).map((group) => ({ ...group, entries: sorted(group.entries) }))
}

/** Identifies a change of a plan. */
export function changeKey({ root, at }: Pick<UnitRef, 'root' | 'at'>): string {
  return `${root}/${at}`
}

/** The change of a row; `undefined` for a root of which only records below it change. */
export function changeAt({ own, below }: RootView, at: number): ChangeView | undefined {
  return (at === -1 ? own : below[at]) ?? undefined
}

function groupsOf(view: PlanView, grouping: Grouping): readonly ReviewGroup[] {
  switch (grouping) {
    case 'cause':
      return causeGroups(view)
    case 'record':
      return [{ ...untitled, entries: view.roots.map(wholeEntry) }]
    case 'file':
      return groupsBy(view, ({ place }) => place.replace(/:\d+$/, '') || 'not in a document')
    case 'kind':
      return groupsBy(view, ({ change }) => kindOf(subjectOf(change)).many)
    default:
      return grouping satisfies never
  }
}

const untitled: ReviewGroup = { key: '', title: '', remark: '', place: '', cause: null, entries: [] }

function causeGroups({ causes, alone }: PlanView): readonly ReviewGroup[] {
  const groups = causes.map(({ key, title, summary, place, units }, cause) => ({
    key,
    title,
    remark: summary,
    place,
    cause,
    entries: entriesOf(units),
  }))
  const rest = alone.flatMap(({ units }) => entriesOf(units))
  return rest.length === 0 ? groups : [...groups, { ...untitled, entries: rest }]
}

function entriesOf(units: readonly UnitRef[]): readonly ReviewEntry[] {
  const byRoot = Map.groupBy(units, ({ root }) => root)
  return [...byRoot].map(([root, members]) => ({ root, ats: [...new Set(members.map(({ at }) => at))].toSorted((a, b) => a - b) }))
}

function wholeEntry({ own, below }: RootView, root: number): ReviewEntry {
  return { root, ats: [...(own === null ? [] : [-1]), ...below.keys()] }
}

function groupsBy({ roots }: PlanView, nameOf: (view: ChangeView) => string): readonly ReviewGroup[] {
  const groups = new Map<string, Map<number, number[]>>()
  for (const [root, { own, below }] of roots.entries()) {
    for (const [at, view] of [...(own === null ? [] : [[-1, own] as const]), ...below.entries()]) {
      const name = nameOf(view)
      const entries = groups.get(name) ?? new Map<number, number[]>()
      groups.set(name, entries)
      const ats = entries.get(root)
      if (ats) ats.push(at)
      else entries.set(root, [at])
    }
  }
  return [...groups].map(([title, entries]) => ({
    ...untitled,
    key: title,
    title,
    remark: countOf(entries.size, 'record'),
    entries: [...entries].map(([root, ats]) => ({ root, ats })),
  }))
}

function sorter({ roots, findings }: PlanView, order: RowOrder): (entries: readonly ReviewEntry[]) => readonly ReviewEntry[] {
  switch (order) {
    case 'plan':
      return (entries) => entries
    case 'risk': {
      // The findings are sorted, the most serious first.
      const first = new Map<number, number>()
      const seen = findings.flatMap(({ units }, index) => units.map(({ root }) => [root, index] as const))
      for (const [root, index] of seen.toReversed()) first.set(root, index)
      return by(({ root }) => first.get(root) ?? findings.length)
    }
    case 'move': {
      const farthest = roots.map((root) => -largestMove(root))
      return by(({ root }) => farthest[root] ?? 0)
    }
    case 'name':
      return (entries) => entries.toSorted((a, b) => compareText(roots[a.root]?.key ?? '', roots[b.root]?.key ?? ''))
    default:
      return order satisfies never
  }
}

function by(rank: (entry: ReviewEntry) => number): (entries: readonly ReviewEntry[]) => readonly ReviewEntry[] {
  return (entries) => entries.toSorted((a, b) => rank(a) - rank(b))
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function largestMove({ own, below }: RootView): number {
  return [own, ...below].reduce((most, view) => {
    const move = view === null ? undefined : farthestMove(view)
    return move === undefined ? most : Math.max(most, distanceOf(move))
  }, 0)
}
