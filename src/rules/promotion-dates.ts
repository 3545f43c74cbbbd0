import { isOn } from '../resources/scalar.ts'
import type { Desired, DesiredRecord } from '../records/desired.ts'
import { merchandising } from '../resources/merchandising.ts'
import { canonicalValue } from '../resources/scalar.ts'
import type { ShopNow } from '../pricing/shop-time.ts'
import { rememberLast } from '../source/remember-last.ts'
import type { RuleContext } from './rule.ts'

/** The promotion of a product; times are `YYYY-MM-DD HH:MM:SS`, empty where none is given (semantics.md 8). */
export interface DatedPromotion {
  readonly sku: string
  readonly product: DesiredRecord
  readonly record: DesiredRecord
  readonly timed: boolean
  readonly start: string
  /** The last second of the promotion. */
  readonly end: string
}

/** The promotions of a catalogue. */
export function promotionsOf({ desired }: RuleContext): readonly DatedPromotion[] {
  return promotionsIn(desired)
}

const promotionsIn = rememberLast((desired: Desired): readonly DatedPromotion[] => {
  const found: DatedPromotion[] = []
  for (const product of desired.roots.Product ?? []) {
    for (const record of product.children.Merchandising ?? []) {
      const { timed_promotion: timed, start_date: start, end_date: end } = record.fields
      found.push({
        sku: product.fields['sku'] ?? '',
        product,
        record,
        timed: isOn(timed),
        start: timeOf(start),
        end: timeOf(end).replace(/ 00:00:00$/, ' 23:59:59'),
      })
    }
  }
  return found
})

/**
 * The last time of the shop up to which the rules about timed promotions report what they report at `now`; `null`: at any later time.
 * `promotion-over` reports an end that is past, and `promotion-length` an end more than a year from now where no start is given.
 */
export function promotionsJudgedUntil(context: RuleContext & { readonly now: ShopNow }): string | null {
  const { now } = context
  const times = promotionsOf(context).flatMap(({ timed, start, end }) => {
    if (!timed || end === '' || now.isPast(end)) return []
    return start === '' && end > yearAfter(now.time()) ? [now.time()] : [end]
  })
  return times.toSorted().at(0) ?? null
}

/** The last second of the same day a year later, of texts `YYYY-MM-DD HH:MM:SS`. */
export function yearAfter(time: string): string {
  return `${String(Number(time.slice(0, 4)) + 1).padStart(4, '0')}${time.slice(4, 10)} 23:59:59`
}

function timeOf(text: string | undefined): string {
  return text === undefined || text === '' ? '' : canonicalValue(merchandising.fields.start_date, text)
}
