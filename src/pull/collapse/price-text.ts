import { shortestDecimal } from '../../resources/scalar.ts'

/** Returns a function that formats prices of one grid: with at least two decimals where one of them has decimals, else as whole numbers. */
export function priceText(prices: readonly string[]): (price: string) => string {
  const places = prices.some((price) => shortestDecimal(price)?.includes('.')) ? 2 : 0
  return (price) => {
    const plain = shortestDecimal(price)
    if (plain === undefined || places === 0) return plain ?? price
    const [whole = '0', decimals = ''] = plain.split('.')
    return `${whole}.${decimals.padEnd(places, '0')}`
  }
}
