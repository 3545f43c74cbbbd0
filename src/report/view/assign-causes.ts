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

interface Member {
  readonly unit: Unit
  readonly order: number
  readonly candidates: readonly Candidate[]
  /** Which of its candidates it is tried with. */
  readonly at: number
}

interface OpenGroup {
  readonly cause: Candidate
  readonly members: Member[]
  readonly roots: Set<number>
  isClosed: boolean
}

/** The nearest first, in the order in which groups of one root are given up. */
const kinds: readonly CauseKind[] = ['store', 'overlay', 'price list', 'defaults', 'category', 'group', 'label', 'folder']

/**
 * Gives each unit the nearest of its candidates that reaches at least two roots; what was changed in the store is a group of any size. A unit
 * moves along its candidates once, so that the work follows the number of candidates.
 */
export function assignCauses(units: readonly Unit[], candidatesOf: (unit: Unit) => readonly Candidate[]): Assigned {
  const open = new Map<string, OpenGroup>()
  const queues = new Map<CauseKind, OpenGroup[]>(kinds.map((kind) => [kind, []]))
  const alone: Member[] = []
  const place = (member: Member): void => {
    let { at } = member
    while (open.get(keyOf(member.candidates[at]))?.isClosed === true) at += 1
    const cause = member.candidates[at]
    if (cause === undefined) {
      alone.push(member)
      return
    }
    const key = keyOf(cause)
    const group = open.get(key) ?? { cause, members: [], roots: new Set<number>(), isClosed: false }
    if (!open.has(key)) queues.get(cause.kind)?.push(group)
    open.set(key, group)
    group.members.push(at === member.at ? member : { ...member, at })
    group.roots.add(member.unit.root)
  }
  for (const member of membersOf(units, candidatesOf)) place(member)
  for (const kind of kinds) {
    // Groups that are opened meanwhile, by a second candidate of the same kind, are at the end.
    for (const group of queues.get(kind) ?? []) {
      if (kind === 'store' || group.roots.size > 1) continue
      group.isClosed = true
      for (const member of group.members.splice(0)) place({ ...member, at: member.at + 1 })
    }
  }
  const groups = [...open.values()].filter(({ isClosed }) => !isClosed)
  return {
    groups: groups.map(({ cause, members }) => ({ cause: { kind: cause.kind, ...cause.name() }, units: inOrder(members) })),
    alone: inOrder(alone),
  }
}

function keyOf(candidate: Candidate | undefined): string {
  return candidate === undefined ? '' : `${candidate.kind} ${candidate.id}`
}

/** The units with those of their candidates that another root has too, the nearest first. */
function membersOf(units: readonly Unit[], candidatesOf: (unit: Unit) => readonly Candidate[]): readonly Member[] {
  const onlyRoot = new Map<string, number>()
  const several = -1
  const all = units.map((unit) => {
    const candidates = candidatesOf(unit)
    for (const candidate of candidates) {
      const key = keyOf(candidate)
      const known = onlyRoot.get(key) ?? unit.root
      onlyRoot.set(key, known === unit.root && candidate.kind !== 'store' ? known : several)
    }
    return candidates
  })
  return units.map((unit, order) => {
    const candidates = (all[order] ?? []).filter((candidate) => onlyRoot.get(keyOf(candidate)) === several)
    return { unit, order, at: 0, candidates: candidates.length < 2 ? candidates : candidates.toSorted(byKind) }
  })
}

/** Kinds are given up in their order: a unit never moves back to a kind whose groups are final. */
function byKind(a: Candidate, b: Candidate): number {
  return kinds.indexOf(a.kind) - kinds.indexOf(b.kind)
}

function inOrder(members: readonly Member[]): readonly Unit[] {
  return members.toSorted((a, b) => a.order - b.order).map(({ unit }) => unit)
}
