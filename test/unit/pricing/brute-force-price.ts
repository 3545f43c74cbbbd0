import type { PriceQuery } from '../../../src/pricing/price-query.ts'

export interface AnyEntry {
  readonly group: string
  readonly currency: string
  readonly start: number
  /** How many quantities follow the start. */
  readonly length: number
  readonly price: string
}

/** A product as a generator makes it, before it is turned into records. */
export interface AnyShop {
  readonly price: string | null
  /** `null`: simple pricing. */
  readonly entries: readonly AnyEntry[] | null
  /** What `yes` of the options o0, o1 ... adds. */
  readonly adjust: readonly number[]
  readonly promotion: { readonly discount: string; readonly timed: boolean; readonly start: string; readonly end: string } | null
}

/** A fraction, and nothing of the decimals of src. */
type Fraction = readonly [over: bigint, under: bigint]

function fraction(text: string): Fraction {
  const point = text.indexOf('.')
  return point < 0 ? [BigInt(text), 1n] : [BigInt(text.replace('.', '')), 10n ** BigInt(text.length - point - 1)]
}

function times([a, b]: Fraction, [c, d]: Fraction): Fraction {
  return [a * c, b * d]
}

function plus([a, b]: Fraction, [c, d]: Fraction): Fraction {
  return [a * d + c * b, b * d]
}

/** The end of a step: whole cents, half up, not below 0. */
function settled([over, under]: Fraction): Fraction {
  if (over <= 0n) return [0n, 100n]
  const cents = (over * 100n) / under
  const rest = over * 100n - cents * under
  return [rest * 2n >= under ? cents + 1n : cents, 100n]
}

function least(all: readonly Fraction[]): Fraction | null {
  let best: Fraction | null = null
  for (const each of all) if (best === null || each[0] * best[1] < best[0] * each[1]) best = each
  return best
}

/** Semantics 11, straight down: slow, and written without the code that it checks. */
export function bruteForcePrice(shop: AnyShop, query: PriceQuery): string | null {
  const own = query.currency === null || query.currency === query.currencies.default
  const rate = own ? fraction('1') : foreignRate(query)
  let price = listed(shop, query, { rate, own })
  if (price === null) return null
  const chosen = shop.adjust.filter((amount, index) => amount !== 0 && query.options[`o${index}`] === 'yes')
  if (chosen.length > 0 && rate === null) return null
  for (const amount of chosen) price = settled(plus(price, times([BigInt(amount), 1n], rate ?? [0n, 1n])))
  if (shop.promotion !== null && isRunning(shop.promotion, query.at)) {
    price = discounted(price, shop.promotion.discount, rate)
    if (price === null) return null
  }
  if (query.customerDiscount !== null) price = settled(times(price, [100n - BigInt(query.customerDiscount), 100n]))
  return decimalText(price)
}

function foreignRate({ currency, currencies }: PriceQuery): Fraction | null {
  const given = currency === null ? undefined : currencies.rates[currency]
  return given === undefined ? null : fraction(given)
}

function decimalText(price: Fraction): string {
  const cents = settled(price)[0].toString().padStart(3, '0')
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`.replace(/\.?0+$/, '')
}

function discounted(price: Fraction, discount: string, rate: Fraction | null): Fraction | null {
  if (discount.endsWith('%')) return settled(times(price, [100n - BigInt(discount.slice(0, -1)), 100n]))
  return rate === null ? null : settled(plus(price, times(times(fraction(discount), [-1n, 1n]), rate)))
}

function listed(shop: AnyShop, query: PriceQuery, { rate, own }: { rate: Fraction | null; own: boolean }): Fraction | null {
  const converted = (text: string): Fraction | null => {
    const first = settled(fraction(text))
    return own ? first : rate === null ? null : settled(times(first, rate))
  }
  if (shop.entries === null) return shop.price === null ? null : converted(shop.price)
  const entries = shop.entries
  const withEntries = query.groups.filter((code) => entries.some((each) => each.group === code))
  const prices: Fraction[] = []
  for (const tier of withEntries.length === 0 ? [''] : withEntries) {
    const holding = entries.filter(
      (each) => each.group === tier && query.quantity >= each.start && query.quantity <= each.start + each.length,
    )
    const currency = query.currency ?? query.currencies.default
    const forced = least(
      holding.filter((each) => each.currency !== '' && each.currency === currency).map((each) => settled(fraction(each.price))),
    )
    const plain = holding.filter((each) => each.currency === '').map((each) => converted(each.price))
    const price = forced ?? least(plain.filter((each) => each !== null))
    if (price !== null) prices.push(price)
  }
  return least(prices)
}

function seconds(text: string): number {
  return Date.parse(`${text.length === 10 ? `${text} 00:00:00` : text}Z`)
}

function isRunning({ timed, start, end }: NonNullable<AnyShop['promotion']>, at: string | null): boolean {
  if (!timed) return true
  if (at === null) return false
  const wholeDay = end.length === 10 || end.endsWith('00:00:00') ? 86_399_000 : 0
  return (start === '' || seconds(at) >= seconds(start)) && (end === '' || seconds(at) <= seconds(end) + wholeDay)
}
