import { isOn } from '../resources/scalar.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { merchandising } from '../resources/merchandising.ts'
import { canonicalValue } from '../resources/scalar.ts'
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
  return (desired.roots.Product ?? []).flatMap((product) =>
    (product.children.Merchandising ?? []).map((record) => ({
      sku: product.fields['sku'] ?? '',
      product,
      record,
      timed: isOn(record.fields['timed_promotion']),
      start: timeOf(record.fields['start_date']),
      end: timeOf(record.fields['end_date']).replace(/ 00:00:00$/, ' 23:59:59'),
    })),
  )
}

function timeOf(text: string | undefined): string {
  return text === undefined || text === '' ? '' : canonicalValue(merchandising.fields.start_date, text)
}
