import { skuOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { pairs } from './priced-sku.ts'

type Chosen = Readonly<Record<string, string>>

/** The sku that a choice of option values selects, or why there is none: `word` is not one of the `known` ones. */
export type Choice =
  | { readonly kind: 'sku'; readonly sku: string; readonly options: Chosen }
  | { readonly kind: 'wrong'; readonly message: string; readonly word: string; readonly known: readonly string[] }

/** An option and its values. */
interface Offer {
  readonly name: string
  readonly values: readonly string[]
}

/**
 * The sku that a customer buys after choosing these values on the page of `sku`: the variant with all of them; with simple options, the
 * sku itself, whose price the values adjust.
 */
export function chosenSku(root: RecordTree, sku: string, chosen: Chosen): Choice {
  const names = Object.keys(chosen)
  if (names.length === 0) return { kind: 'sku', sku, options: {} }
  const variant = root.children.Variants?.find((each) => skuOf(each) === sku)
  const offers = variant ? ownValues(variant) : offersOf(root)
  const wrong = wrongWord(sku, offers, chosen)
  if (wrong) return wrong
  if (variant) return { kind: 'sku', sku, options: {} }
  return root.fields['option_type'] === 'Matrix' ? variantWith(root, sku, { offers, chosen }) : { kind: 'sku', sku, options: chosen }
}

function offersOf({ children }: RecordTree): readonly Offer[] {
  return (children.Options ?? []).map(({ fields }) => ({
    name: fields['o_group'] ?? '',
    values: [...pairs(fields['o_value'] ?? '').keys()],
  }))
}

function ownValues(variant: RecordTree): readonly Offer[] {
  return (variant.children.VariantOptions ?? []).map(({ fields }) => ({ name: fields['o_group'] ?? '', values: [fields['o_value'] ?? ''] }))
}

function wrongWord(sku: string, offers: readonly Offer[], chosen: Chosen): Choice | undefined {
  for (const [name, value] of Object.entries(chosen)) {
    const offer = offers.find((candidate) => candidate.name === name)
    if (offer === undefined) {
      const known = offers.map((candidate) => candidate.name)
      return {
        kind: 'wrong',
        message: known.length === 0 ? `${sku} has no options to choose` : `${sku} has no option "${name}"`,
        word: name,
        known,
      }
    }
    if (!offer.values.includes(value)) {
      return { kind: 'wrong', message: `option ${name} of ${sku} has no value "${value}"`, word: value, known: offer.values }
    }
  }
  return undefined
}

function variantWith(root: RecordTree, sku: string, { offers, chosen }: { offers: readonly Offer[]; chosen: Chosen }): Choice {
  const variants = (root.children.Variants ?? []).filter((variant) => {
    const own = new Map((variant.children.VariantOptions ?? []).map(({ fields }) => [fields['o_group'], fields['o_value']]))
    return Object.entries(chosen).every(([name, value]) => own.get(name) === value)
  })
  const [first] = variants
  const words = Object.entries(chosen).map(([name, value]) => `${name}=${value}`)
  if (first === undefined) return { kind: 'wrong', message: `no variant of ${sku} has ${words.join(' and ')}`, word: '', known: [] }
  if (variants.length === 1) return { kind: 'sku', sku: skuOf(first), options: {} }
  const open = offers.filter(({ name }) => !Object.hasOwn(chosen, name)).map(({ name, values }) => `${name}=${values.join('|')}`)
  return { kind: 'wrong', message: `${variants.length} variants of ${sku} have ${words.join(' and ')}`, word: '', known: open }
}
