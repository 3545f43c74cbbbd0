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

interface GrowingRange extends PriceRange {
  count: number
  lowest: readonly ProductPrice[]
  highest: readonly ProductPrice[]
}

/** A range that grows. */
interface Growing {
  readonly range: GrowingRange
  /** The second lowest and the second highest price; NaN where there are not two. */
  low: number
  high: number
  /** The number of the last product that was added to a category. The product itself would stay in memory. */
  last?: number
}

/** Starts a collection without products. */
export function gatherPrices(): PriceGathering {
  const all = noPrices()
  const byCategory = new Map<string, PriceRange>()
  const growing = new Map<string, Growing>()
  let products = 0
  const ofCategory = (code: string): Growing => {
    const known = growing.get(code)
    if (known) return known
    const added = noPrices()
    growing.set(code, added)
    byCategory.set(code, added.range)
    return added
  }
  return {
    prices: { all: all.range, byCategory },
    add: (product) => {
      const price = isHidden(product) ? undefined : priceOf(product)
      if (price === undefined) return
      products += 1
      addPrice(all, price)
      for (const { fields } of product.children.ProdCat ?? []) {
        const category = ofCategory(fields['cat_code'] ?? '')
        // A product that names a category again counts once.
        if (category.last !== products) addPrice(category, price)
        category.last = products
      }
    },
  }
}

function noPrices(): Growing {
  return { range: { count: 0, lowest: [], highest: [] }, low: NaN, high: NaN }
}

function priceOf(product: DesiredRecord): ProductPrice | undefined {
  const { Variants: variants = [] } = product.children
  let cheapest: DesiredRecord | undefined
  for (const each of variants.length > 0 ? variants : [product]) {
    if (isAboveZero(each.fields['price'] ?? '') && (!cheapest || isLower(each, cheapest))) cheapest = each
  }
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
function addPrice(growing: Growing, price: ProductPrice): void {
  const { range } = growing
  range.count += 1
  const value = Number(price.price)
  if (value > growing.low && value < growing.high) return
  const { [keptAtEachEnd - 1]: low } = range.lowest
  const { [keptAtEachEnd - 1]: high } = range.highest
  if (low && high && rising(price, low) >= 0 && rising(price, high) <= 0) return
  range.lowest = [...range.lowest, price].toSorted(rising).slice(0, keptAtEachEnd)
  range.highest = [...range.highest, price].toSorted((one, other) => rising(other, one)).slice(0, keptAtEachEnd)
  growing.low = numberOf(range.lowest.at(keptAtEachEnd - 1))
  growing.high = numberOf(range.highest.at(keptAtEachEnd - 1))
}

function numberOf(price: ProductPrice | undefined): number {
  return price === undefined ? NaN : Number(price.price)
}
