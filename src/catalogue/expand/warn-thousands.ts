import { shortestDecimal } from '../../resources/scalar.ts'
import { at, type Located, spanOf } from '../../yaml/source-node.ts'
import { type Expansion, report } from './expansion.ts'

/**
 * Warns of a price such as `1.250`, which in many countries means one thousand two hundred and fifty. `located`: the price, or the map that has
 * it under `price`.
 */
export function warnThousands(expansion: Pick<Expansion, 'problems'>, price: string | undefined, located: Located): void {
  // Most prices have two decimals, or none.
  if (price === undefined || price.at(-4) !== '.' || !/^[1-9]\d{0,2}\.\d{3}$/.test(price)) return
  const meant = shortestDecimal(price) ?? price
  const thousands = price.replace('.', '')
  report(expansion, {
    rule: 'price-thousands',
    severity: 'warning',
    at: spanOf(at(located, 'price')),
    message: `the price ${price} ${meant === price ? 'has three decimals' : `means ${meant}`}: the point is not a thousands separator`,
    fix: meant === price ? `Write ${thousands} if thousands are meant.` : `Write ${thousands} or ${meant}.`,
  })
}
