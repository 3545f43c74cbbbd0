import { addressOfRoot, type Change } from '../diff/change.ts'
import { type Decider, openDecider } from '../plan/decisions.ts'
import { countOf } from '../source/counts.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import type { PlanView } from '../report/view/plan-view.ts'
import type { RootView } from '../report/view/root-view.ts'
import type { ReviewRow } from './row-list.ts'

/** The decisions after a key, and what it did in one line. */
export interface ReviewMove {
  /** Indexes in `PlanView.roots`. */
  readonly skipped: ReadonlySet<number>
  readonly notice: string
}

/** Decides about the records of a plan; whatever needs a skipped record is skipped, and whatever an approved one needs is approved. */
export interface ReviewDecisions {
  /** Skips the records of these rows; where all of them are skipped, approves them. */
  readonly decide: (rows: readonly ReviewRow[], skipped: ReadonlySet<number>) => ReviewMove
  /** The indexes of the records with these addresses. */
  readonly indexesOf: (addresses: Iterable<string>) => ReadonlySet<number>
  readonly addressesOf: (indexes: Iterable<number>) => readonly string[]
}

const mostNamed = 3

interface Known {
  readonly decider: Decider
  /** By index of the root. */
  readonly addresses: readonly string[]
  readonly indexes: ReadonlyMap<string, number>
}

/** The decisions about the plan of a view. What its records need of each other is found when the first is decided about. */
export function openDecisions({ roots }: Pick<PlanView, 'roots'>): ReviewDecisions {
  let found: Known | undefined
  const known = (): Known => (found ??= knownOf(roots))
  const indexesOf = (some: Iterable<string>): ReadonlySet<number> =>
    new Set([...some].flatMap((address) => known().indexes.get(address) ?? []))
  const addressesOf = (some: Iterable<number>): readonly string[] => [...some].flatMap((index) => known().addresses[index] ?? [])
  return {
    indexesOf,
    addressesOf,
    decide(rows, skipped) {
      const { decider } = known()
      const given = new Set(rows.flatMap(({ root }) => (root < 0 ? [] : [root])))
      const isApproval = [...given].every((root) => skipped.has(root))
      const closed = indexesOf((isApproval ? decider.approve : decider.skip)(addressesOf(given)))
      const next = isApproval ? new Set([...skipped].filter((root) => !closed.has(root))) : new Set([...skipped, ...closed])
      const also = [...closed].filter((root) => !given.has(root) && skipped.has(root) === isApproval)
      return { skipped: next, notice: noticeOf({ given, also, isApproval }) }
    },
  }

  function noticeOf({ given, also, isApproval }: { given: ReadonlySet<number>; also: readonly number[]; isApproval: boolean }): string {
    const names = addressesOf(also).slice(0, mostNamed).join(', ')
    const more = also.length > mostNamed ? ` and ${also.length - mostNamed} more` : ''
    const [only] = addressesOf(given)
    const what = given.size === 1 && only !== undefined ? only : countOf(given.size, 'record')
    const why = isApproval ? 'which it needs' : 'which need it'
    return sanitizeLine(`${isApproval ? 'Approved' : 'Skipped'} ${what}${also.length === 0 ? '' : `, with ${names}${more}, ${why}`}`)
  }
}

function knownOf(roots: readonly RootView[]): Known {
  const addresses = roots.map((root) => {
    const [first] = changesOf(root)
    return first === undefined ? '' : addressOfRoot(first)
  })
  return {
    decider: openDecider(roots.flatMap(changesOf)),
    addresses,
    indexes: new Map(addresses.map((address, index) => [address, index])),
  }
}

function changesOf({ own, below }: RootView): readonly Change[] {
  return [...(own === null ? [] : [own.change]), ...below.map(({ change }) => change)]
}
