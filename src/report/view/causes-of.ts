import type { Plan } from '../../plan/plan.ts'
import { assignCauses } from './assign-causes.ts'
import { candidatesOf } from './candidates.ts'
import { causeSummary } from './cause-summary.ts'
import type { AloneView, CauseView, UnitRef, UnitWithin } from './cause-view.ts'
import { findingsOf } from './findings-of.ts'
import type { Found } from './finding-item.ts'
import type { FindingView } from './finding-view.ts'
import { measure, type Measured } from './measured-cause.ts'
import { causePrices } from './price-moves.ts'
import { type Counted, countedOf, countsOfChanges, type RootView } from './root-view.ts'
import { refOf, refsOfUnits, type Unit, unitsOf } from './units.ts'

/** The causes of a plan, the records without a shared cause, and the findings; `onCauses` is told the number of causes before those. */
export function causesOf(
  plan: Pick<Plan, 'guards' | 'hazards'>,
  roots: readonly RootView[],
  onCauses?: (causes: number) => void,
): { readonly causes: readonly CauseView[]; readonly alone: readonly AloneView[]; readonly findings: readonly FindingView[] } {
  const units = unitsOf(roots)
  const { groups, alone } = assignCauses(units, candidatesOf(roots))
  const measured = groups.map(measure)
  onCauses?.(measured.length)
  const found = findingsOf({ plan, roots, units, causes: measured })
  const findings = found.map(({ kind, stops, sentence, place, units: about }) => ({
    kind,
    stops,
    sentence,
    place,
    units: about.map(refOf),
  }))
  const findingsAt = indexFindings(found)
  const order = (a: Ordered, b: Ordered): number => rankOf(a, findings) - rankOf(b, findings) || b.roots - a.roots
  return {
    causes: measured.map((cause) => causeView(cause, roots, findingsAt)).toSorted(order),
    alone: worstFirst(aloneViews(alone, roots, findingsAt)),
    findings,
  }
}

/** Those with findings are few, and come before the others. */
function worstFirst(views: readonly AloneView[]): readonly AloneView[] {
  const found = views.filter(({ findings }) => findings.length > 0)
  if (found.length === 0) return views
  const sorted = found.toSorted(({ findings: [a = 0] }, { findings: [b = 0] }) => a - b)
  for (const view of views) if (view.findings.length === 0) sorted.push(view)
  return sorted
}

/** The units of one root follow each other. Most are a field of its own record: lists of one unit that are equal are one list. */
function aloneViews(units: readonly Unit[], roots: readonly RootView[], findingsAt: FindingsAt): readonly AloneView[] {
  const views: AloneView[] = []
  const known = new Map<string | null, readonly UnitWithin[]>()
  for (let from = 0, end = 0; from < units.length; from = end) {
    const root = units[from]?.root ?? 0
    while (units[end]?.root === root) end += 1
    const members = units.slice(from, end)
    const [first] = members
    const isOwn = members.length === 1 && first?.at === -1 && !first.isWhole
    const within = (isOwn && known.get(first.field)) || refsOfUnits(members, roots).map(({ at, field }) => ({ at, field }))
    if (isOwn) known.set(first.field, within)
    views.push({ root, units: within, findings: findingsAt(members) })
  }
  return views
}

function causeView({ cause, units, figures, outliers }: Measured, roots: readonly RootView[], findingsAt: FindingsAt): CauseView {
  const isOut = new Set(outliers)
  const groups = new Set(figures?.moves.map(({ price }) => price.row?.group_code ?? ''))
  const kinds = countsOfChanges(countedOfUnits(units, roots))
  const counts = { roots: rootsAmong(units, roots), units, figures, outliers }
  return {
    ...cause,
    summary: causeSummary(counts),
    units: refsOfUnits(outliers.length === 0 ? units : [...outliers, ...units.filter((unit) => !isOut.has(unit))], roots),
    outliers: outliers.length,
    roots: counts.roots.length,
    kinds,
    groups: [...groups].toSorted(),
    prices: causePrices(figures),
    findings: findingsAt(units),
  }
}

/** The roots of units in the order of the plan, in which those of one root follow each other. */
function rootsAmong(units: readonly Unit[], roots: readonly RootView[]): readonly RootView[] {
  const among: RootView[] = []
  let last = -1
  for (const { root } of units) {
    const found = roots[root]
    if (root !== last && found !== undefined) among.push(found)
    last = root
  }
  return among
}

/** The changes of some units, in which those of one change follow each other. */
function* countedOfUnits(units: readonly Unit[], roots: readonly RootView[]): Generator<Counted, void> {
  let last: Counted | undefined
  for (const { view, root, isWhole } of units) {
    const whole = isWhole ? roots[root] : undefined
    if (whole) yield* countedOf(whole)
    else if (view !== last) yield view
    last = view
  }
}

/** The indexes of the findings that are about some of these units, in order. */
type FindingsAt = (units: readonly UnitRef[]) => readonly number[]

function indexFindings(found: readonly Found[]): FindingsAt {
  const byUnit = new Map<UnitRef, number[]>()
  for (const [index, { units }] of found.entries()) {
    // Parts of a whole unit are in no cause.
    for (const unit of new Set(units.map((each) => each.whole ?? each))) {
      const known = byUnit.get(unit)
      if (known === undefined) byUnit.set(unit, [index])
      else known.push(index)
    }
  }
  const none: readonly number[] = []
  return (units) => {
    if (byUnit.size === 0) return none
    let all: Set<number> | undefined
    for (const unit of units) {
      const own = byUnit.get(unit)
      if (own === undefined) continue
      all ??= new Set()
      for (const index of own) all.add(index)
    }
    return all === undefined ? none : [...all].toSorted((a, b) => a - b)
  }
}

interface Ordered {
  readonly findings: readonly number[]
  readonly roots: number
}

/** What stops first, then the kind of the most serious finding; findings are in that order. */
function rankOf({ findings: [worst] }: Pick<Ordered, 'findings'>, findings: readonly FindingView[]): number {
  return worst === undefined ? findings.length : worst
}
