import { shortestDecimal } from '../../resources/scalar.ts'
import { type Located, spanOf } from '../../yaml/source-node.ts'
import { type Expansion, report } from './expansion.ts'

/** A price such as `1.250`, which half of Europe reads as one thousand two hundred and fifty. */
export function warnThousands(expansion: Pick<Expansion, 'problems'>, price: string | undefined, located: Located): void {
  if (price === undefined || !/^[1-9]\d{0,2}\.\d{3}$/.test(price)) return
  const meant = shortestDecimal(price) ?? price
  const thousands = price.replace('.', '')
  report(expansion, {
    rule: 'price-thousands',
    severity: 'warning',
    at: spanOf(located),
    message: `the price ${price} ${meant === price ? 'has three decimals' : `means ${meant}`}: a point never stands between thousands`,
    fix: meant === price ? `Write ${thousands} if thousands are meant.` : `Write ${thousands} or ${meant}.`,
  })
}
