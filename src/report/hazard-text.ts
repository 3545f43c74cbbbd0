import type { GridRow } from '../pricing/grid-row.ts'
import type { Hazard } from '../plan/hazard.ts'
import { resourceOf } from '../resources/registry.ts'
import type { ResourceName } from '../resources/registry.ts'
import { countOf, formatCount, formatPrice } from './amounts.ts'
import { sanitizeLine } from './sanitize.ts'

/** A hazard in words. Hazards that differ only in the subject are reported as one; `null`: the sentence itself names the record. */
interface HazardWords {
  readonly subject: string | null
  readonly sentence: string
}

const mostSubjects = 12

/** A hazard as one sanitized sentence. */
export function hazardText(hazard: Hazard): string {
  const { subject, sentence } = hazardWords(hazard)
  return sentenceOf(subject === null ? [] : [subject], sentence)
}

/** Hazards as sanitized sentences; those that differ only in the subject are one sentence with all subjects. */
export function hazardTexts(hazards: readonly Hazard[]): readonly string[] {
  const groups = Map.groupBy(hazards.map(hazardWords), ({ sentence }) => sentence)
  return [...groups].map(([sentence, members]) => {
    const subjects = members.flatMap(({ subject }) => (subject === null ? [] : [subject]))
    return sentenceOf([...new Set(subjects)], sentence)
  })
}

function sentenceOf(subjects: readonly string[], sentence: string): string {
  if (subjects.length === 0) return sanitizeLine(sentence)
  const shown = subjects.length > mostSubjects ? subjects.slice(0, mostSubjects - 2) : subjects
  const rest = subjects.length - shown.length
  return sanitizeLine(`${shown.join(', ')}${rest === 0 ? '' : ` (and ${formatCount(rest)} more)`}: ${sentence}`)
}

function hazardWords(hazard: Hazard): HazardWords {
  switch (hazard.kind) {
    case 'hides-grid': {
      const price = bridgeWords(hazard.price)
      const time = countOf(hazard.seconds, 'second')
      return about(hazard.sku, `for about ${time} all customers pay ${price} instead of the price of their group and quantity.`)
    }
    case 'bridge-price-low': {
      const price = formatPrice(hazard.price)
      return about(hazard.sku, `while the grid is off all customers pay ${price}, which is below ${rowWords(hazard.highest)}.`)
    }
    case 'duplicates-in-store':
      return about(hazard.sku, 'the store has duplicate price entries; which price applies now is not known.')
    case 'removes-grid':
      return about(hazard.sku, `its grid of ${countOfRows(hazard.rows, 'PricingAdvanced')} is removed; the simple price applies.`)
    case 'recreates-row':
      return about(hazard.address, `the store has this row ${String(hazard.copies)} times; all are deleted, then one is inserted again.`)
    case 'left-over': {
      const { many } = resourceOf(hazard.resource).noun
      return about(hazard.key, `the store still has ${many} of a removed record; ${fateWords[hazard.fate]}`)
    }
    case 'removes-rows': {
      const { title, address } = hazard.root
      return { subject: null, sentence: `${title} (${address}) loses ${countOfRows(hazard.rows, hazard.resource)}.` }
    }
    case 'shows-hidden':
      return about(hazard.root.key, 'hidden in the store now, visible after the apply.')
    case 'opens-access': {
      const { title, address } = hazard.root
      return { subject: null, sentence: `${title} (${address}) loses its last access group: everyone can see and buy it.` }
    }
    case 'price-without-effect': {
      const price = formatPrice(hazard.price)
      return about(
        hazard.sku,
        `customers do not pay the price of ${price}: the store has price entries, which take precedence. Add \`pricing: {}\` to remove them.`,
      )
    }
    case 'overwrites-file':
      return { subject: null, sentence: `${hazard.path} exists with different content and is overwritten.` }
    default:
      return hazard satisfies never
  }
}

function bridgeWords(price: string | null): string {
  return price === null ? 'the simple price' : formatPrice(price)
}

const fateWords: Readonly<Record<Extract<Hazard, { readonly kind: 'left-over' }>['fate'], string>> = {
  removed: 'they are deleted first.',
  overwritten: 'they are overwritten.',
  cleared: 'their values are cleared.',
  kept: 'they are kept and apply to the new record.',
}

function about(subject: string, sentence: string): HazardWords {
  return { subject, sentence }
}

function rowWords({ group_code, start, price }: Pick<GridRow, 'group_code' | 'start' | 'price'>): string {
  const whose = group_code === '' ? `the default price of ${formatPrice(price)}` : `the ${formatPrice(price)} of group ${group_code}`
  return `${whose} from quantity ${start}`
}

function countOfRows(count: number, resource: ResourceName): string {
  const { one, many } = resourceOf(resource).noun
  return countOf(count, one, many)
}
