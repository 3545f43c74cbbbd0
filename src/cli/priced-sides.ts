import { formatCount } from '../source/counts.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import { OperationalError } from '../errors.ts'
import { type Choice, chosenSku } from '../pricing/chosen-sku.ts'
import { pricedSku, type PricedSku } from '../pricing/priced-sku.ts'
import type { RecordTree } from '../resources/record-tree.ts'

type Options = Readonly<Record<string, string>>

/** The product that has a sku in the catalogue and in a store; `null`: there is none, `undefined`: the store was not read. */
export interface FoundRoots {
  readonly desired: RecordTree | null
  readonly live: RecordTree | null | undefined
}

/** What is bought on one side: `sku` is `null` where the side has none, and `reason` is why. */
export interface PricedSide {
  readonly id: 'desired' | 'live'
  readonly sku: PricedSku | null
  /** The chosen values of simple options. */
  readonly options: Options
  readonly reason: string | null
}

/** What was typed, and where it was searched. */
interface Wanted {
  readonly sku: string
  readonly options: Options
  /** Every sku and variant code of the catalogue. */
  readonly known: () => Iterable<string>
  readonly store: string
}

/**
 * What is bought in the catalogue and in the store under a sku and chosen options. Throws `wrong-usage` where neither has it, with
 * the sku or option that was probably meant.
 */
export function pricedSides(found: FoundRoots, wanted: Wanted): readonly PricedSide[] {
  const { desired, live } = found
  if (desired === null && (live === null || live === undefined)) throw unknownSku(wanted, live === undefined)
  const sides = [{ id: 'desired' as const, root: desired }, ...(live === undefined ? [] : [{ id: 'live' as const, root: live }])].map(
    ({ id, root }) => ({ id, root, choice: root === null ? null : chosenSku(root, wanted.sku, wanted.options) }),
  )
  const wrong = sides.map(({ choice }) => choice).find((choice) => choice?.kind === 'wrong')
  if (wrong?.kind === 'wrong' && sides.every(({ choice }) => choice?.kind !== 'sku')) throw wrongOption(wrong)
  return sides.map(({ id, root, choice }): PricedSide => {
    const sku = root === null || choice?.kind !== 'sku' ? null : pricedSku(root, choice.sku)
    if (sku !== null && choice?.kind === 'sku') return { id, sku, options: choice.options, reason: null }
    const reason = choice?.kind === 'wrong' ? choice.message : `there is no product or variant ${wanted.sku}`
    return { id, sku: null, options: {}, reason }
  })
}

function unknownSku({ sku, known, store }: Wanted, isOffline: boolean): OperationalError {
  const codes = [...known()]
  const near = nearestWord(sku, codes)
  const longer = codes.filter((code) => code.toLowerCase().startsWith(sku.toLowerCase()))
  const where = isOffline ? 'the catalogue' : `the catalogue or store ${store}`
  return new OperationalError('wrong-usage', `There is no product or variant "${sku}" in ${where}.`, {
    fix: near === undefined ? beginningAlike(longer) : `Did you mean "${near}"?`,
  })
}

const mostNamed = 4

function beginningAlike(codes: readonly string[]): string {
  if (codes.length === 0) return 'Name the sku of a product or the code of a variant.'
  const more = codes.length > mostNamed ? ` and ${formatCount(codes.length - mostNamed)} more` : ''
  return `There ${codes.length === 1 ? 'is' : 'are'} ${codes.slice(0, mostNamed).join(', ')}${more}.`
}

function wrongOption({ message, word, known }: Extract<Choice, { kind: 'wrong' }>): OperationalError {
  const near = word === '' ? undefined : nearestWord(word, known)
  const there = known.length === 0 ? [] : [word === '' ? `Choose ${known.join(' and ')} too.` : `Available: ${known.join(', ')}.`]
  const fix = [...(near === undefined ? [] : [`Did you mean "${near}"?`]), ...there].join(' ')
  return new OperationalError('wrong-usage', `${message.charAt(0).toUpperCase()}${message.slice(1)}.`, fix === '' ? {} : { fix })
}
