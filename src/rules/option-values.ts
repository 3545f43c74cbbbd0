import { isOn } from '../resources/scalar.ts'
import type { DesiredRecord } from '../records/desired.ts'

/** An option of a product with advanced options. */
export interface AdvancedOption {
  readonly name: string
  readonly values: readonly string[]
  readonly record: DesiredRecord
}

/** The advanced options of a product; none for simple options and subproducts. */
export function optionsOf(product: DesiredRecord): readonly AdvancedOption[] {
  const { options_advanced: advanced, option_type: type } = product.fields
  const variants = product.children.Variants ?? []
  if (type !== 'Matrix' || !isOn(advanced) || variants.length === 0) return []
  return (product.children.Options ?? []).map((record) => ({ name: record.fields['o_group'] ?? '', values: valuesOf(record), record }))
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
export function chosenValue(variant: DesiredRecord, name: string): string | undefined {
  let value: string | undefined
  for (const { fields } of variant.children.VariantOptions ?? []) {
    if ((fields['o_group'] ?? '') === name) value = fields['o_value'] ?? ''
  }
  return value
}
