import { makeProblem } from '../problems/make-problem.ts'
import { spanOf } from './every-record.ts'
import { promotionsOf } from './promotion-dates.ts'
import type { Rule } from './rule.ts'

/** A timed promotion is not over yet, on the clock of the shop (platform.md, "Merchandising"; semantics.md 8). */
export const promotionOver: Rule = {
  id: 'promotion-over',
  doc: 'A timed promotion is not over yet, by the clock of the shop (`timezone`).',
  severity: 'warning',
  why: 'platform.md, "Merchandising": "end, for a timed promotion". After it the entry does nothing, and nobody sees that from the catalogue.',
  mend: 'Take the promotion out (`merchandising: { discount: "", timed_promotion: false }` empties it), or give it new dates.',
  ignorable: true,
  eachRecord: true,
  check: (context) => {
    const { now } = context
    if (now === undefined) return []
    return promotionsOf(context)
      .filter(({ timed, end }) => timed && end !== '' && end < now)
      .map(({ sku, record }) =>
        makeProblem({
          rule: 'promotion-over',
          severity: 'warning',
          at: spanOf(record, 'end_date'),
          message: `the promotion of ${sku} is over since ${record.fields['end_date']}`,
          fix: 'Take it out, or give it new dates.',
        }),
      )
  },
}
