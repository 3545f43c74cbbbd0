import type { GuardResult } from '../../plan/guards/guard-result.ts'
import { caseText, foundText } from '../../plan/guards/guard-sentence.ts'
import type { Plan, ShownPlan } from '../../plan/plan.ts'
import type { MoveProposal } from '../../plan/proposed-moves.ts'
import type { Selection } from '../../plan/selection.ts'
import type { Untouched } from '../../plan/untouched.ts'
import { hazardTexts } from '../hazard-text.ts'
import { sanitizeLine } from '../sanitize.ts'
import { causesOf } from './causes-of.ts'
import { withoutReplaced } from './replaced-rows.ts'
import type { AloneView, CauseView } from './cause-view.ts'
import type { FindingView } from './finding-view.ts'
import { changeOfUnit } from './units.ts'
import { type ActionCounts, countActions, kindCounts, type KindCounts, rootsOf, type RootView } from './root-view.ts'

/** A guard that stops an apply, in words. */
export interface GuardView {
  readonly name: string
  readonly sentence: string
  /** The worst cases, one line each. */
  readonly cases: readonly string[]
}

/** A plan as reports and screens show it: grouped and counted, every text sanitized. Plain data. */
export interface PlanView {
  readonly store: { readonly name: string; readonly baseUrl: string; readonly filesUrl: string | null }
  readonly planHash: string
  /** The first characters of the plan hash. */
  readonly shortHash: string
  readonly roots: readonly RootView[]
  /** What several roots have in common, most serious first, then the one that reaches most roots. */
  readonly causes: readonly CauseView[]
  /** What has no shared cause, in the same order. Each unit of the plan is in one of `causes` or in one of these. */
  readonly alone: readonly AloneView[]
  /** What to look at, most serious first. */
  readonly findings: readonly FindingView[]
  readonly kinds: readonly KindCounts[]
  readonly totals: ActionCounts
  /** The hazards as sentences; those that differ only in the record are one sentence that names all records. */
  readonly risks: readonly string[]
  /** The guards that stop an apply, with what they found. */
  readonly guards: readonly GuardView[]
  readonly notices: readonly string[]
  /** The warnings of the plan. */
  readonly warnings: readonly string[]
  readonly untouched: Untouched
  readonly base: string
  /** Records that seem to have only another key; `null`: none. */
  readonly proposal: MoveProposal | null
  /** What the plan is limited to; `null`: it is about the whole catalogue. */
  readonly selection: Selection | null
  /** Root records of the catalogue that were not read. */
  readonly unread: number
  /** True where nothing of the store was read, since the catalogue is empty. */
  readonly isUnread: boolean
  readonly estimate: Plan['estimate']
  /** True where there is nothing to apply; changes that cannot be applied may still be listed. */
  readonly isEmpty: boolean
  /** The run that the plan undoes; `null`: it makes the store match a catalogue. */
  readonly undoes: string | null
  /** True for a plan that shows nothing before everything is checked. */
  readonly hasBarriers: boolean
}

/** The view of a plan. `onCauses` is told the number of causes before the findings are looked for. */
export function planView(plan: ShownPlan, onCauses?: (causes: number) => void): PlanView {
  const { store } = plan.madeFrom
  const hazards = withoutReplaced(plan.hazards, plan.changes)
  const roots = rootsOf({ changes: plan.changes, hazards })
  return {
    store: {
      name: sanitizeLine(store.name),
      baseUrl: sanitizeLine(store.baseUrl),
      filesUrl: store.filesUrl === null ? null : sanitizeLine(store.filesUrl),
    },
    planHash: sanitizeLine(plan.planHash),
    shortHash: sanitizeLine(plan.planHash.slice(0, 8)),
    roots,
    ...causesOf({ guards: plan.guards, hazards }, roots, onCauses),
    kinds: kindCounts(roots),
    totals: countActions(plan.changes),
    risks: hazardTexts(hazards),
    guards: plan.guards.map(guardView),
    notices: plan.notices.map(sanitizeLine),
    warnings: plan.warnings.map(sanitizeLine),
    untouched: plan.untouched,
    base: sanitizeLine(plan.base),
    proposal: plan.proposal ?? null,
    selection: plan.selection ?? null,
    unread: plan.madeFrom.certificate.reduce((sum, { unread = 0 }) => sum + unread, 0),
    isUnread: plan.madeFrom.certificate.length === 0,
    estimate: plan.estimate,
    isEmpty: plan.steps.length === 0,
    undoes: plan.madeFrom.undoes === undefined ? null : sanitizeLine(plan.madeFrom.undoes),
    hasBarriers: plan.steps.some(({ kind }) => kind === 'barrier'),
  }
}

/** The records without a shared cause of which something can be applied. */
export function applicableAlone({ alone, roots }: Pick<PlanView, 'alone' | 'roots'>): readonly AloneView[] {
  return alone.filter(({ root, units }) => units.some(({ at }) => changeOfUnit(roots, { root, at })?.change.action !== 'cannot'))
}

/** True where it is known what was applied to the store before. */
export function isBaseKnown({ base }: Pick<PlanView, 'base'>): boolean {
  return base !== 'none' && base !== 'unknown' && base !== 'foreign'
}

/** What a guard found, in words. */
export function guardView(result: GuardResult): GuardView {
  return { name: result.guard, sentence: foundText(result), cases: result.cases.map((each) => sanitizeLine(caseText(result, each))) }
}
