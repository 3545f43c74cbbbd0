import type { ResourceName } from '../resources/registry.ts'
import { identityFields } from '../records/row-identity.ts'
import type { InsertedAgain, RecordChange } from './change.ts'
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
  const { capabilities } = place.context
  const reason =
    removeRefusal(resource, key, capabilities) ??
    spellingRefusal(again, identityFields(resource, capabilities)) ??
    (isSeen ? accessRefusal : undefined)
  return reason === undefined ? change : refused(change, `The store has this row ${String(again.copies.length)} times. ${reason}`)
}

/** A delete names one spelling, and would leave the others: the row would be inserted beside them. */
function spellingRefusal({ copies }: InsertedAgain, names: readonly string[]): string | undefined {
  const [first, ...others] = copies
  const other = others.find((copy) => names.some((name) => copy[name] !== first?.[name]))
  if (!first || !other) return undefined
  const name = names.find((each) => other[each] !== first[each]) ?? ''
  return `Their ${name} differs only in blanks: ${JSON.stringify(first[name] ?? '')} and ${JSON.stringify(other[name] ?? '')}. Remove one in the admin tool.`
}

const accessRefusal =
  'Equal rows can only be deleted together, and meanwhile other customers would see the product. Remove one in the admin tool.'
