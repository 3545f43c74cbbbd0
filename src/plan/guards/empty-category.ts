import type { RecordChange, RootedChange } from '../../diff/change.ts'
import { addressOf } from '../../records/address.ts'
import type { GuardInput } from './guard-input.ts'
import { type GuardCase, type GuardResult, mostCases } from './guard-result.ts'

/** `empty_category`: categories that stay, and lose their last product, hidden products counted as well; not those that have moved. */
export function emptyCategory({ rooted, limits, facts }: GuardInput): readonly GuardResult[] {
  if (limits.empty_category === 'off') return []
  const places = rooted.filter(isPlace)
  const gone = new Set(
    rooted.filter(({ address, root, action }) => address === root.address && action === 'remove').map(({ address }) => address),
  )
  const cases = [...Map.groupBy(places, ({ key }) => key['cat_code'] ?? '')].flatMap(([code, rows]): GuardCase[] => {
    const removed = rows.filter(({ action }) => action === 'remove')
    const added = rows.filter(({ action }) => action === 'create').length
    const address = addressOf('Cat', { code })
    const isEmptied = removed.length > 0 && (facts.places.get(code) ?? 0) - removed.length + added <= 0
    return isEmptied && !gone.has(address) && facts.moved?.has(address) !== true
      ? [{ address, source: removed[0]?.source ?? null, count: removed.length }]
      : []
  })
  return cases.length === 0
    ? []
    : [{ guard: 'empty_category', limit: limits.empty_category, found: cases.length, cases: cases.slice(0, mostCases) }]
}

function isPlace(change: RootedChange): change is RecordChange {
  return change.kind === 'record' && change.resource === 'ProdCat'
}
