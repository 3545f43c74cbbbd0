import { makeProblem } from '../problems/make-problem.ts'
import { spanOf } from './every-record.ts'
import { promotionsOf } from './promotion-dates.ts'
import type { Rule } from './rule.ts'

/** Dates have an effect only with `timed_promotion: true` (platform.md, "Merchandising"). */
export const promotionNotTimed: Rule = {
  id: 'promotion-not-timed',
  topic: 'promotions',
  doc: 'A promotion with dates has `timed_promotion: true`.',
  severity: 'warning',
  why: 'platform.md, "Merchandising": timed_promotion is "whether the promotion applies only to a date range". Without it the dates have no effect and the discount always applies.',
  fix: 'Add `timed_promotion: true`, or remove the dates.',
  ignorable: true,
  eachRecord: true,
  check: (context) =>
    promotionsOf(context)
      .filter(({ timed, start, end }) => !timed && (start !== '' || end !== ''))
      .map(({ sku, record, start }) =>
        makeProblem({
          rule: 'promotion-not-timed',
          severity: 'warning',
          at: spanOf(record, start === '' ? 'end_date' : 'start_date'),
          message: `the dates of the promotion of ${sku} have no effect, because it is not timed`,
          fix: 'Add timed_promotion: true, or remove the dates.',
        }),
      ),
}
