import { decimalSlip } from '../pricing/decimal-slip.ts'
import { groupText } from '../pricing/grid-row.ts'
import type { Hazard, PriceSlip } from '../plan/hazard.ts'
import { resourceOf } from '../resources/registry.ts'
import { formatPrice } from './amounts.ts'
import { countOf } from '../source/counts.ts'

/** A hazard of the prices of one sku. */
type PriceHazard = Extract<Hazard, { readonly sku: string }>

/** A hazard of prices as a sentence that follows the sku. */
export function priceHazardSentence(hazard: PriceHazard): string {
  switch (hazard.kind) {
    case 'hides-grid': {
      const price = hazard.price === null ? 'the simple price' : formatPrice(hazard.price)
      const time = countOf(hazard.seconds, 'second')
      return `for about ${time} all customers pay ${price} instead of the price of their group and quantity.`
    }
    case 'bridge-price-low':
      return `while the grid is off, ${formatPrice(hazard.price)} at the exchange rate applies instead of ${forcedWords(hazard.highest)}.`
    case 'duplicates-in-store':
      return 'the store has duplicate price entries; which price applies now is not known.'
    case 'removes-grid': {
      const { one, many } = resourceOf('PricingAdvanced').noun
      return `its grid of ${countOf(hazard.rows, one, many)} is removed; the simple price applies.`
    }
    case 'price-without-effect':
      return `customers do not pay the price of ${formatPrice(hazard.price)}: the store has price entries, which take precedence. Add \`pricing: {}\` to remove them.`
    case 'price-slip':
      return slipSentence(hazard)
    default:
      return hazard satisfies never
  }
}

function forcedWords({ group_code, currency_code, start, price }: Extract<Hazard, { kind: 'bridge-price-low' }>['highest']): string {
  const whose = group_code === '' ? '' : ` for group ${group_code}`
  return `the ${formatPrice(price)} ${currency_code} that is forced${whose} from quantity ${start}`
}

/** A price that moves as if its decimal point were misplaced. */
function slipSentence({ before, after, of, others }: Extract<PriceHazard, { readonly kind: 'price-slip' }>): string {
  const slip = decimalSlip(before, after)
  const about = slip?.isExact === false ? 'about ' : ''
  const times = slip === null ? '' : slip.isHigher ? `, ${about}${slip.factor} times as much` : `, ${about}1/${slip.factor} of it`
  const more = others === 0 ? '' : `; ${countOf(others, 'other price')} of it ${others === 1 ? 'does' : 'do'} so too`
  return `${slipSubject(of)} moves from ${formatPrice(before)} to ${formatPrice(after)}${times}${more}. Check the decimal point.`
}

function slipSubject(of: PriceSlip['of']): string {
  switch (of.kind) {
    case 'simple':
      return 'the price'
    case 'grid':
      return `the price of ${groupText(of.group_code)} from quantity ${of.start}${of.currency_code === '' ? '' : ` in ${of.currency_code}`}`
    case 'option':
      return `the amount of option ${of.option} = ${of.value}`
    default:
      return of satisfies never
  }
}
