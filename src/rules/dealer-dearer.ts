import type { DesiredRecord } from '../records/desired.ts'
import { amountText } from '../pricing/price-words.ts'
import { countBelow } from '../source/count-below.ts'
import { spanOf } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import { type Column, columnsOf, gridsOf, isDearer } from './grids-of.ts'
import type { Rule, RuleContext } from './rule.ts'

/** No customer group pays more than everybody else (platform.md, "PricingAdvanced"). */
export const dealerDearer: Rule = {
  id: 'dealer-dearer',
  doc: 'No customer group pays more than the default price of the same quantity and currency.',
  severity: 'warning',
  why: 'platform.md, "PricingAdvanced": an empty group means "the default price for all visitors not matching another tier, including anonymous visitors". A dealer who pays more than that buys without signing in.',
  mend: 'Correct the price. Where a group is meant to pay more, write `# planogram-ignore: dealer-dearer` on the line.',
  ignorable: true,
  eachRecord: true,
  check: (context) => foldFindings('dealer-dearer', dearer(context)),
}

function* dearer(context: RuleContext): Generator<Finding> {
  for (const grid of gridsOf(context)) {
    const columns = columnsOf(grid)
    for (const column of columns.filter(({ group }) => group !== '')) {
      const defaults = columns.find(({ group, currency }) => group === '' && currency === column.currency)?.rows ?? []
      const ends = defaults.map(({ fields }) => Number(fields['end']))
      const dearer = column.rows.flatMap((row) => {
        const beaten = met(row, defaults, countBelow(ends, Number(row.fields['start']))).find((other) => isDearer(row, other))
        return beaten ? [{ row, beaten }] : []
      })
      const [first] = dearer
      if (first) yield finding({ sku: grid.sku, column, more: dearer.length - 1 }, first)
    }
  }
}

interface Dearer {
  readonly sku: string
  readonly column: Column
  /** How many other breaks of the group are dearer too. */
  readonly more: number
}

function finding({ sku, column, more }: Dearer, { row, beaten }: Readonly<Record<'row' | 'beaten', DesiredRecord>>): Finding {
  const { group, currency } = column
  const unit = currency === '' ? null : currency
  const [price, usual] = [row, beaten].map(({ fields }) => amountText(fields['price'] ?? '', unit))
  const others = more === 0 ? '' : `, and so at ${more} more ${more === 1 ? 'break' : 'breaks'}`
  return {
    subject: sku,
    body: `costs group ${group} ${price} from quantity ${row.fields['start']}, more than the default price of ${usual}${others}`,
    fix: 'Correct one of the two prices.',
    severity: 'warning',
    at: spanOf(row, 'price'),
    related: { message: 'the default price', at: spanOf(beaten, 'price') },
  }
}

/** The rows, by their start and clear of each other, that hold for a quantity that this row holds for; the first may be one. */
function met(row: DesiredRecord, others: readonly DesiredRecord[], first: number): readonly DesiredRecord[] {
  let end = first
  while (end < others.length && Number(others[end]?.fields['start']) <= Number(row.fields['end'])) end += 1
  return others.slice(first, end)
}
