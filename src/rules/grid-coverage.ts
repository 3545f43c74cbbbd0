import { groupText, quantityText } from '../pricing/grid-row.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { SourceSpan } from '../source/source.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import { gridsOf, severityOf } from './grids-of.ts'
import type { Rule, RuleContext } from './rule.ts'

/** Every group of a grid has a price for every quantity (platform.md, "PricingAdvanced", rule 2). */
export const gridCoverage: Rule = {
  id: 'grid-coverage',
  topic: 'prices',
  doc: 'Every group of a grid, and always the default group, has a price for every quantity from 1.',
  severity: 'error or warning',
  why: 'platform.md, "PricingAdvanced", rule 2: "Entries must cover every combination of the quantity-break and group dimensions." In raw `entries` it is a warning, so that a store that breaks the rule can be pulled and planned.',
  fix: 'Write one price per break for every group, including `default`.',
  eachRecord: true,
  check: (context) => foldFindings('grid-coverage', gaps(context)),
}

function* gaps(context: RuleContext): Generator<Finding> {
  for (const grid of gridsOf(context)) {
    const { sku, rows, faults } = grid
    for (const fault of faults) {
      if (fault.kind !== 'gap') continue
      yield {
        subject: sku,
        body: `has no price for ${groupText(fault.group)} ${quantityText(fault.from, fault.to)}`,
        fix: 'Give every group one price per break, without a gap between two entries.',
        severity: severityOf(grid, context),
        at: placeOf(rows, fault.row),
      }
    }
  }
}

/** A gap is reported at the row before it, or else at the first row. */
function placeOf(rows: readonly DesiredRecord[], row: number): SourceSpan {
  return (rows[row] ?? rows[0])?.source ?? { file: '', start: 0, end: 0 }
}
