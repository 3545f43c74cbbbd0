import { kindOf, subjectOf } from '../report/kinds.ts'
import type { PlanView } from '../report/view/plan-view.ts'
import type { ChangeView, RootView } from '../report/view/root-view.ts'

/** A row of the list: a root, or a change below one. */
export interface ReviewRow {
  readonly root: RootView
  /** The change; `null` for a root of which only records below it change. */
  readonly view: ChangeView | null
  readonly isRoot: boolean
}

/** The rows that a filter shows, by index: those that match and their roots. `matches` counts only those that match. */
export interface Shown {
  readonly rows: readonly number[]
  readonly matches: number
}

/** Finds the rows that contain every word of a filter, ignoring case: names, fields, values, `kind:…`, `op:…`, `field:…`, `risk`. */
export type FindRows = (filter: string) => Shown

const longestValue = 300

/** The rows of a plan: each root, then the changes below it. */
export function reviewRows({ roots }: PlanView): readonly ReviewRow[] {
  return roots.flatMap((root): ReviewRow[] => [
    { root, view: root.own, isRoot: true },
    ...root.below.map((view) => ({ root, view, isRoot: false })),
  ])
}

/** The search in these rows. The searched text is built on the first search. */
export function rowSearch(rows: readonly ReviewRow[]): FindRows {
  const everything: Shown = { rows: rows.map((_, index) => index), matches: rows.length }
  let texts: readonly string[] | undefined
  return (filter) => {
    const words = filter
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    if (words.length === 0) return everything
    texts ??= rows.map(searchText)
    return search(rows, texts, words)
  }
}

function search(rows: readonly ReviewRow[], texts: readonly string[], words: readonly string[]): Shown {
  const found: number[] = []
  let matches = 0
  let rootAt = -1
  let isRootFound = false
  for (const [index, row] of rows.entries()) {
    if (row.isRoot) {
      rootAt = index
      isRootFound = false
    }
    const text = texts[index] ?? ''
    if (!words.every((word) => text.includes(word))) continue
    if (!row.isRoot && !isRootFound) found.push(rootAt)
    isRootFound = true
    found.push(index)
    matches += 1
  }
  return { rows: found, matches }
}

function searchText({ root, view }: ReviewRow): string {
  const words = [root.kind, root.key, root.title, root.place, `op:${view?.change.action ?? root.action}`]
  if (view === null) return words.join(' ').toLowerCase()
  const { change } = view
  const changed = change.kind === 'file' ? [] : change.fields
  const fields = changed.flatMap(({ field, before, after }) => [
    `field:${field}`,
    before?.slice(0, longestValue) ?? '',
    after?.slice(0, longestValue) ?? '',
  ])
  const entries = change.kind === 'grid' ? [...change.grid.after, ...change.grid.before] : []
  const groups = new Set(entries.map(({ group_code }) => `group:${group_code}`))
  const risk = view.risks.length > 0 ? ['risk'] : []
  return [...words, `kind:${kindOf(subjectOf(change)).many}`, view.kind, view.name, view.place, ...fields, ...groups, ...risk]
    .join(' ')
    .toLowerCase()
}
