import { makeProblem } from '../problems/make-problem.ts'
import { spanOf } from './every-record.ts'
import { promotionsOf } from './promotion-dates.ts'
import type { Rule } from './rule.ts'

/** A timed promotion has a date (platform.md, "Merchandising"). */
export const promotionWithoutDates: Rule = {
  id: 'promotion-without-dates',
  topic: 'promotions',
  doc: 'A timed promotion has a start date or an end date.',
  severity: 'warning',
  why: 'platform.md, "Merchandising": "start, for a timed promotion" and "end, for a timed promotion". What the store does with a timed promotion without either is not shown.',
  fix: 'Add `start_date` and `end_date`, or remove `timed_promotion`.',
  ignorable: true,
  eachRecord: true,
  check: (context) =>
    promotionsOf(context)
      .filter(({ timed, start, end }) => timed && start === '' && end === '')
      .map(({ sku, record }) =>
        makeProblem({
          rule: 'promotion-without-dates',
          severity: 'warning',
          at: spanOf(record, 'timed_promotion'),
          message: `the promotion of ${sku} is timed but has no dates`,
          fix: 'Add start_date and end_date, or remove timed_promotion.',
        }),
      ),
}
