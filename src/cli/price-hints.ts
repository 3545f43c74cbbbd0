import { nearestWord } from '../problems/nearest-word.ts'
import type { PriceQuery } from '../pricing/price-query.ts'
import type { PricedSku } from '../pricing/priced-sku.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { FoundRoots, PricedSide } from './priced-sides.ts'

/** A query, and the sides that answer it. */
interface Answered {
  readonly query: PriceQuery
  readonly sides: readonly PricedSide[]
  /** True where the prices of all variants are shown. */
  readonly isTable: boolean
  readonly roots: FoundRoots
}

const mostCodes = 3

/** Why a price may not be the intended one, one sentence each: an unknown currency, an option that is not chosen. */
export function priceHints({ query, sides, isTable, roots }: Answered): readonly string[] {
  const root = roots.desired ?? roots.live ?? null
  const skus = sides.flatMap(({ sku }) => sku ?? [])
  return [
    ...currencyHint(query, skus),
    ...(root !== null && !isTable && skus.some(({ hasVariants }) => hasVariants) ? [variantHint(root)] : []),
    ...optionHint(query, skus),
  ]
}

function currencyHint({ currency, currencies }: PriceQuery, skus: readonly PricedSku[]): string[] {
  const forced = skus.flatMap(({ entries }) => (entries ?? []).map((entry) => entry.currency_code))
  const known = [currencies.default ?? '', ...Object.keys(currencies.rates), ...forced].filter((code) => code !== '')
  if (currency === null || known.includes(currency)) return []
  const near = nearestWord(currency, known)
  return [`No price is in the currency "${currency}"${near === undefined ? '.' : `; did you mean "${near}"?`}`]
}

function variantHint({ fields, children }: RecordTree): string {
  const codes = (children.Variants ?? []).map((variant) => variant.fields['code'] ?? '')
  const named = codes.length > mostCodes ? `${codes.slice(0, mostCodes).join(', ')} ...` : codes.join(', ')
  const options = (children.Options ?? []).map(
    ({ fields: option }) => `--option ${option['o_group']}=${valuesOf(option['o_value']).join('|')}`,
  )
  const choose = options.length === 0 ? '' : `, or choose with ${options.join(' ')}`
  return `Customers buy a variant of ${fields['sku'] ?? ''}: name one (${named})${choose}.`
}

function valuesOf(pairs = ''): string[] {
  return pairs.split(',').map((pair) => pair.split('=')[0]?.trim() ?? '')
}

function optionHint({ options }: PriceQuery, skus: readonly PricedSku[]): string[] {
  const open = skus
    .flatMap((sku) => sku.options)
    .filter(({ name, adjust }) => Object.keys(adjust).length > 0 && !Object.hasOwn(options, name))
  const words = new Set(open.map(({ name, values }) => `--option ${name}=${values.join('|')}`))
  return words.size === 0 ? [] : [`An option can change this price: ${[...words].join(' ')}.`]
}
