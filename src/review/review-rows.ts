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

/** Identifies a change of a plan. */
export function changeKey({ root, at }: { readonly root: number; readonly at: number }): string {
  return `${root}/${at}`
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
export function visibleRows({ roots }: Pick<PlanView, 'roots'>, { groups, toggled, found }: RowChoice): VisibleRows {
  const rows: ReviewRow[] = []
  let matches = 0
  const all = groups.reduce((sum, { entries }) => sum + entries.reduce((count, { ats }) => count + ats.length, 0), 0)
  const isLong = all > longestUnfolded
  for (const [group, { key, title, entries }] of groups.entries()) {
    const isTitled = title !== ''
    const isFolded = found === null && isTitled && isLong !== toggled.has(key)
    const at = rows.length
    if (isTitled) rows.push({ kind: 'group', group, root: -1, at: -2, depth: 0, key, isFolded })
    const before = matches
    for (const entry of entries) {
      const some = found === null ? entry.ats : entry.ats.filter((each) => found(entry.root, each, key))
      matches += some.length
      if (some.length === 0 || isFolded) continue
      addEntry(rows, {
        entry: { ...entry, ats: some },
        group,
        key,
        depth: isTitled ? 1 : 0,
        isFolded: found === null && isTitled && isLong,
      })
    }
    if (found !== null && isTitled && matches === before) rows.length = at
  }
  return { rows, matches }

  function addEntry(
    list: ReviewRow[],
    given: { entry: ReviewEntry; some: readonly number[]; group: number; key: string; depth: number; isFolded: boolean },
  ): void {
    const { entry, some, group, depth } = given
    const { root, ats } = entry
    const key = `${given.key}/${root}`
    const below = some.filter((at) => at >= 0)
    const isFolded = below.length === 0 ? null : found === null && given.isFolded !== toggled.has(key)
    list.push({ kind: 'root', group, root, at: roots[root]?.own !== null && ats.includes(-1) ? -1 : -2, depth, key, isFolded })
    if (isFolded === true) return
    for (const at of below) list.push({ kind: 'change', group, root, at, depth: depth + 1, key: `${key}/${at}`, isFolded: null })
  }
}
