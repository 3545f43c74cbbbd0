import type { PlanView } from '../report/view/plan-view.ts'
import { type GroupEntries, startEntries } from './group-entries.ts'
import type { FindInGroup } from './review-filter.ts'
import type { ReviewGroup } from './review-groups.ts'
import { type Folding, type RowCollector, type RowList, startRows } from './row-list.ts'

/** The rows that are visible; `matches` counts the changes that a filter finds. */
export interface VisibleRows {
  readonly rows: RowList
  readonly matches: number
}

/** What decides which rows are visible. */
export interface RowChoice {
  readonly groups: readonly ReviewGroup[]
  /** Keys of rows that are not folded or unfolded as they are at first. */
  readonly toggled: ReadonlySet<string>
  /** What a filter finds; `null`: everything, folded as it is. */
  readonly found: FindInGroup | null
}

/** Longer lists begin folded. */
const longestUnfolded = 40

/** The rows of a list, from its groups. With a filter: what it finds with the rows above it, nothing folded. */
export function visibleRows({ roots }: Pick<PlanView, 'roots'>, choice: RowChoice): VisibleRows {
  const { groups } = choice
  const isLong = groups.reduce((sum, { entries }) => sum + entries.ats.length, 0) > longestUnfolded
  const list = startRows(groups)
  let matches = 0
  for (const group of groups.keys()) matches += addGroup(list, group, { roots, choice, isLong })
  return { rows: list.finish(), matches }
}

interface Listed {
  readonly roots: PlanView['roots']
  readonly choice: RowChoice
  /** True where rows with others below them begin folded. */
  readonly isLong: boolean
}

/** Adds the rows of a group, and returns how many of its changes are found. */
function addGroup(list: RowCollector, group: number, { roots, choice, isLong }: Listed): number {
  const { groups, found } = choice
  const { key, title, entries } = groups[group] ?? { key: '', title: '', entries: startEntries().finish() }
  const isFound = found === null ? null : found(key)
  const isTitled = title !== ''
  const whole = isTitled ? foldingOf(() => key, isLong, choice) : 'unfolded'
  let matches = 0
  const addRows = (index: number, some: readonly number[]): void => {
    const root = entries.roots[index] ?? 0
    const isOwnHere = roots[root]?.own !== null && entries.ats[entries.starts[index] ?? 0] === -1
    const below = some.at(-1) === -1 ? 'empty' : foldingOf(() => `${key}/${root}`, isLong && isTitled, choice)
    list.add({ group, root, at: isOwnHere ? -1 : -2 }, below)
    if (below === 'unfolded') for (const at of some) if (at >= 0) list.add({ group, root, at }, 'empty')
  }
  for (let index = 0; index < entries.roots.length; index += 1) {
    const some = foundAts(entries, index, isFound)
    if (some.length > 0 && matches === 0 && isTitled) list.add({ group, root: -1, at: -2 }, whole)
    if (some.length > 0 && whole === 'unfolded') addRows(index, some)
    matches += some.length
  }
  return matches
}

/** Whether a row is folded. Its key is a new text: in a list of 100,000 records it is only made where some row was folded or unfolded. */
function foldingOf(key: () => string, isFoldedAtFirst: boolean, { toggled, found }: RowChoice): Exclude<Folding, 'empty'> {
  if (found !== null) return 'unfolded'
  const isToggled = toggled.size > 0 && toggled.has(key())
  return isFoldedAtFirst === isToggled ? 'unfolded' : 'folded'
}

/** The changes of an entry that are found, ascending. */
function foundAts({ roots, starts, ats }: GroupEntries, index: number, isFound: ReturnType<FindInGroup> | null): readonly number[] {
  const found: number[] = []
  const [root, end] = [roots[index] ?? 0, starts[index + 1] ?? 0]
  for (let place = starts[index] ?? 0; place < end; place += 1) {
    const at = ats[place] ?? 0
    if (isFound === null || isFound(root, at)) found.push(at)
  }
  return found
}
