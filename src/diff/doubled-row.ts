import type { ResourceName } from '../resources/registry.ts'
import type { RecordChange } from './change.ts'
import type { RootPlace } from './diff-context.ts'
import { ownChange } from './own-changes.ts'
import type { PreparedPair } from './prepare-pair.ts'
import { refused, removeRefusal } from './refusals.ts'

/**
 * A row that the store has more than once, as one change: all of them are deleted, then it is inserted. `undefined` for any other
 * row. It cannot be made where the store has no such delete, and where it would change for a moment who sees a product.
 */
export function doubledRowChange(pair: PreparedPair, resource: ResourceName, place: RootPlace): RecordChange | undefined {
  const { again, differences, key } = pair
  if (!again) return undefined
  const change = { ...ownChange(pair, differences, place), again }
  const isSeen = resource === 'ProdAccessGroup' && place.shown
  const reason = removeRefusal(resource, key, place.context.capabilities) ?? (isSeen ? accessRefusal : undefined)
  return reason === undefined ? change : refused(change, `The store has this row ${String(again.copies.length)} times. ${reason}`)
}

const accessRefusal =
  'Equal rows can only be deleted together, and meanwhile other customers would see the product. Remove one in the admin tool.'
