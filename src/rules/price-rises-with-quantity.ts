import { groupText } from '../pricing/grid-row.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { amountText } from '../pricing/price-words.ts'
import { spanOf } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import { type Column, gridsOf, isDearer, stepsOf } from './grids-of.ts'
import type { Rule, RuleContext } from './rule.ts'

/** A larger quantity does not cost more apiece (platform.md, "PricingAdvanced"). */
export const priceRisesWithQuantity: Rule = {
  id: 'price-rises-with-quantity',
  topic: 'prices',
  doc: 'A price does not rise from one quantity break to the next.',
  severity: 'warning',
  why: 'platform.md, "PricingAdvanced": "Defines a grid over quantity breaks, customer groups (tiers) and currencies." A break with a higher price is nearly always a typing error.',
  fix: 'Correct the price. Where a higher price is intentional, write `# planogram-ignore: price-rises-with-quantity` on its line.',
  ignorable: true,
  eachRecord: true,
  check: (context) => foldFindings('price-rises-with-quantity', rises(context)),
}

function* rises(context: RuleContext): Generator<Finding> {
  for (const grid of gridsOf(context)) {
    for (const column of grid.columns) {
      // Exact arithmetic is needed only where a price is not lower.
      const suspect = stepsOf(column, (price, last) => !(price < last))
      for (const [before, row] of suspect.filter((step) => isDearer(step[1], step[0])))
        yield finding({ sku: grid.sku, column }, row, before)
    }
  }
}

function finding({ sku, column }: { sku: string; column: Column }, row: DesiredRecord, before: DesiredRecord): Finding {
  const { group, currency } = column
  const whose = `${groupText(group)}${currency === '' ? '' : ` in ${currency}`}`
  return {
    subject: sku,
    body: `costs ${whose} ${amountText(row.fields['price'] ?? '', null)} from quantity ${row.fields['start']}, more than the ${amountText(before.fields['price'] ?? '', null)} of the break before`,
    fix: 'Correct one of the two prices.',
    severity: 'warning',
    at: spanOf(row, 'price'),
    related: { message: 'the break before', at: spanOf(before, 'price') },
  }
}
