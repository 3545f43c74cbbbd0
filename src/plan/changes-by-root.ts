import type { Change } from '../diff/change.ts'

/** The changes of one root record that can be carried out. */
export interface RootChanges {
  readonly address: string
  /** The change of the root record itself, if it has one. */
  readonly own: Change | undefined
  /** Those of what hangs on it, in the order of the differ. */
  readonly rows: readonly Change[]
}

/** True for what a plan carries out; `cannot` is only listed. */
export function isDoable({ action }: Change): boolean {
  return action !== 'cannot'
}

/** Doable changes of records by the root that they belong to, in the order in which the roots first come. */
export function changesByRoot(changes: readonly Change[]): readonly RootChanges[] {
  const groups = Map.groupBy(
    changes.filter((change) => isDoable(change) && change.root !== null),
    (change) => change.root ?? '',
  )
  return [...groups].map(([address, all]) => ({
    address,
    own: all.find((change) => change.address === address),
    rows: all.filter((change) => change.address !== address),
  }))
}

/** True where the plan makes the root record, so that all its rows go along in one body. */
export function isNewRoot({ own }: RootChanges): boolean {
  return own?.action === 'create'
}
