import type { RecordTree } from '../resources/record-tree.ts'
import { compareDecimals } from '../records/decimal.ts'
import type { SourceSpan } from '../source/source.ts'
import { chosenSku } from './chosen-sku.ts'
import { effectivePrice, type PriceAnswer } from './effective-price.ts'
import { pricedSku } from './priced-sku.ts'
import type { Currencies, PriceQuery } from './price-query.ts'
import { amountText, queryText, reasonText } from './price-words.ts'

/** A price test of a catalogue: the expected price of one piece. */
export interface Expectation {
  readonly sku: string
  readonly query: Omit<PriceQuery, 'currencies'>
  /** Decimal text. */
  readonly price: string
  readonly source: SourceSpan
}

/** A price test that failed. */
export interface FailedExpectation {
  readonly kind: 'fails'
  /** The expected and the actual price, one sentence without its full stop. */
  readonly message: string
  /** How the price is calculated, or the known words; can be empty. */
  readonly reason: string
  /** The sku whose price was calculated, and its price; `null` where the sku or an option does not exist. */
  readonly priced: { readonly sku: string; readonly answer: PriceAnswer } | null
  /** The unknown sku or option value, and the known ones; `null` where all exist. */
  readonly unknown: { readonly word: string; readonly known: readonly string[] } | null
}

/** The result of a price test. */
export type Outcome = { readonly kind: 'holds' } | FailedExpectation

/** Checks a price test against the product of its sku, desired or live; `null`: no product has that sku. */
export function checkExpectation({ sku, query, price }: Expectation, root: RecordTree | null, currencies: Currencies): Outcome {
  if (root === null) return missing(`price test of ${sku}: there is no such product or variant`, { word: sku, known: [] })
  const choice = chosenSku(root, sku, query.options)
  if (choice.kind === 'wrong') return missing(`price test of ${sku}: ${choice.message}`, choice)
  const bought = pricedSku(root, choice.sku)
  if (bought === null) return missing(`price test of ${sku}: there is no variant ${choice.sku}`, { word: choice.sku, known: [] })
  const full: PriceQuery = { ...query, options: choice.options, currencies }
  const answer = effectivePrice(bought, full)
  if (answer.price !== null && compareDecimals(answer.price, price) === 0) return { kind: 'holds' }
  const actual = answer.price === null ? 'has no price' : `costs ${amountText(answer.price, answer.currency)}`
  return {
    kind: 'fails',
    message: `${sku} should cost ${amountText(price, answer.currency)} (${queryText({ ...full, options: query.options })}), but ${actual}`,
    reason: `How it is calculated: ${reasonText(answer)}.`,
    priced: { sku: choice.sku, answer },
    unknown: null,
  }
}

function missing(message: string, { word, known }: { word: string; known: readonly string[] }): FailedExpectation {
  const reason = known.length === 0 ? '' : `Available: ${known.join(', ')}.`
  return { kind: 'fails', message, reason, priced: null, unknown: { word, known } }
}
