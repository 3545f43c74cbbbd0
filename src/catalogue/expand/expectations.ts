import { expectDocument } from '../../documents/catalogue-document.ts'
import { checkShape } from '../../documents/check-shape.ts'
import type { Expectation } from '../../pricing/expectation.ts'
import { percentIn } from '../../pricing/price-changes.ts'
import { type Located, spanOf } from '../../yaml/source-node.ts'

/** The price tests of `expect:` that are correct; the others are problems already, and a part of one would test something else. */
export function expectationsOf(items: readonly Located[]): Expectation[] {
  return items.flatMap((located): Expectation[] => {
    const { value, problems } = checkShape(expectDocument, located)
    if (value === undefined || problems.length > 0) return []
    const { sku, group = '', quantity = '1', currency = null, at, options = {}, customer_discount: discount, price } = value
    return [
      {
        sku,
        query: {
          groups: group === '' || group === 'default' ? [] : [group],
          quantity: Number(quantity),
          currency,
          at: at === undefined ? null : at.length === 10 ? `${at} 00:00:00` : at,
          options,
          customerDiscount: discount === undefined ? null : percentIn(discount),
        },
        price,
        source: spanOf(located),
      },
    ]
  })
}
