import type { PlanView } from '../report/view/plan-view.ts'
import type { FindChange } from './review-filter.ts'
import type { ReviewEntry, ReviewGroup } from './review-groups.ts'

/** A row of the list: a group, a record or file in it, or a change below that. */
export interface ReviewRow {
  readonly kind: 'group' | 'root' | 'change'
  /** Index in the groups. */
  readonly group: number
  /** Index in `PlanView.roots`; -1 for a group. */
  readonly root: number
  /** Index in `RootView.below` for a change; -1 for the change of a root itself; -2 where the row has no change. */
  readonly at: number
  readonly depth: number
  /** Unique in the list, and the same after it was folded or filtered. */
  readonly key: string
  /** `null` where nothing is below it. */
  readonly isFolded: boolean | null
}

/** The rows that are visible; `matches` counts the changes that a filter finds. */
export interface VisibleRows {
  readonly rows: readonly ReviewRow[]
  readonly matches: number
}

/** What decides which rows are visible. */
export interface RowChoice {
  readonly groups: readonly ReviewGroup[]
  /** Keys of rows that are not folded or unfolded as they are at first. */
  readonly toggled: ReadonlySet<string>
  /** What a filter finds; `null`: everything, folded as it is. */
  readonly found: FindChange | null
}

/** Longer lists begin folded. */
const longestUnfolded = 40

/** The rows of a list, from its groups. With a filter: what it finds with the rows above it, nothing folded. */
export function visibleRows({ roots }: Pick<PlanView, 'roots'>, choice: RowChoice): VisibleRows {
  const { groups } = choice
  const all = groups.reduce((sum, { entries }) => sum + entries.reduce((count, { ats }) => count + ats.length, 0), 0)
  const parts = groups.map((_, group) => rowsOfGroup(group, { roots, choice, isLong: all > longestUnfolded }))
  return { rows: parts.flatMap(({ rows }) => rows), matches: parts.reduce((sum, { matches }) => sum + matches, 0) }
}

interface Listed {
  readonly roots: PlanView['roots']
  readonly choice: RowChoice
  /** True where rows with others below them begin folded. */
  readonly isLong: boolean
}

function rowsOfGroup(group: number, listed: Listed): VisibleRows {
  const { groups, toggled, found } = listed.choice
  const { key, title, entries } = groups[group] ?? { key: '', title: '', entries: [] }
  const isTitled = title !== ''
  const isFolded = found === null && isTitled && listed.isLong !== toggled.has(key)
  const some = entries.map((entry) => (found === null ? entry.ats : entry.ats.filter((at) => found(entry.root, at, key))))
  const matches = some.reduce((sum, { length }) => sum + length, 0)
  if (found !== null && matches === 0) return { rows: [], matches }
  const head: ReviewRow[] = isTitled ? [{ kind: 'group', group, root: -1, at: -2, depth: 0, key, isFolded }] : []
  const below = isFolded ? [] : entries.flatMap((entry, index) => rowsOfEntry(entry, some[index] ?? [], { group, listed }))
  return { rows: [...head, ...below], matches }
}

/** The rows of a record: its own, and those of its changes that are found. */
function rowsOfEntry(
  { root, ats }: ReviewEntry,
  some: readonly number[],
  { group, listed }: { group: number; listed: Listed },
): ReviewRow[] {
  if (some.length === 0) return []
  const { groups, toggled, found } = listed.choice
  const { key: groupKey, title } = groups[group] ?? { key: '', title: '' }
  const key = `${groupKey}/${root}`
  const depth = title === '' ? 0 : 1
  const below = some.filter((at) => at >= 0)
  const isFolded = below.length === 0 ? null : found === null && (listed.isLong && depth === 1) !== toggled.has(key)
  const at = listed.roots[root]?.own !== null && ats.includes(-1) ? -1 : -2
  const head: ReviewRow = { kind: 'root', group, root, at, depth, key, isFolded }
  if (isFolded === true) return [head]
  return [
    head,
    ...below.map((each): ReviewRow => ({ kind: 'change', group, root, at: each, depth: depth + 1, key: `${key}/${each}`, isFolded: null })),
  ]
}
