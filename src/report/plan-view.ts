import type { Change, ChangeAction } from '../diff/change.ts'
import type { GuardResult } from '../plan/guards/guard-result.ts'
import { caseText, foundText } from '../plan/guards/guard-sentence.ts'
import type { Plan } from '../plan/plan.ts'
import type { Selection } from '../plan/selection.ts'
import type { Untouched } from '../plan/untouched.ts'
import { resourceOf } from '../resources/registry.ts'
import { countCells, gridSheets, type GridSheet } from '../pricing/grid-sheets.ts'
import { hazardText, hazardTexts } from './hazard-text.ts'
import { kindInTotals, kindOf, kindOrder, kindRank, type Subject, subjectOf } from './kinds.ts'
import { sanitizeLine } from './sanitize.ts'

/** The number of changes by action. */
type ActionCounts = Readonly<Record<ChangeAction, number>>

/** One row of the summary: a kind of record, and its changes by action. */
export interface KindCounts extends ActionCounts {
  readonly name: string
}

/** One change with its words. The texts are sanitized; `change` is that of the plan. */
export interface ChangeView {
  readonly change: Change
  /** `variant`, `place`, `price grid` ... */
  readonly kind: string
  /** Its code or label below its root; empty where the root has only one such record. */
  readonly name: string
  /** `products/tees.yaml:61`, or empty. */
  readonly place: string
  /** Why it cannot be applied; empty where it can. */
  readonly reason: string
  /** Its hazards as sentences. */
  readonly risks: readonly string[]
  /** The cells of a grid; empty for anything else. */
  readonly sheets: readonly GridSheet[]
}

/** One root record with its changes and those of the records below it, or one file. */
export interface RootView {
  readonly address: string
  /** The action on the root itself; `update` where only records below it change. */
  readonly action: ChangeAction
  readonly kind: string
  readonly key: string
  readonly title: string
  readonly place: string
  readonly isFile: boolean
  /** The change of the root itself, if any. */
  readonly own: ChangeView | null
  /** Changes below it, in the order of the plan. */
  readonly below: readonly ChangeView[]
}

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
  /** The first characters of the plan hash. */
  readonly shortHash: string
  readonly roots: readonly RootView[]
  readonly kinds: readonly KindCounts[]
  readonly totals: ActionCounts
  /** The hazards as sentences; those that differ only in the record are one sentence that names all records. */
  readonly risks: readonly string[]
  readonly riskCount: number
  /** The guards that stop an apply, with what they found. */
  readonly guards: readonly GuardView[]
  readonly notices: readonly string[]
  /** What the history of the store says against the plan. */
  readonly warnings: readonly string[]
  readonly untouched: Untouched
  readonly base: string
  /** What the plan is limited to; `null`: it is about the whole catalogue. */
  readonly selection: Selection | null
  /** Root records of the catalogue that were not read. */
  readonly unread: number
  readonly estimate: Plan['estimate']
  /** True where there is nothing to apply; changes that cannot be applied may still be listed. */
  readonly isEmpty: boolean
  /** The run that the plan undoes; `null`: it makes the store match a catalogue. */
  readonly undoes: string | null
  /** True for a plan that shows nothing before everything is checked. */
  readonly hasBarriers: boolean
}

/** The view of a plan. */
export function planView(plan: Plan): PlanView {
  const { store } = plan.madeFrom
  const roots = rootsOf(plan)
  return {
    store: {
      name: sanitizeLine(store.name),
      baseUrl: sanitizeLine(store.baseUrl),
      filesUrl: store.filesUrl === null ? null : sanitizeLine(store.filesUrl),
    },
    shortHash: sanitizeLine(plan.planHash.slice(0, 8)),
    roots,
    kinds: kindCounts(roots),
    totals: countActions(plan.changes),
    risks: hazardTexts(plan.hazards),
    riskCount: plan.hazards.length,
    guards: plan.guards.map(guardView),
    notices: plan.notices.map(sanitizeLine),
    warnings: plan.warnings.map(sanitizeLine),
    untouched: plan.untouched,
    base: sanitizeLine(plan.base),
    selection: plan.selection ?? null,
    unread: plan.madeFrom.certificate.reduce((sum, { unread = 0 }) => sum + unread, 0),
    estimate: plan.estimate,
    isEmpty: plan.steps.length === 0,
    undoes: plan.madeFrom.undoes === undefined ? null : sanitizeLine(plan.madeFrom.undoes),
    hasBarriers: plan.steps.some(({ kind }) => kind === 'barrier'),
  }
}

