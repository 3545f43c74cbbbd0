import { isOn } from '../resources/scalar.ts'
import type { Desired, DesiredRecord } from '../records/desired.ts'
import { rememberLast } from '../source/remember-last.ts'

/** An option of a product with advanced options. */
export interface AdvancedOption {
  readonly name: string
  readonly values: readonly string[]
  readonly record: DesiredRecord
}

/** A product, and its advanced options; none for simple options and subproducts. */
export interface ProductOptions {
  readonly product: DesiredRecord
  readonly options: readonly AdvancedOption[]
  /** True for most products: each combination of all values is that of exactly one variant, and variants have no other values. */
  readonly areWhole: boolean
}

/** The products with variants. */
export const optionsIn = rememberLast((desired: Desired): readonly ProductOptions[] => {
  const found: ProductOptions[] = []
  for (const product of desired.roots.Product ?? []) {
    const variants = product.children.Variants ?? []
    if (variants.length === 0) continue
    const options = optionsOf(product)
    found.push({ product, options, areWhole: areWhole(variants, options) })
  }
  return found
})

function optionsOf(product: DesiredRecord): readonly AdvancedOption[] {
  const { options_advanced: advanced, option_type: type } = product.fields
  const variants = product.children.Variants ?? []
  if (type !== 'Matrix' || !isOn(advanced) || variants.length === 0) return []
  return (product.children.Options ?? []).map((record) => ({ name: record.fields['o_group'] ?? '', values: valuesOf(record), record }))
}

function areWhole(variants: readonly DesiredRecord[], options: readonly AdvancedOption[]): boolean {
  if (options.length === 0) return variants.every(({ children }) => (children.VariantOptions ?? []).length === 0)
  const wanted = options.reduce((count, { values }) => count * values.length, 1)
  if (variants.length !== wanted || options.some(({ name }, index) => options.findIndex((other) => other.name === name) !== index))
    return false
  const seen = new Set<number>()
  for (const variant of variants) {
    const number = combinationNumber(variant, options)
    if (number < 0) return false
    seen.add(number)
  }
  return seen.size === wanted
}

/** Numbers the combinations from 0; -1 for a variant that does not have one known value of each option and nothing else. */
function combinationNumber(variant: DesiredRecord, options: readonly AdvancedOption[]): number {
  if (variant.children.VariantOptions?.length !== options.length) return -1
  let number = 0
  for (const { name, values } of options) {
    const chosen = chosenValue(variant, name)
    const value = chosen === undefined ? -1 : values.indexOf(chosen)
    if (value < 0) return -1
    number = number * values.length + value
  }
  return number
}

/** `o_value` is `k=Label,...`; neither part contains a comma or an equals sign (semantics.md 5). */
function valuesOf({ fields }: DesiredRecord): string[] {
  return (fields['o_value'] ?? '').split(',').map((entry) => entry.split('=')[0] ?? '')
}

/** The values of an option that some variant of the product has. */
export function usedValues(product: DesiredRecord, name: string): ReadonlySet<string> {
  const used = new Set<string>()
  for (const variant of product.children.Variants ?? []) {
    const value = chosenValue(variant, name)
    if (value !== undefined) used.add(value)
  }
  return used
}

/** Option to value, as a variant has them: of two rows for one option, the last. */
export function chosenBy(variant: DesiredRecord): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { fields } of variant.children.VariantOptions ?? []) found.set(fields['o_group'] ?? '', fields['o_value'] ?? '')
  return found
}

/** The value that a variant has of one option; `undefined` without one. It makes no map. */
function chosenValue(variant: DesiredRecord, name: string): string | undefined {
  let value: string | undefined
  for (const { fields } of variant.children.VariantOptions ?? []) {
    if ((fields['o_group'] ?? '') === name) value = fields['o_value'] ?? ''
  }
  return value
}
