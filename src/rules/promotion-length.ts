import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { spanOf } from './every-record.ts'
import { type DatedPromotion, promotionsOf, yearAfter } from './promotion-dates.ts'
import type { Rule, RuleContext } from './rule.ts'

/** A timed promotion ends within a year (platform.md, "Merchandising"). */
export const promotionLength: Rule = {
  id: 'promotion-length',
  topic: 'promotions',
  doc: 'A timed promotion lasts at most a year.',
  severity: 'warning',
  why: 'platform.md, "Merchandising": "end, for a timed promotion". A wrong digit in the year (2062 for 2026) is a discount for decades.',
  fix: 'Correct the year. For a permanent discount, remove the dates and `timed_promotion`.',
  ignorable: true,
  eachRecord: true,
  check: (context) =>
    promotionsOf(context)
      .filter(({ timed }) => timed)
      .flatMap((promotion) => problemsOf(promotion, context)),
}

function problemsOf({ sku, record, start, end }: DatedPromotion, { now }: RuleContext): Problem[] {
  const from = start === '' ? now?.time() : start
  if (from === undefined || end === '' || end <= yearAfter(from)) return []
  const message = `the promotion of ${sku} lasts until ${record.fields['end_date']}, more than a year`
  return [makeProblem({ rule: 'promotion-length', severity: 'warning', at: spanOf(record, 'end_date'), message, fix: 'Check the year.' })]
}
