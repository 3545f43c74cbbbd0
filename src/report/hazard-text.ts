import type { ChangeRoot, LeftToBuy } from '../diff/change.ts'
import type { Hazard } from '../plan/hazard.ts'
import { resourceOf } from '../resources/registry.ts'
import { formatPrice } from './amounts.ts'
import { countOf, formatCount } from '../source/counts.ts'
import { priceHazardSentence } from './price-hazard-text.ts'
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
  return hazardGroups(hazards).map(({ text }) => text)
}

/** Hazards that differ only in the subject, with their sentence. */
export interface HazardGroup {
  readonly text: string
  readonly hazards: readonly Hazard[]
}

/** Hazards by their sentences. */
export function hazardGroups(hazards: readonly Hazard[]): readonly HazardGroup[] {
  const groups = Map.groupBy(
    hazards.map((hazard) => ({ hazard, ...hazardWords(hazard) })),
    ({ sentence }) => sentence,
  )
  return [...groups].map(([sentence, members]) => {
    const subjects = members.flatMap(({ subject }) => (subject === null ? [] : [subject]))
    return { text: sentenceOf([...new Set(subjects)], sentence), hazards: members.map(({ hazard }) => hazard) }
  })
}

function sentenceOf(subjects: readonly string[], sentence: string): string {
  if (subjects.length === 0) return sanitizeLine(sentence)
  return sanitizeLine(`${namesOf(subjects)}: ${sentence}`)
}

function namesOf(names: readonly string[]): string {
  const shown = names.length > mostSubjects ? names.slice(0, mostSubjects - 2) : names
  const rest = names.length - shown.length
  return `${shown.join(', ')}${rest === 0 ? '' : ` (and ${formatCount(rest)} more)`}`
}

function hazardWords(hazard: Hazard): HazardWords {
  if ('sku' in hazard) return { subject: hazard.sku, sentence: priceHazardSentence(hazard) }
  return 'path' in hazard ? fileHazardWords(hazard) : recordHazardWords(hazard)
}

type FileHazard = Extract<Hazard, { readonly path: string }>

function fileHazardWords({ kind, path }: FileHazard): HazardWords {
  if (kind === 'overwrites-file') return whole(`${path} exists with different content and is overwritten.`)
  return { subject: path, sentence: 'removed from the store; links to it from other pages break.' }
}

function recordHazardWords(hazard: Exclude<Hazard, { readonly sku: string } | FileHazard>): HazardWords {
  switch (hazard.kind) {
    case 'recreates-row': {
      const times = `the store has this row ${String(hazard.copies)} times`
      return { subject: hazard.address, sentence: `${times}; all are deleted, then one is inserted again.` }
    }
    case 'left-over': {
      const { many } = resourceOf(hazard.resource).noun
      return { subject: hazard.key, sentence: `the store still has ${many} of a removed record; ${fateWords[hazard.fate]}` }
    }
    case 'removes-variants':
      return whole(`${nameOf(hazard.root)} loses ${variantWords(hazard.codes)} ${leftWords(hazard.left)}`)
    case 'removes-rows': {
      const { one, many } = resourceOf(hazard.resource).noun
      return whole(`${nameOf(hazard.root)} loses ${countOf(hazard.rows, one, many)}.`)
    }
    case 'shows-hidden':
      return { subject: hazard.root.key, sentence: 'hidden in the store now, visible after the apply.' }
    case 'opens-access':
      return whole(`${nameOf(hazard.root)} loses its last access group: everyone can see and buy it.`)
    case 'dearer-meanwhile':
      return {
        subject: hazard.root.key,
        sentence:
          'prices and discount (or option amounts) change in separate requests: in between customers pay more than before or after.',
      }
    case 'mixes-audiences':
      return {
        subject: hazard.root.key,
        sentence: 'prices and all access groups change: for a moment the groups that join or leave see prices that are not theirs.',
      }
    case 'same-slug': {
      const { root, owner, slug, lasts } = hazard
      const end = lasts ? 'which keeps it: one address cannot show both' : 'which gets another one: for a moment both can have it'
      return whole(`${nameOf(root)} gets the slug "${slug}" of ${nameOf(owner)}, ${end}.`)
    }
    default:
      return hazard satisfies never
  }
}

const fateWords: Readonly<Record<Extract<Hazard, { readonly kind: 'left-over' }>['fate'], string>> = {
  removed: 'they are deleted first.',
  overwritten: 'they are overwritten.',
  cleared: 'their values are cleared.',
  kept: 'they are kept and apply to the new record.',
}

function whole(sentence: string): HazardWords {
  return { subject: null, sentence }
}

function nameOf({ title, address }: ChangeRoot): string {
  return title === '' ? address : `${title} (${address})`
}

function variantWords(codes: readonly string[]): string {
  const [first, ...others] = codes
  return others.length === 0
    ? `variant ${first}, which customers can no longer buy.`
    : `${countOf(codes.length, 'variant')} that customers can no longer buy: ${namesOf(codes)}.`
}

/** What customers buy instead, and at which price. */
function leftWords({ variants, lowest, highest }: LeftToBuy): string {
  const price =
    lowest === null || highest === null
      ? ''
      : lowest === highest
        ? ` for ${formatPrice(lowest)}`
        : ` from ${formatPrice(lowest)} to ${formatPrice(highest)}`
  if (variants > 0) return `${countOf(variants, 'variant')} can be bought afterwards${price}.`
  return price === ''
    ? 'No variant is left, and the catalogue has no price for the product itself.'
    : `No variant is left: customers buy the product itself${price}.`
}
