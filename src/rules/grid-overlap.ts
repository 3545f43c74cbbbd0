import { groupText, quantityText } from '../pricing/grid-row.ts'
import type { GridFault } from '../pricing/grid-faults.ts'
import { spanOf } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import { type Grid, gridsOf, severityOf } from './grids-of.ts'
import type { Rule, RuleContext } from './rule.ts'

/** No two entries of a grid apply to the same quantity of one group and currency (platform.md, "PricingAdvanced", rule 1). */
export const gridOverlap: Rule = {
  id: 'grid-overlap',
  topic: 'prices',
  doc: 'No two entries of a grid apply to the same group, currency and quantity, and none ends before it starts.',
  severity: 'error or warning',
  why: 'platform.md, "PricingAdvanced", rule 1: "start must never overlap the end of another entry with the same group_code and currency_code." In raw `entries` it is a warning.',
  fix: 'End each entry before the next one starts. In the short form, write the breaks in ascending order.',
  eachRecord: true,
  check: (context) => foldFindings('grid-overlap', overlaps(context)),
}

function* overlaps(context: RuleContext): Generator<Finding> {
  for (const grid of gridsOf(context)) {
    for (const fault of grid.faults) {
      const finding = findingOf(grid, fault, severityOf(grid, context))
      if (finding) yield finding
    }
  }
}

function findingOf({ sku, rows }: Grid, fault: GridFault, severity: Finding['severity']): Finding | undefined {
  if (fault.kind !== 'overlap' && fault.kind !== 'reversed') return undefined
  const row = rows[fault.row]
  if (!row) return undefined
  const group = groupText(row.fields['group_code'] ?? '')
  const at = spanOf(row, 'start')
  if (fault.kind === 'reversed') {
    return {
      subject: sku,
      body: `has a break that starts at ${row.fields['start']} and ends at ${row.fields['end']}`,
      fix: 'Write the breaks in ascending order.',
      severity,
      at,
    }
  }
  const other = rows[fault.other]
  const currency = row.fields['currency_code'] ?? ''
  return {
    subject: sku,
    body: `has two prices for ${group}${currency === '' ? '' : ` in ${currency}`} ${quantityText(fault.from, fault.to)}`,
    fix: 'End one entry before the other starts.',
    severity,
    at,
    ...(other && { related: { message: 'the other price', at: spanOf(other, 'start') } }),
  }
}
