import type { PlanView } from '../report/view/plan-view.ts'
import { type DeclaredCategories, noDeclaredCategories, openCategoryPaths } from './category-paths.ts'
import { type ChangeNumbers, numberChanges } from './change-numbers.ts'
import { type DetailOf, openDetails } from './details.ts'
import { openDecisions, type ReviewDecisions } from './review-decisions.ts'
import { openPlanSearch, type PlanSearch } from './review-filter.ts'
import { causeGroups, type Grouping, type ReviewGroup, reviewGroups, type RowOrder } from './review-groups.ts'
import type { ReviewedPlan } from './reviewed-plan.ts'
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
  /** The names of the guards that stop the plan; default: none. */
  readonly stoppedBy?: readonly string[]
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
  /** The word that applies the plan: `null` in a review that cannot, and where guards stop the plan and nothing of it is skipped. */
  readonly confirmWordOf: (state: { readonly skipped: ReadonlySet<number> }) => string | null
  readonly stoppedBy: readonly string[]
  /** True where records can be skipped: not in a plan that undoes a run, which is applied whole. */
  readonly canSkip: boolean
}

/** The model of a review of this plan. */
export function reviewModel(
  plan: PlanView,
  { confirmWord, stoppedBy = [], declared = noDeclaredCategories, hasPictures = false }: ReviewPurpose,
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
  const model = {
    view,
    groupsOf,
    search: openPlanSearch(view, numbers, findingsAt),
    decisions: openDecisions(view),
    numbers,
    findingsAt,
    facts: openRowFacts(numbers, findingsAt, units),
    // Without some records the plan is made again, and the guards are evaluated again.
    confirmWordOf: ({ skipped }: { readonly skipped: ReadonlySet<number> }) =>
      skipped.size === view.roots.length || (stoppedBy.length > 0 && skipped.size === 0) ? null : confirmWord,
    stoppedBy,
    canSkip: view.undoes === null,
  }
  return { ...model, detailOf: openDetails({ ...model, categories, hasPictures }) }
}

/** The bounds of a review that do not depend on the size of the terminal. */
export function modelBounds(model: ReviewModel): Omit<ReviewBounds, 'height' | 'textLength'> {
  const { view, groupsOf, search, decisions, canSkip } = model
  return {
    confirmWordOf: model.confirmWordOf,
    findings: view.findings.map(({ sentence, units: [unit] }) => ({
      notice: sentence,
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
    complete(filter) {
      const [first] = search.complete(filter)
      return first === undefined ? filter : filter.replace(/\S+$/, first.word)
    },
  }
}