function guardView(result: GuardResult): GuardView {
  return { name: result.guard, sentence: foundText(result), cases: result.cases.map((each) => sanitizeLine(caseText(result, each))) }
}

/** Changes by root record, groups first, with their words. */
export function rootsOf({ changes, hazards }: Pick<Plan, 'changes' | 'hazards'>): readonly RootView[] {
  const hazardsAt = Map.groupBy(hazards, ({ address }) => address)
  const viewOf = (change: Change, rootKey: string): ChangeView => ({
    change,
    kind: kindOf(subjectOf(change)).one,
    name: nameBelow(change, rootKey),
    place: placeOf(change),
    reason: change.action === 'cannot' ? sanitizeLine(change.reason) : '',
    risks: (hazardsAt.get(change.address) ?? []).map(hazardText),
    sheets: change.kind === 'grid' ? gridSheets(change.grid) : [],
  })
  const byRoot = Map.groupBy(changes, (change) => (change.kind === 'file' ? change.address : change.root.address))
  const roots = [...byRoot.values()].flatMap(([first, ...more]) => (first ? [rootView([first, ...more], viewOf)] : []))
  return roots.toSorted((a, b) => a.order - b.order).map(({ root }) => root)
}

/** The root of a change; a file is its own root. */
function rootOf(change: Change): Pick<RootView, 'address' | 'key' | 'title'> & { readonly subject: Subject } {
  if (change.kind === 'file') return { address: change.address, subject: 'File', key: change.file.path, title: change.file.path }
  const { address, resource, key, title } = change.root
  return { address, subject: resource, key, title }
}

function rootView(
  members: readonly [Change, ...Change[]],
  viewOf: (change: Change, rootKey: string) => ChangeView,
): { order: number; root: RootView } {
  const { address, subject, key, title } = rootOf(members[0])
  const own = members.find((change) => change.address === address)
  return {
    order: kindRank(subject),
    root: {
      address: sanitizeLine(address),
      action: own?.action ?? 'update',
      kind: kindOf(subject).one,
      key: sanitizeLine(key),
      title: sanitizeLine(title),
      place: placeOf(own ?? members[0]),
      isFile: subject === 'File',
      own: own === undefined ? null : viewOf(own, key),
      below: members.filter((change) => change !== own).map((change) => viewOf(change, key)),
    },
  }
}

/** The natural key of a change without the key of its root; for a change of the root itself, the names of the fields. */
function nameBelow(change: Change, rootKey: string): string {
  if (change.kind === 'file') return ''
  if (change.kind === 'grid') return change.sku === rootKey ? '' : sanitizeLine(change.sku)
  const { resource, key, root, fields } = change
  if (resource === root.resource) return sanitizeLine(fields.map(({ field }) => field).join(', '))
  const codes = resourceOf(resource).natural.map((field) => key[field] ?? '')
  return sanitizeLine(codes.filter((code) => code !== '' && code !== rootKey).join(' '))
}

function placeOf({ source }: Change): string {
  return source === null ? '' : sanitizeLine(`${source.file}:${source.line}`)
}

function countActions(changes: readonly Change[]): ActionCounts {
  const counts = { create: 0, update: 0, remove: 0, cannot: 0 }
  for (const { action } of changes) counts[action] += 1
  return counts
}

/** The changes of some roots by kind of record. */
export function kindCounts(roots: readonly RootView[]): readonly KindCounts[] {
  const views = roots.flatMap(({ own, below }) => (own === null ? below : [own, ...below]))
  const bySubject = Map.groupBy(views, ({ change }) => subjectOf(change))
  const order = [...new Set([...kindOrder, ...bySubject.keys()])]
  return order.flatMap((subject) => {
    const members = bySubject.get(subject)
    if (members === undefined) return []
    const counts = { name: kindInTotals(subject).many, ...countActions(members.map(({ change }) => change)) }
    return subject === 'PricingAdvanced' ? [counts, cellCounts(members)] : [counts]
  })
}

function cellCounts(grids: readonly ChangeView[]): KindCounts {
  const sums = { create: 0, update: 0, remove: 0, cannot: 0 }
  for (const { change, sheets } of grids) {
    const { created, updated, removed } = countCells(sheets)
    if (change.action === 'cannot') sums.cannot += created + updated + removed
    else {
      sums.create += created
      sums.update += updated
      sums.remove += removed
    }
  }
  return { name: '  price cells', ...sums }
}
