import type { RecordChange, RootedChange } from '../../diff/change.ts'
import { isCreatedHidden, shownFlag } from '../../diff/shown-after.ts'
import { isOn } from '../../resources/scalar.ts'

/** A category in which customers no longer see a product, or see one that they did not see there. */
export interface MovedPlace {
  /** The code of the category. */
  readonly code: string
  readonly isGained: boolean
  readonly change: RootedChange
}

/** The products that an update hides or shows. */
export function turnedProducts(changes: readonly RootedChange[]): readonly RootedChange[] {
  return changes.filter((change) => change.address === change.root.address && change.root.resource === 'Product' && shownFlag(change))
}

/**
 * What changes of the products that customers see in categories. `placesOf`: the categories in the store of the products that are hidden or
 * shown (`turnedProducts`), by sku.
 */
export function movedPlaces(changes: readonly RootedChange[], placesOf: ReadonlyMap<string, readonly string[]>): readonly MovedPlace[] {
  const turned = new Map(turnedProducts(changes).map((change) => [change.root.address, change]))
  const hiddenNew = new Set(changes.filter(isCreatedHidden).map(({ address }) => address))
  const rows = changes.filter(isPlace).flatMap((change): MovedPlace[] => {
    const { root, action } = change
    const turn = turned.get(root.address)
    const [wasShown, isShown] = turn ? shownSides(turn) : [!root.isHidden, !root.isHidden && !hiddenNew.has(root.address)]
    const code = change.key['cat_code'] ?? ''
    // What a product that is hidden or shown has in the store is counted below.
    if (action === 'create') return isShown ? [{ code, isGained: true, change }] : []
    if (action !== 'remove') return []
    if (turn === undefined) return wasShown ? [{ code, isGained: false, change }] : []
    return isShown ? [{ code, isGained: false, change }] : []
  })
  const ofTurned = [...turned.values()].flatMap((change) =>
    (placesOf.get(change.root.key) ?? []).map((code): MovedPlace => ({ code, isGained: shownSides(change)[1], change })),
  )
  return [...rows, ...ofTurned]
}

function shownSides(change: RootedChange): readonly [before: boolean, after: boolean] {
  const flag = shownFlag(change)
  return [!isOn(flag?.before ?? ''), !isOn(flag?.after ?? '')]
}

function isPlace(change: RootedChange): change is RecordChange {
  return change.kind === 'record' && change.resource === 'ProdCat'
}
