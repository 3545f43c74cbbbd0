import type { CauseKind } from './cause-view.ts'
import type { Candidate } from './candidates.ts'
import type { Unit } from './units.ts'

/** Units with the same cause, in the order of the plan. */
export interface Group {
  readonly cause: Candidate
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
    while (open.get(member.candidates[at]?.key ?? '')?.isClosed === true) at += 1
    const cause = member.candidates[at]
    if (cause === undefined) {
      alone.push(member)
      return
    }
    const group = open.get(cause.key) ?? { cause, members: [], roots: new Set<number>(), isClosed: false }
    if (!open.has(cause.key)) queues.get(cause.kind)?.push(group)
    open.set(cause.key, group)
    group.members.push({ ...member, at })
    group.roots.add(member.unit.root)
  }
  for (const [order, unit] of units.entries()) place({ unit, order, candidates: nearestFirst(candidatesOf(unit)), at: 0 })
  for (const kind of kinds) {
    // Groups that are opened meanwhile, by a second candidate of the same kind, are at the end.
    for (const group of queues.get(kind) ?? []) {
      if (kind === 'store' || group.roots.size > 1) continue
      group.isClosed = true
      for (const member of group.members.splice(0)) place({ ...member, at: member.at + 1 })
    }
  }
  const groups = [...open.values()].filter(({ isClosed }) => !isClosed)
  return { groups: groups.map(({ cause, members }) => ({ cause, units: inOrder(members) })), alone: inOrder(alone) }
}

/** Kinds are given up in their order: a unit never moves back to a kind whose groups are final. */
function nearestFirst(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
}

function inOrder(members: readonly Member[]): readonly Unit[] {
  return members.toSorted((a, b) => a.order - b.order).map(({ unit }) => unit)
}
