import type { DesiredRecord } from '../records/desired.ts'
import { amountText } from '../pricing/price-words.ts'
import { spanOf } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import { allBeside, type Column, defaultsOf, gridsOf, isDearer, withRowsBeside } from './grids-of.ts'
import type { Rule, RuleContext } from './rule.ts'

/** No customer group pays more than everybody else (platform.md, "PricingAdvanced"). */
export const dealerDearer: Rule = {
  id: 'dealer-dearer',
  topic: 'prices',
  doc: 'No customer group pays more than the default price of the same quantity and currency.',
  severity: 'warning',
  why: 'platform.md, "PricingAdvanced": an empty group means "the default price for all visitors not matching another tier, including anonymous visitors". A dealer who pays more than that buys without signing in.',
  fix: 'Correct the price. Where a higher price is intentional, write `# planogram-ignore: dealer-dearer` on the line.',
  ignorable: true,
  eachRecord: true,
  check: (context) => foldFindings('dealer-dearer', dearer(context)),
}

function* dearer(context: RuleContext): Generator<Finding> {
  for (const grid of gridsOf(context)) {
    const { columns } = grid
    for (const column of columns) {
      const defaults = defaultsOf(column, columns)
      // Exact arithmetic is needed only where a price is not lower.
      if (!defaults || allBeside(column, defaults, (price, beside) => price < beside)) continue
      const dearer = withRowsBeside(column.rows, defaults.rows).flatMap(({ row, beside }) => {
        const cheaper = beside.find((other) => isDearer(row, other))
        return cheaper ? [{ row, cheaper }] : []
      })
      const [first] = dearer
      if (first) yield finding({ sku: grid.sku, column, more: dearer.length - 1 }, first)
    }
  }
}

interface Dearer {
  readonly sku: string
  readonly column: Column
  /** The number of other breaks at which the group pays more. */
  readonly more: number
}

function finding({ sku, column, more }: Dearer, { row, cheaper }: Readonly<Record<'row' | 'cheaper', DesiredRecord>>): Finding {
  const { group, currency } = column
  const unit = currency === '' ? null : currency
  const [price, usual] = [row, cheaper].map(({ fields }) => amountText(fields['price'] ?? '', unit))
  const others = more === 0 ? '' : ` (and at ${more} more ${more === 1 ? 'break' : 'breaks'})`
  return {
    subject: sku,
    body: `costs group ${group} ${price} from quantity ${row.fields['start']}, more than the default price of ${usual}${others}`,
    fix: 'Correct one of the two prices.',
    severity: 'warning',
    at: spanOf(row, 'price'),
    related: { message: 'the default price', at: spanOf(cheaper, 'price') },
  }
}
