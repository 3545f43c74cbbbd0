import { isOn } from '../../../resources/scalar.ts'
import type { RecordTree } from '../../../resources/record-tree.ts'
import { sellsVariants } from './prices.ts'

/** One value that a customer can choose. */
interface ChoiceValue {
  readonly value: string
  readonly label: string
  /** The integer that a simple option adds to the price; empty for none. */
  readonly adjust: string
}

/** One option of a product page. */
export interface Choice {
  /** The o_group. */
  readonly group: string
  readonly label: string
  readonly radio: boolean
  readonly values: readonly ChoiceValue[]
  readonly chosen: string
}

/** What a customer has chosen on a product page. */
export interface Chosen {
  /** The option type of the product (platform.md, "Options"). */
  readonly type: 'plain' | 'simple' | 'advanced' | 'subproducts'
  readonly choices: readonly Choice[]
  /** The chosen variant, or `null`. */
  readonly variant: RecordTree | null
  /** The chosen values of simple options, by o_group. */
  readonly values: Readonly<Record<string, string>>
}

/** Parses `value=Label,...` as stored. */
function pairs(text: string): readonly (readonly [string, string])[] {
  return text.split(',').flatMap((part) => {
    const [value = '', ...label] = part.split('=')
    return value.trim() === '' ? [] : [[value.trim(), label.join('=').trim() || value.trim()] as const]
  })
}

function sortOf(text: string | undefined): number {
  return Number(text ?? '') || 0
}

/** The variants of a product in the order of their `sort`. */
export function variantsOf({ children }: RecordTree): readonly RecordTree[] {
  return (children.Variants ?? []).toSorted((a, b) => sortOf(a.fields['sort']) - sortOf(b.fields['sort']))
}

/** The value of each option of a variant, by o_group. */
export function optionsOfVariant(variant: RecordTree): ReadonlyMap<string, string> {
  return new Map((variant.children.VariantOptions ?? []).map(({ fields }) => [fields['o_group'] ?? '', fields['o_value'] ?? '']))
}

function optionRows({ children }: RecordTree): readonly RecordTree[] {
  return (children.Options ?? []).toSorted((a, b) => sortOf(a.fields['o_sort']) - sortOf(b.fields['o_sort']))
}

function hasValues(variant: RecordTree, values: readonly (readonly [string, string])[]): boolean {
  const own = optionsOfVariant(variant)
  return values.every(([group, value]) => own.get(group) === value)
}

/** The initial values of advanced options: the first of each option if a variant has them, else those of the first variant. */
function startValues(product: RecordTree): ReadonlyMap<string, string> {
  const [first] = variantsOf(product)
  const firsts = optionRows(product).map(({ fields }) => [fields['o_group'] ?? '', pairs(fields['o_value'] ?? '')[0]?.[0] ?? ''] as const)
  const exists = variantsOf(product).some((variant) => hasValues(variant, firsts))
  return exists || first === undefined ? new Map(firsts) : optionsOfVariant(first)
}

function choicesOf(product: RecordTree, query: URLSearchParams, first: ReadonlyMap<string, string>): readonly Choice[] {
  return optionRows(product).map(({ fields }) => {
    const group = fields['o_group'] ?? ''
    const adjust = new Map(pairs(fields['price'] ?? ''))
    const values = pairs(fields['o_value'] ?? '').map(([value, label]) => ({ value, label, adjust: adjust.get(value) ?? '' }))
    const asked = query.get(`option.${group}`) ?? first.get(group) ?? ''
    const chosen = values.some(({ value }) => value === asked) ? asked : (values[0]?.value ?? '')
    return { group, label: fields['o_label'] || group, radio: fields['o_widget'] === 'breaking_radio_preselect', values, chosen }
  })
}

function typeOf(product: RecordTree): Chosen['type'] {
  if (product.fields['option_type'] === 'Simple') return 'simple'
  if (!sellsVariants(product)) return 'plain'
  return isOn(product.fields['options_advanced']) ? 'advanced' : 'subproducts'
}

/** The choices in the query of a product page. Default: the first variant, or the first value of each option. */
export function readChoices(product: RecordTree, query: URLSearchParams): Chosen {
  const type = typeOf(product)
  const variants = variantsOf(product)
  if (type === 'plain') return { type, choices: [], variant: null, values: {} }
  if (type === 'subproducts') {
    const variant = variants.find(({ fields }) => fields['code'] === query.get('variant')) ?? null
    return { type, choices: [], variant, values: {} }
  }
  const choices = choicesOf(product, query, type === 'advanced' ? startValues(product) : new Map())
  const values = Object.fromEntries(choices.map(({ group, chosen }) => [group, chosen]))
  if (type === 'simple') return { type, choices, variant: null, values }
  const variant = variants.find((each) => hasValues(each, Object.entries(values)))
  return { type, choices, variant: variant ?? null, values }
}
