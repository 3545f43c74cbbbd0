import type { Change, RootedChange } from '../../diff/change.ts'
import { unpackedChanges } from '../../diff/packed-changes.ts'
import { effectivePrice } from '../../pricing/effective-price.ts'
import { plainQuery } from '../../pricing/price-query.ts'
import { amountText } from '../../pricing/price-words.ts'
import { shopTime } from '../../pricing/shop-time.ts'
import { compareDecimals } from '../../records/decimal.ts'
import { keyOf } from '../../records/named-fields.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import {
  lowestBetween,
  lowestOf,
  type PriceAt,
  type PriceChanges,
  priceChanges,
  skuState,
  type SkuState,
  stateBeside,
} from './past-price.ts'

/** What a run changed. */
export interface PastRun {
  /** ISO 8601. */
  readonly at: string
  readonly changes: readonly RootedChange[]
}

/** The runs of a store, from which its earlier prices are calculated. */
export interface PriceHistory {
  /** Those of the last 30 days, the newest first. */
  readonly runs: readonly PastRun[]
  /** When the first run in the state started, ISO 8601; `null`: it has none. */
  readonly since: string | null
  /** Runs of the last 30 days whose plan cannot be read. */
  readonly unread: number
}

/** Promotions, and what is known about earlier prices. */
export interface PromotionInput {
  readonly changes: readonly Change[]
  /** The promoted products as the store has them, with everything that decides their prices. */
  readonly live: readonly RecordTree[]
  readonly history: PriceHistory
  readonly now: Date
  readonly timezone: string
}

const days = 30
const mostNamed = 5

/** The start of the last 30 days. */
export function historyStart(now: Date): Date {
  return new Date(now.getTime() - days * 86_400_000)
}

/** The skus of the products of which a plan changes the promotion; a new product has no earlier prices. */
export function promotedProducts(all: readonly Change[]): readonly string[] {
  const changes = unpackedChanges(all)
  const created = new Set(changes.filter(isNewProduct).map(({ address }) => address))
  const promoted = changes.flatMap((change) => (isPromotion(change) && !created.has(change.root.address) ? [change.root.key] : []))
  return [...new Set(promoted)]
}

function isNewProduct(change: Change): boolean {
  return change.kind === 'record' && change.resource === 'Product' && change.action === 'create'
}

function isPromotion(change: Change): change is RootedChange {
  return change.kind === 'record' && change.resource === 'Merchandising' && (change.action === 'create' || change.action === 'update')
}

/**
 * `price_30d`: one sentence for each product that gets a dated discount from a price above the lowest one of the last 30 days, and one on the prices
 * that are not known. Nothing without such a discount.
 */
export function price30d(input: PromotionInput): readonly string[] {
  const changesOf = priceChanges(
    unpackedChanges(input.changes)
      .filter((change) => change.kind !== 'file')
      .filter(({ action }) => action !== 'cannot'),
  )
  const promoted = input.live.flatMap((root) => skusOf(root).flatMap((sku) => promotedSku(root, sku, changesOf)))
  if (promoted.length === 0) return []
  const runs = input.history.runs.map(({ at, changes }) => ({ at, changesOf: priceChanges(changes) }))
  const raised = Map.groupBy(
    promoted.flatMap((each) => raisedPrice(each, runs, input)),
    ({ product }) => product,
  )
  const sentences = [...raised.values()].flatMap(([first]) => (first ? [raisedText(first)] : []))
  const more = sentences.length - mostNamed
  return [
    ...sentences.slice(0, mostNamed),
    ...(more > 0 ? [`The same holds for the discounts of ${String(more)} more products.`] : []),
    knownText(input),
  ]
}

/** The skus that customers buy. */
function skusOf(root: RecordTree): readonly string[] {
  const variants = (root.children.Variants ?? []).map(keyOf)
  return variants.length > 0 ? variants : [keyOf(root)]
}

interface PromotedSku {
  readonly before: SkuState
  /** The price that the discount is taken from. */
  readonly reference: string
}

function promotedSku(root: RecordTree, sku: string, changesOf: PriceChanges): readonly PromotedSku[] {
  const before = skuState(root, sku)
  const after = before && stateBeside(before, changesOf, 'after')
  if (!before || !after?.priced.promotion?.timed) return []
  const { price } = effectivePrice({ ...after.priced, promotion: null }, plainQuery)
  return price === null ? [] : [{ before, reference: price }]
}

/** A run of the last 30 days, its changes by sku. */
interface IndexedRun extends Pick<PastRun, 'at'> {
  readonly changesOf: PriceChanges
}

interface RaisedPrice {
  readonly product: string
  readonly sku: string
  readonly reference: string
  readonly lowest: PriceAt
}

function raisedPrice({ before, reference }: PromotedSku, runs: readonly IndexedRun[], input: PromotionInput): readonly RaisedPrice[] {
  const lowest = lowestKnown(before, runs, input)
  if (!lowest || (compareDecimals(lowest.price, reference) ?? 0) >= 0) return []
  return [{ product: before.priced.product, sku: before.priced.sku, reference, lowest }]
}

/** The lowest price that the sku is known to have had: now, between the runs, and before the first of them. */
function lowestKnown(now: SkuState, runs: readonly IndexedRun[], { history, now: clock, timezone }: PromotionInput): PriceAt | null {
  const timeOf = (at: Date): string => shopTime(at, timezone)
  const start = timeOf(historyStart(clock))
  const prices: (PriceAt | null)[] = []
  let [state, end] = [now, timeOf(clock)]
  for (const { at, changesOf } of runs) {
    const from = timeOf(new Date(at))
    prices.push(lowestBetween(state, from < start ? start : from, end))
    const before = stateBeside(state, changesOf, 'before')
    if (!before) return lowestOf(prices.flatMap((price) => price ?? []))
    ;[state, end] = [before, from]
  }
  const isKnownWhole = history.since !== null && timeOf(new Date(history.since)) <= start
  prices.push(lowestBetween(state, isKnownWhole ? start : end, end))
  return lowestOf(prices.flatMap((price) => price ?? []))
}

function raisedText({ sku, reference, lowest }: RaisedPrice): string {
  const [from, least] = [reference, lowest.price].map((price) => amountText(price, null))
  return `The discount of ${sku} is taken from ${from}, and its lowest price of the last 30 days was ${least} (${lowest.at.slice(0, 10)}).`
}

function knownText({ history: { since, unread }, now, timezone }: PromotionInput): string {
  const others = 'Prices that others changed in the store are not known.'
  if (since === null) return `Prices of the last 30 days are not known: the state has no run of this store. ${others}`
  const start = shopTime(historyStart(now), timezone)
  const first = shopTime(new Date(since), timezone)
  const missing = unread === 0 ? '' : ` ${String(unread)} of these runs cannot be read.`
  if (first <= start) return `Prices of the last 30 days are those of the runs in the state.${missing} ${others}`
  return `Prices before ${first.slice(0, 10)} are not known: the first run in the state is of that day.${missing} ${others}`
}
