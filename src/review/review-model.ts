import type { GuardResult } from '../plan/guards/guard-result.ts'
import type { GuardsOfPart, PartGuards } from '../plan/guards/part-guards.ts'
import type { PlanView } from '../report/view/plan-view.ts'
import { type DeclaredCategories, noDeclaredCategories, openCategoryPaths } from './category-paths.ts'
import { changeOfUnit } from '../report/view/units.ts'
import { type ChangeNumbers, numberChanges } from './change-numbers.ts'
import { type DetailOf, openDetails } from './details.ts'
import { tabsOf } from './grid-tabs.ts'
import { findingNotice } from './named-move.ts'
import { openDecisions, type ReviewDecisions } from './review-decisions.ts'
import { openPlanSearch, type PlanSearch } from './review-filter.ts'
import { causeGroups, type Grouping, type ReviewGroup, reviewGroups } from './review-groups.ts'
import type { ReviewedPlan } from './reviewed-plan.ts'
import type { RowOrder } from './sort-groups.ts'
import { visibleRows } from './review-rows.ts'
import type { ReviewBounds } from './review-state.ts'
import { openRowFacts, type RowFacts } from './row-facts.ts'

/** What a review can end with. */
export interface ReviewPurpose {
  /** What the catalogue declares of its categories; default: nothing is known. */
  readonly declared?: DeclaredCategories
  /** True where the terminal can show pictures; default: false. */
  readonly hasPictures?: boolean
  /** The word that applies the plan; `null`: it is only reviewed, and decisions are saved. */
  readonly confirmWord: string | null
  /** The guards that stop the plan; default: none. */
  readonly stops?: readonly GuardResult[]
  /** Which of them stop a part; default: a part is stopped by none. */
  readonly guardsOfPart?: GuardsOfPart
  /** The command to which an override is added; default: `planogram apply`. */
  readonly command?: string
}

/** The plan that a review shows, and the functions that search its rows and format them. Does not change during the review. */
export interface ReviewModel {
  readonly view: ReviewedPlan
  readonly groupsOf: (grouping: Grouping, order: RowOrder) => readonly ReviewGroup[]
  readonly search: PlanSearch
  readonly decisions: ReviewDecisions
  readonly detailOf: DetailOf
  readonly numbers: ChangeNumbers
  /** Indexes of findings by the number of their change. */
  readonly findingsAt: ReadonlyMap<number, readonly number[]>
  readonly facts: RowFacts
  /** The word that applies what is approved: `null` in a review that cannot, and where guards stop it. */
  readonly confirmWordOf: (state: Decided) => string | null
  /** The guards that stop what is approved. */
  readonly guardsOf: (state: Decided) => PartGuards
  /** True where a confirmation can be asked for, if only to show what stops it. */
  readonly hasConfirmation: boolean
  readonly command: string
  /** True where records can be skipped: not in a plan that undoes a run, which is applied whole. */
  readonly canSkip: boolean
}

interface Decided {
  readonly skipped: ReadonlySet<number>
}

/** The model of a review of this plan. */
export function reviewModel(
  plan: PlanView,
  {
    confirmWord,
    stops = [],
    guardsOfPart = () => ({ stops: [], open: stops }),
    command = 'planogram apply',
    declared = noDeclaredCategories,
    hasPictures = false,
  }: ReviewPurpose,
): ReviewModel {
  const { alone: _, ...view } = plan
  const causes = causeGroups(plan)
  const categories = openCategoryPaths(view, declared)
  const known = new Map<string, readonly ReviewGroup[]>()
  const groupsOf = (grouping: Grouping, order: RowOrder): readonly ReviewGroup[] => {
    const key = `${grouping} ${order}`
    const groups = known.get(key) ?? reviewGroups({ view, categories, causes }, grouping, order)
    known.set(key, groups)
    return groups
  }
  const units = view.findings.flatMap((finding, index) => finding.units.map(({ root, at }) => ({ root, at, finding: index })))
  const numbers = numberChanges(view.roots)
  const findingsAt = new Map(
    [...Map.groupBy(units, ({ root, at }) => numbers.of(root, at))].map(([number, members]) => [
      number,
      [...new Set(members.map(({ finding }) => finding))],
    ]),
  )
  const decisions = openDecisions(view)
  let last: { readonly skipped: ReadonlySet<number>; readonly guards: PartGuards } | undefined
  const guardsOf = ({ skipped }: Decided): PartGuards => {
    if (stops.length === 0 || skipped.size === 0) return { stops, open: [] }
    if (last?.skipped !== skipped) last = { skipped, guards: guardsOfPart(decisions.addressesOf(skipped)) }
    return last.guards
  }
  const model = {
    view,
    groupsOf,
    search: openPlanSearch(view, numbers, findingsAt),
    decisions,
    numbers,
    findingsAt,
    facts: openRowFacts(numbers, findingsAt, units),
    confirmWordOf: (state: Decided) =>
      confirmWord === null || state.skipped.size === view.roots.length || guardsOf(state).stops.length > 0 ? null : confirmWord,
    guardsOf,
    hasConfirmation: confirmWord !== null || stops.length > 0,
    command,
    canSkip: view.undoes === null,
  }
  return { ...model, detailOf: openDetails({ ...model, categories, hasPictures }) }
}

/** The bounds of a review that do not depend on the size of the terminal. */
export function modelBounds(model: ReviewModel): Omit<ReviewBounds, 'height' | 'textLength'> {
  const { view, groupsOf, search, decisions, canSkip } = model
  return {
    confirmWordOf: model.confirmWordOf,
    findings: view.findings.map(({ kind, sentence, units: [unit] }) => ({
      notice: () => findingNotice({ kind, sentence }, unit && changeOfUnit(view.roots, unit)),
      place: unit === undefined ? null : { root: unit.root, at: unit.at },
    })),
    rowsOf: ({ grouping, order, toggled, skipped, filter }) =>
      visibleRows(view, {
        groups: groupsOf(grouping, order),
        toggled,
        found: filter === '' ? null : search.find(filter, (root) => skipped.has(root)),
      }),
    decide: (rows, skipped) => (canSkip ? decisions.decide(rows, skipped) : { skipped, notice: 'The plan of an undo is applied whole.' }),
    approveAll: { skipped: new Set(), notice: 'Everything is approved.' },
    tabsOf(row) {
      const findings = (model.findingsAt.get(model.numbers.of(row.root, row.at)) ?? []).flatMap(
        (index) => view.findings[index]?.sentence ?? [],
      )
      return tabsOf(changeOfUnit(view.roots, row), findings)
    },
    complete(filter) {
      const [first] = search.complete(filter)
      return first === undefined ? filter : filter.replace(/\S+$/, first.word)
    },
  }
}
