import { nearestWord } from '../problems/nearest-word.ts'
import type { PriceQuery } from '../pricing/price-query.ts'
import type { PricedSku } from '../pricing/priced-sku.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { PricedSide } from './priced-sides.ts'

/** What was asked, and what it was answered from. */
interface Answered {
  readonly query: PriceQuery
  readonly sides: readonly PricedSide[]
  /** True where the prices of all variants are shown. */
  readonly isTable: boolean
  /** The product that the sku is of, in the catalogue or else in the store. */
  readonly root: RecordTree | null
  /** `undefined`: the catalogue does not say which groups there are. */
  readonly groups: readonly string[] | undefined
}

const mostCodes = 3

/** What may make a price another one than was meant, one sentence each: a strange group or currency, a choice that is still open. */
export function priceHints({ query, sides, isTable, root, groups }: Answered): readonly string[] {
  const skus = sides.flatMap(({ sku }) => sku ?? [])
  const strange = groups === undefined ? undefined : query.groups.find((group) => !groups.includes(group))
  return [
    ...(strange === undefined ? [] : [`The catalogue has no group "${strange}"${meant(strange, groups ?? [])}`]),
    ...currencyHint(query, skus),
    ...(root !== null && !isTable && skus.some(({ hasVariants }) => hasVariants) ? [variantHint(root)] : []),
    ...optionHint(query, skus),
  ]
}

function meant(word: string, known: readonly string[]): string {
  const near = nearestWord(word, known)
  return near === undefined ? '.' : `; did you mean "${near}"?`
}

function currencyHint({ currency, currencies }: PriceQuery, skus: readonly PricedSku[]): string[] {
  const forced = skus.flatMap(({ entries }) => (entries ?? []).map((entry) => entry.currency))
  const known = [currencies.default ?? '', ...Object.keys(currencies.rates), ...forced].filter((code) => code !== '')
  if (currency === null || known.includes(currency)) return []
  return [`Nothing is priced in the currency "${currency}" here${meant(currency, known)}`]
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
  return words.size === 0 ? [] : [`The choice can change this price: ${[...words].join(' ')}.`]
}
