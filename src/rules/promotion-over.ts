import { makeProblem } from '../problems/make-problem.ts'
import { spanOf } from './every-record.ts'
import { promotionsOf } from './promotion-dates.ts'
import type { Rule } from './rule.ts'

/** A timed promotion has not ended, in the time zone of the shop (platform.md, "Merchandising"; semantics.md 8). */
export const promotionOver: Rule = {
  id: 'promotion-over',
  topic: 'promotions',
  doc: 'A timed promotion has not ended, in the time zone of the shop (`timezone`).',
  severity: 'warning',
  why: 'platform.md, "Merchandising": "end, for a timed promotion". After its end the entry has no effect, and nothing in the catalogue shows that.',
  fix: 'Remove the promotion (`merchandising: { discount: "", timed_promotion: false }` clears it), or set new dates.',
  ignorable: true,
  eachRecord: true,
  check: (context) => {
    const { now } = context
    if (now === undefined) return []
    return promotionsOf(context)
      .filter(({ timed, end }) => timed && end !== '' && now.isPast(end))
      .map(({ sku, record }) =>
        makeProblem({
          rule: 'promotion-over',
          severity: 'warning',
          at: spanOf(record, 'end_date'),
          message: `the promotion of ${sku} ended on ${record.fields['end_date']}`,
          fix: 'Remove it, or set new dates.',
        }),
      )
  },
}
