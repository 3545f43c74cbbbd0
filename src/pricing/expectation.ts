import type { RecordTree } from '../resources/record-tree.ts'
import { compareDecimals } from '../records/decimal.ts'
import type { SourceSpan } from '../source/source.ts'
import { chosenSku } from './chosen-sku.ts'
import { effectivePrice, type PriceAnswer } from './effective-price.ts'
import { pricedSku } from './priced-sku.ts'
import type { Currencies, PriceQuery } from './price-query.ts'
import { amountText, queryText, reasonText } from './price-words.ts'

/** One price test of a catalogue: what a customer should pay for one piece. */
export interface Expectation {
  readonly sku: string
  readonly query: Omit<PriceQuery, 'currencies'>
  /** Decimal text. */
  readonly price: string
  readonly source: SourceSpan
}

/** A price test that does not hold. */
export interface FailedExpectation {
  readonly kind: 'fails'
  /** What was expected and what comes out, one sentence without its full stop. */
  readonly message: string
  /** How the price comes about, or what there is instead; empty where there is nothing to say. */
  readonly reason: string
  /** The sku whose price was looked at, and its price; `null` where the sku or an option is not there. */
  readonly priced: { readonly sku: string; readonly answer: PriceAnswer } | null
  /** The word that is not there, and those that are; `null` where every word is known. */
  readonly unknown: { readonly word: string; readonly known: readonly string[] } | null
}

/** What became of a price test. */
export type Outcome = { readonly kind: 'holds' } | FailedExpectation

/** Checks a price test against the product that holds its sku, desired or live; `null`: there is none. */
export function checkExpectation({ sku, query, price }: Expectation, root: RecordTree | null, currencies: Currencies): Outcome {
  if (root === null) return notThere(`there is no product or variant ${sku} to test the price of`, { word: sku, known: [] })
  const choice = chosenSku(root, sku, query.options)
  if (choice.kind === 'wrong') return notThere(`price test of ${sku}: ${choice.message}`, choice)
  const bought = pricedSku(root, choice.sku)
  if (bought === null) return notThere(`there is no variant ${choice.sku} to test the price of`, { word: choice.sku, known: [] })
  const full: PriceQuery = { ...query, options: choice.options, currencies }
  const answer = effectivePrice(bought, full)
  if (answer.price !== null && compareDecimals(answer.price, price) === 0) return { kind: 'holds' }
  const got = answer.price === null ? 'there is no price' : `it comes out as ${amountText(answer.price, answer.currency)}`
  return {
    kind: 'fails',
    message: `${sku} should cost ${amountText(price, answer.currency)} (${queryText({ ...full, options: query.options })}), but ${got}`,
    reason: `It comes about so: ${reasonText(answer)}.`,
    priced: { sku: choice.sku, answer },
    unknown: null,
  }
}

function notThere(message: string, { word, known }: { word: string; known: readonly string[] }): FailedExpectation {
  const reason = known.length === 0 ? '' : `There are ${known.join(', ')}.`
  return { kind: 'fails', message, reason, priced: null, unknown: { word, known } }
}
