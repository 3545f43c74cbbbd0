import type { CauseKind } from './cause-view.ts'
import type { Candidate, CauseName } from './candidates.ts'
import type { Unit } from './units.ts'

/** Units with the same cause, in the order of the plan. */
export interface Group {
  readonly cause: CauseName & { readonly kind: CauseKind }
  readonly units: readonly Unit[]
}

/** Every unit, in exactly one of the two. */
export interface Assigned {
  readonly groups: readonly Group[]
  readonly alone: readonly Unit[]
}

/** Units by their index, which is their order. */
interface OpenGroup {
  readonly cause: Candidate
  readonly members: number[]
  readonly root: number
  hasSeveralRoots: boolean
  isClosed: boolean
}

/** The nearest first, in the order in which groups of one root are given up. */
const kinds: readonly CauseKind[] = ['store', 'overlay', 'price list', 'defaults', 'category', 'group', 'label', 'folder']

/**
 * Gives each unit the nearest of its candidates that reaches at least two roots; what was changed in the store is a group of any size. A unit
 * moves along its candidates once, so that the work follows the number of candidates.
 */
export function assignCauses(units: readonly Unit[], candidatesOf: (unit: Unit) => readonly Candidate[]): Assigned {
  const candidates = sharedCandidates(units, candidatesOf)
  /** Which of its candidates each unit is tried with. */
  const tried = new Int32Array(units.length)
  const open = new Map<Candidate, OpenGroup>()
  const queues = new Map<CauseKind, OpenGroup[]>(kinds.map((kind) => [kind, []]))
  const advance = (unit: number): void => {
    tried[unit] = (tried[unit] ?? 0) + 1
  }
  const nextOpen = (unit: number): Candidate | undefined => {
    for (;;) {
      const cause = candidates[unit]?.[tried[unit] ?? 0]
      if (cause === undefined || open.get(cause)?.isClosed !== true) return cause
      advance(unit)
    }
  }
  const place = (unit: number): void => {
    const cause = nextOpen(unit)
    if (cause === undefined) {
      tried[unit] = none
      return
    }
    const root = units[unit]?.root ?? -1
    const group = open.get(cause) ?? { cause, members: [], root, hasSeveralRoots: false, isClosed: false }
    if (group.members.length === 0) {
      queues.get(cause.kind)?.push(group)
      open.set(cause, group)
    }
    group.members.push(unit)
    if (group.root !== root) group.hasSeveralRoots = true
  }
  for (const unit of units.keys()) place(unit)
  for (const kind of kinds) {
    // Groups that are opened meanwhile, by a second candidate of the same kind, are at the end.
    for (const group of queues.get(kind) ?? []) {
      if (kind === 'store' || group.hasSeveralRoots) continue
      group.isClosed = true
      for (const unit of group.members) {
        advance(unit)
        place(unit)
      }
    }
  }
  const groups = [...open.values()].filter(({ isClosed }) => !isClosed)
  return {
    groups: groups.map(({ cause, members }) => ({ cause: { kind: cause.kind, ...cause.name() }, units: inOrder(members, units) })),
    alone: units.filter((_, unit) => tried[unit] === none),
  }
}

/** For a unit that has tried all of its candidates. */
const none = -1

/** Of each unit, those candidates that another root has too, the nearest first. */
function sharedCandidates(units: readonly Unit[], candidatesOf: (unit: Unit) => readonly Candidate[]): readonly (readonly Candidate[])[] {
  const onlyRoot = new Map<Candidate, number>()
  const several = -1
  const all = units.map((unit) => {
    const candidates = candidatesOf(unit)
    for (const candidate of candidates) {
      const known = onlyRoot.get(candidate) ?? unit.root
      onlyRoot.set(candidate, known === unit.root && candidate.kind !== 'store' ? known : several)
    }
    return candidates
  })
  const isShared = (candidate: Candidate): boolean => onlyRoot.get(candidate) === several
  for (const [unit, candidates] of all.entries()) {
    // Most have one at most, which is shared.
    if (candidates.length > 1 || !candidates.every(isShared)) all[unit] = candidates.filter(isShared).toSorted(byKind)
  }
  return all
}

/** Kinds are given up in their order: a unit never moves back to a kind whose groups are final. */
function byKind(a: Candidate, b: Candidate): number {
  return kinds.indexOf(a.kind) - kinds.indexOf(b.kind)
}

function inOrder(members: readonly number[], units: readonly Unit[]): readonly Unit[] {
  const isSorted = members.every((unit, index) => index === 0 || unit > (members[index - 1] ?? unit))
  const found: Unit[] = []
  for (const index of isSorted ? members : members.toSorted((a, b) => a - b)) {
    const unit = units[index]
    if (unit !== undefined) found.push(unit)
  }
  return found
}
