import type { FieldChange, RecordChange } from '../diff/change.ts'
import { percentIn } from '../pricing/price-changes.ts'
import { adjustmentsOf } from '../pricing/priced-sku.ts'
import { compareDecimals } from '../records/decimal.ts'
import type { Fields } from '../resources/resource.ts'
import { merchandising } from '../resources/merchandising.ts'
import { canonicalValue, isOn, shortestDecimal } from '../resources/scalar.ts'
import { valuesOf } from './record-of-change.ts'

/** The new values of a record in two requests, each possibly empty: what can only make prices dearer, then what can make them cheaper. */
export interface TwoParts {
  readonly first: Fields
  readonly last: Fields
}

/** The value of a field in each of the two requests; `undefined`: the request does not write it. */
interface FieldParts {
  readonly first?: string
  readonly last?: string
}

function dearer(after: string): FieldParts {
  return { first: after }
}

function cheaper(after: string): FieldParts {
  return { last: after }
}

/** A discount as the store reads it: `null` where it has no effect. */
function discountOf(text: string): { readonly unit: 'percent' | 'amount'; readonly size: string } | null {
  const percent = percentIn(text)
  const amount = percent === null ? shortestDecimal(text.trim()) : undefined
  const size = percent ?? amount ?? '0'
  return (compareDecimals(size, '0') ?? 0) > 0 ? { unit: percent === null ? 'amount' : 'percent', size } : null
}

/** A percentage and an amount compare differently from price to price, so there is no discount between them. */
function discountParts(before: string, after: string): FieldParts {
  const [old, next] = [discountOf(before), discountOf(after)]
  if (old === null) return cheaper(after)
  if (next === null) return dearer(after)
  if (old.unit !== next.unit) return { first: '', last: after }
  return (compareDecimals(next.size, old.size) ?? 0) > 0 ? cheaper(after) : dearer(after)
}

function timeOf(text: string): string {
  return canonicalValue(merchandising.fields.start_date, text)
}

/** A date without a time ends with its last second. */
function endOf(text: string): string {
  return timeOf(text).replace(/ 00:00:00$/, ' 23:59:59')
}

/** A shorter time of promotion is dearer; an empty date is no limit. */
function promotionFieldParts(field: string, before: string, after: string): FieldParts | undefined {
  switch (field) {
    case 'discount':
      return discountParts(before, after)
    case 'timed_promotion':
      return isOn(after) ? dearer(after) : cheaper(after)
    case 'start_date':
      return timeOf(after) > timeOf(before) ? dearer(after) : cheaper(after)
    case 'end_date':
      return after === '' || (before !== '' && endOf(after) > endOf(before)) ? cheaper(after) : dearer(after)
    default:
      return undefined
  }
}

/** Adds the values that do not concern prices to a request that is needed anyway, the last one if there are two. */
function withOthers(parts: readonly (readonly [field: string, parts: FieldParts])[], others: Fields): TwoParts | undefined {
  if (parts.length === 0) return undefined
  const part = (name: keyof FieldParts): Fields =>
    Object.fromEntries(parts.flatMap(([field, values]) => (values[name] === undefined ? [] : [[field, values[name]]])))
  const [first, last] = [part('first'), part('last')]
  return Object.keys(last).length > 0 ? { first, last: { ...others, ...last } } : { first: { ...others, ...first }, last }
}

/** The change of a promotion in two requests; `undefined` where it does not concern prices. */
export function promotionParts({ fields }: Pick<RecordChange, 'fields'>): TwoParts | undefined {
  const known = fields.map(
    ({ field, before, after }) => [field, after ?? '', promotionFieldParts(field, before ?? '', after ?? '')] as const,
  )
  const others = known.flatMap(([field, after, parts]) => (parts ? [] : [[field, after] as const]))
  return withOthers(
    known.flatMap(([field, , parts]) => (parts ? [[field, parts] as const] : [])),
    Object.fromEntries(others),
  )
}

/** The change of a simple option in two requests, by the amounts that its values add; `undefined` where it does not concern prices. */
export function adjustmentParts(change: RecordChange): TwoParts | undefined {
  const price = change.fields.find(({ field }) => field === 'price')
  if (!price) return undefined
  const { price: _price, ...others } = valuesOf(change)
  return withOthers([['price', amountParts(price)]], others)
}

function amount(adjustments: Readonly<Record<string, string>>, value: string): string {
  return adjustments[value] ?? '0'
}

function amountParts({ before, after }: FieldChange): FieldParts {
  const old = adjustmentsOf(before ?? '')
  const next = adjustmentsOf(after ?? '')
  const values = [...new Set([...Object.keys(old), ...Object.keys(next)])]
  const rises = (value: string): boolean => (compareDecimals(amount(next, value), amount(old, value)) ?? 0) > 0
  if (values.every((value) => !rises(value))) return cheaper(after ?? '')
  const highest = values.map((value) => [value, amount(rises(value) ? next : old, value)] as const)
  if (highest.every(([value, most]) => most === amount(next, value))) return dearer(after ?? '')
  return { first: highest.flatMap(([value, most]) => (most === '0' ? [] : [`${value}=${most}`])).join(','), last: after ?? '' }
}
