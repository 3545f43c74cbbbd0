import type { RecordChange } from './change.ts'
import type { RootPlace } from './diff-context.ts'
import { ownChange } from './own-changes.ts'
import type { PreparedCollection, PreparedPair } from './prepare-pair.ts'
import { refused, removeRefusal } from './refusals.ts'

/**
 * A row that the store has more than once, as one change: all of them are deleted, then it is inserted. `undefined` for any other
 * row. It cannot be made where the store has no such delete, and where everybody could see a product of a few groups meanwhile.
 */
export function doubledRowChange(pair: PreparedPair, { resource, rows }: PreparedCollection, place: RootPlace): RecordChange | undefined {
  const { again, differences, key } = pair
  if (!again) return undefined
  const change = { ...ownChange(pair, differences, place), again }
  const opens = resource === 'ProdAccessGroup' && place.shown && rows.every((row) => row.state === 'new' || row.again !== null)
  const reason = removeRefusal(resource, key, place.context.capabilities) ?? (opens ? opensRefusal : undefined)
  return reason === undefined ? change : refused(change, `The store has this row ${String(again.copies.length)} times. ${reason}`)
}

const opensRefusal =
  'Equal rows can only be deleted together, and without any access row everybody can see the product. Remove one in the admin tool.'
