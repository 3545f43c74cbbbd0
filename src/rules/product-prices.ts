import { compareDecimals } from '../records/decimal.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { isHidden, skuOf } from '../records/named-fields.ts'
import type { SourceSpan } from '../source/source.ts'
import { spanOf } from './every-record.ts'

/** The price of a product: of its cheapest variant, where it has variants. */
export interface ProductPrice {
  readonly sku: string
  readonly price: string
  readonly at: SourceSpan
}

/** The prices of the products of a category, or of all, that are shown: only the ends are kept. */
export interface PriceRange {
  readonly count: number
  /** The two lowest, the lowest first. */
  readonly lowest: readonly ProductPrice[]
  /** The two highest, the highest first. */
  readonly highest: readonly ProductPrice[]
}

/** The prices of products of a catalogue. */
export interface ProductPrices {
  readonly all: PriceRange
  readonly byCategory: ReadonlyMap<string, PriceRange>
}

/** Collects the prices of products. */
interface PriceGathering {
  readonly prices: ProductPrices
  add(product: DesiredRecord): void
}

const keptAtEachEnd = 2
const noPrices: PriceRange = { count: 0, lowest: [], highest: [] }

/** Starts a collection without products. */
export function gatherPrices(): PriceGathering {
  const byCategory = new Map<string, PriceRange>()
  const prices = { all: noPrices, byCategory }
  return {
    prices,
    add: (product) => {
      const price = isHidden(product) ? undefined : priceOf(product)
      if (price === undefined) return
      const codes = new Set((product.children.ProdCat ?? []).map(({ fields }) => fields['cat_code'] ?? ''))
      prices.all = withPrice(prices.all, price)
      for (const code of codes) byCategory.set(code, withPrice(byCategory.get(code) ?? noPrices, price))
    },
  }
}

function priceOf(product: DesiredRecord): ProductPrice | undefined {
  const { Variants: variants = [] } = product.children
  const priced = (variants.length > 0 ? variants : [product]).filter(({ fields }) => isAboveZero(fields['price'] ?? ''))
  const cheapest = priced.reduce<DesiredRecord | undefined>((least, each) => (least && !isLower(each, least) ? least : each), undefined)
  return cheapest && { sku: skuOf(product), price: cheapest.fields['price'] ?? '', at: spanOf(cheapest, 'price') }
}

function isAboveZero(price: string): boolean {
  return Number(price) > 0
}

function isLower(one: DesiredRecord, other: DesiredRecord): boolean {
  return (compareDecimals(one.fields['price'] ?? '', other.fields['price'] ?? '') ?? 0) < 0
}

function rising(one: ProductPrice, other: ProductPrice): number {
  return compareDecimals(one.price, other.price) ?? 0
}

/** As numbers, decimals have the same order or are equal: then they are compared exactly. */
function isBetween(price: ProductPrice, low: ProductPrice, high: ProductPrice): boolean {
  const value = Number(price.price)
  if (value > Number(low.price) && value < Number(high.price)) return true
  return rising(price, low) >= 0 && rising(price, high) <= 0
}

function withPrice({ count, lowest, highest }: PriceRange, price: ProductPrice): PriceRange {
  const [, low] = lowest
  const [, high] = highest
  if (low && high && isBetween(price, low, high)) return { count: count + 1, lowest, highest }
  return {
    count: count + 1,
    lowest: [...lowest, price].toSorted(rising).slice(0, keptAtEachEnd),
    highest: [...highest, price].toSorted((one, other) => rising(other, one)).slice(0, keptAtEachEnd),
  }
}
