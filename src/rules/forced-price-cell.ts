import { groupText, quantityText } from '../pricing/grid-row.ts'
import { spanOf } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import { gridsOf, severityOf } from './grids-of.ts'
import type { Rule, RuleContext } from './rule.ts'

/** A price is forced in a currency only for a cell that has a price without one (platform.md, "PricingAdvanced", rule 3). */
export const forcedPriceCell: Rule = {
  id: 'forced-price-cell',
  topic: 'prices',
  doc: 'A price forced in one currency has the group, start and end of an entry of the grid.',
  severity: 'error or warning',
  why: 'platform.md, "PricingAdvanced", rule 3: "One extra entry overrides a single situation": that situation must exist. In raw `entries` it is a warning.',
  fix: 'Use the start of one of the breaks and a group that the grid has prices for.',
  eachRecord: true,
  check: (context) => foldFindings('forced-price-cell', stray(context)),
}

function* stray(context: RuleContext): Generator<Finding> {
  for (const grid of gridsOf(context)) {
    const { sku, rows, faults } = grid
    for (const fault of faults) {
      const row = fault.kind === 'forced-without-cell' ? rows[fault.row] : undefined
      if (!row) continue
      const { group_code: group = '', currency_code: currency, start, end } = row.fields
      yield {
        subject: sku,
        body: `forces a price in ${currency} for ${groupText(group)} ${quantityText(Number(start), Number(end))}, but its grid has no such entry`,
        fix: 'Use the start of one of the breaks, and a group that the grid has prices for.',
        severity: severityOf(grid, context),
        at: spanOf(row, 'start'),
      }
    }
  }
}
