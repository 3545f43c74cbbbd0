import { countOf } from '../source/counts.ts'
import { kindOf, subjectOf } from '../report/kinds.ts'
import type { AloneView, UnitRef } from '../report/view/cause-view.ts'
import type { PlanView } from '../report/view/plan-view.ts'
import type { ChangeView, RootView } from '../report/view/root-view.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import { byCode } from '../source/by-code.ts'
import type { CategoryPaths } from './category-paths.ts'
import type { ReviewedPlan } from './reviewed-plan.ts'
import { type EntryList, type GroupEntries, startEntries } from './group-entries.ts'
import { type RowOrder, sortedGroups } from './sort-groups.ts'

/** How the list is grouped; `record`: one record after the other, without groups. */
export type Grouping = 'cause' | 'record' | 'category' | 'file' | 'kind'

export const groupings: readonly Grouping[] = ['cause', 'record', 'category', 'file', 'kind']

/** Some records of the list below one title. */
export interface ReviewGroup {
  readonly key: string
  /** Empty: its records are listed without a row of their own for the group. */
  readonly title: string
  readonly remark: string
  readonly place: string
  /** Index in `PlanView.causes`; `null` for another group. */
  readonly cause: number | null
  readonly entries: GroupEntries
}

/** What groups are made from. */
export interface Grouped {
  readonly view: ReviewedPlan
  readonly categories: CategoryPaths
  /** As `causeGroups` returns them. */
  readonly causes: readonly ReviewGroup[]
}

/** The groups of a plan, sorted by their worst member or by name, and so are their records; each change is in at least one of them. */
export function reviewGroups({ view, categories, causes }: Grouped, grouping: Grouping, order: RowOrder): readonly ReviewGroup[] {
  const groups = grouping === 'category' ? categoryGroups(view, categories) : groupsOf({ view, categories, causes }, grouping)
  return order === 'plan' ? groups : sortedGroups(groups, view, order)
}

function groupsOf({ view, causes }: Grouped, grouping: Exclude<Grouping, 'category'>): readonly ReviewGroup[] {
  switch (grouping) {
    case 'cause':
      return causes
    case 'record':
      return [{ ...untitled, entries: wholePlan(view) }]
    case 'file':
      return groupsBy(view, ({ place }) => place.replace(/:\d+$/, '') || 'not in a document')
    case 'kind':
      return groupsBy(view, ({ change }) => kindOf(subjectOf(change)).many)
    default:
      return grouping satisfies never
  }
}

const untitled: Omit<ReviewGroup, 'entries'> = { key: '', title: '', remark: '', place: '', cause: null }

/** The causes, then the records without one, as the list shows them at first. */
export function causeGroups({ causes, alone }: PlanView): readonly ReviewGroup[] {
  const groups = causes.map(({ key, title, summary, place, units }, cause) => ({
    key,
    title,
    remark: summary,
    place,
    cause,
    entries: entriesOf(units),
  }))
  return alone.length === 0 ? groups : [...groups, { ...untitled, entries: aloneEntries(alone) }]
}

function entriesOf(units: readonly UnitRef[]): GroupEntries {
  const entries = startEntries()
  for (const { root, at } of units) entries.add(root, at)
  return entries.finish()
}

function aloneEntries(alone: readonly AloneView[]): GroupEntries {
  const entries = startEntries()
  for (const { root, units } of alone) for (const { at } of units) entries.add(root, at)
  return entries.finish()
}

function wholePlan({ roots }: ReviewedPlan): GroupEntries {
  const entries = startEntries()
  for (const [root, view] of roots.entries()) addRoot(entries, root, view)
  return entries.finish()
}

function groupsBy({ roots }: ReviewedPlan, nameOf: (view: ChangeView) => string): readonly ReviewGroup[] {
  const groups = new Map<string, EntryList>()
  const add = (view: ChangeView, root: number, at: number): void => {
    const name = nameOf(view)
    const entries = groups.get(name) ?? startEntries()
    groups.set(name, entries)
    entries.add(root, at)
  }
  for (const [root, { own, below }] of roots.entries()) {
    if (own !== null) add(own, root, -1)
    for (const [at, view] of below.entries()) add(view, root, at)
  }
  return [...groups].map(([title, entries]) => titled(title, title, entries.finish()))
}

/** Each category with its products, by their paths; then the products of which it is not known, and the records that are in none. */
function categoryGroups({ roots }: ReviewedPlan, { pathsOf, codesOf }: CategoryPaths): readonly ReviewGroup[] {
  const groups = new Map<string, EntryList>()
  const [unknown, rest] = [startEntries(), startEntries()]
  for (const [root, view] of roots.entries()) {
    const codes = codesOf(view)
    if (codes === null || codes.length === 0) addRoot(codes === null ? unknown : rest, root, view)
    for (const code of codes ?? []) {
      const entries = groups.get(code) ?? startEntries()
      groups.set(code, entries)
      addRoot(entries, root, view)
    }
  }
  const named = [...groups].map(([code, entries]) => {
    const [first = '', ...more] = pathsOf(code)
    return titled(`category ${code}`, more.length === 0 ? first : `${first} (+${more.length})`, entries.finish())
  })
  const others = [
    titled('unknown category', 'category not in the plan', unknown.finish()),
    titled('without category', 'in no category', rest.finish()),
  ]
  return [...named.toSorted((a, b) => byCode(a.title, b.title)), ...others.filter(({ entries }) => entries.roots.length > 0)]
}

function addRoot(entries: EntryList, root: number, { own, below }: RootView): void {
  if (own !== null) entries.add(root, -1)
  for (const at of below.keys()) entries.add(root, at)
}

function titled(key: string, title: string, entries: GroupEntries): ReviewGroup {
  return { ...untitled, key: sanitizeLine(key), title, remark: countOf(entries.roots.length, 'record'), entries }
}
