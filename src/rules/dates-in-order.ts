import { makeProblem } from '../problems/make-problem.ts'
import { spanOf } from './every-record.ts'
import { promotionsOf } from './promotion-dates.ts'
import type { Rule } from './rule.ts'

/** A promotion starts before it ends (platform.md, "Merchandising"; semantics.md 8). */
export const datesInOrder: Rule = {
  id: 'dates-in-order',
  topic: 'promotions',
  doc: 'A promotion starts before it ends; an end date includes the whole day.',
  severity: 'error',
  why: 'platform.md, "Merchandising": "whether the promotion applies only to a date range". A range that ends before it starts is empty: the promotion would never apply.',
  fix: 'Swap the two dates, or correct the year.',
  eachRecord: true,
  check: (context) =>
    promotionsOf(context)
      .filter(({ start, end }) => start !== '' && end !== '' && end < start)
      .map(({ sku, record }) =>
        makeProblem({
          rule: 'dates-in-order',
          at: spanOf(record, 'end_date'),
          message: `the promotion of ${sku} ends on ${record.fields['end_date']}, before it starts on ${record.fields['start_date']}`,
          fix: 'Swap the two dates, or correct the year.',
          related: { message: 'the promotion starts here', at: spanOf(record, 'start_date') },
        }),
      ),
}
