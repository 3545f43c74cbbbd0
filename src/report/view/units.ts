import { derivedList } from '../../source/derived-list.ts'
import { originOfField } from '../../diff/compare-fields.ts'
import type { Origin } from '../../diff/change.ts'
import type { AloneView, UnitRef } from './cause-view.ts'
import { type Move, pricedField, rawMovesOf } from './moves-of.ts'
import type { ChangeView, RootView } from './root-view.ts'

/** A unit of a review with the change that it is of. */
export interface Unit extends UnitRef {
  readonly view: ChangeView
  readonly origin: Origin
  /** True for the unit of a packed root: it stands for those of all its changes, which have the same cause. */
  readonly isWhole?: true
  /** The whole unit that it is a part of; absent: none. */
  readonly whole?: Unit
}

const none: readonly Move[] = []

/** The prices that a unit moves, made at each call: those of all units of a large plan would take as much memory as its view. */
export function movesOfUnit({ view, field }: Unit): readonly Move[] {
  return field === pricedField(view) ? rawMovesOf(view) : none
}

/** The units of a plan, in its order: every field of an updated record, and every other change as a whole. */
export function unitsOf(roots: readonly RootView[]): readonly Unit[] {
  const units: Unit[] = []
  for (const [root, each] of roots.entries()) {
    const { own, packed } = each
    if (packed && own !== null) {
      units.push({ root, at: -1, field: null, view: own, origin: 'git', isWhole: true })
      continue
    }
    if (own !== null) addUnits(units, own, { root, at: -1 })
    for (const [at, view] of each.below.entries()) addUnits(units, view, { root, at })
  }
  return units
}

/** The units with those of all its changes in place of a whole one. */
export function partsOfUnits(units: readonly Unit[], roots: readonly RootView[]): readonly Unit[] {
  if (!units.some(({ isWhole }) => isWhole)) return units
  return units.flatMap((unit) => {
    if (!unit.isWhole) return [unit]
    const { isWhole: _, ...own } = unit
    const below = roots[unit.root]?.below ?? []
    return [{ ...own, whole: unit }, ...below.map((view, at) => ({ ...own, at, view, whole: unit }))]
  })
}

/** What units are of, with all changes of a whole one. */
export function refsOfUnits(units: readonly Unit[], roots: readonly RootView[]): readonly UnitRef[] {
  if (!units.some(({ isWhole }) => isWhole)) return units.map(refOf)
  const countOf = ({ root }: Unit): number => roots[root]?.packed?.count ?? 1
  return derivedList({
    all: units,
    count: (unit) => (unit.isWhole ? countOf(unit) : 1),
    elements: (unit) =>
      unit.isWhole ? Array.from({ length: countOf(unit) }, (_, index) => ({ ...refOf(unit), at: index - 1 })) : [refOf(unit)],
  })
}

/** The change that a unit is of; `undefined` for a root of which only records below it change. */
export function changeOfUnit(roots: readonly RootView[], { root, at }: Pick<UnitRef, 'root' | 'at'>): ChangeView | undefined {
  const found = roots[root]
  return (at === -1 ? found?.own : found?.below[at]) ?? undefined
}

/** The units of a root without a shared cause. */
export function unitsOfAlone({ root, units }: Pick<AloneView, 'root' | 'units'>): readonly UnitRef[] {
  return units.map(({ at, field }) => ({ root, at, field }))
}

/** The unit without what belongs to it. */
export function refOf({ root, at, field }: UnitRef): UnitRef {
  return { root, at, field }
}

function addUnits(units: Unit[], view: ChangeView, { root, at }: Omit<UnitRef, 'field'>): void {
  const { change } = view
  if (change.kind !== 'record' || change.action !== 'update' || change.fields.length === 0) {
    units.push({ root, at, field: null, view, origin: change.origin })
    return
  }
  for (const edit of change.fields) {
    units.push({ root, at, field: edit.field, view, origin: originOfField(edit) })
  }
}

/** What these units are of: each root with the fields and changes that are among them, in the order of the plan. */
export function rootsOfUnits(roots: readonly RootView[], units: readonly UnitRef[]): readonly RootView[] {
  const byRoot = Map.groupBy(units, ({ root }) => root)
  return [...byRoot]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([index, members]) => {
      const root = roots[index]
      return root === undefined ? [] : [partOf(root, members)]
    })
}

function partOf(root: RootView, units: readonly UnitRef[]): RootView {
  const byChange = Map.groupBy(units, ({ at }) => at)
  const part = (view: ChangeView, at: number): readonly ChangeView[] => {
    const members = byChange.get(at)
    return members === undefined ? [] : [withFields(view, members)]
  }
  const [own = null] = root.own === null ? [] : part(root.own, -1)
  const below = root.below.flatMap(part)
  const { packed: _, ...frame } = root
  return { ...frame, action: own?.change.action ?? 'update', place: (own ?? below[0])?.place ?? root.place, own, below }
}

function withFields(view: ChangeView, units: readonly UnitRef[]): ChangeView {
  const { change } = view
  if (change.kind !== 'record' || units.some(({ field }) => field === null) || units.length === change.fields.length) return view
  const names = new Set(units.map(({ field }) => field))
  return { ...view, change: { ...change, fields: change.fields.filter(({ field }) => names.has(field)) } }
}
