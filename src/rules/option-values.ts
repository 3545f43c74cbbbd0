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
  return new Set((product.children.Variants ?? []).flatMap((variant) => chosenBy(variant).get(name) ?? []))
}

/** Several rules ask for the same variant. */
const chosen = new WeakMap<DesiredRecord, ReadonlyMap<string, string>>()

/** Option to value, as a variant has them. */
export function chosenBy(variant: DesiredRecord): ReadonlyMap<string, string> {
  const known = chosen.get(variant)
  if (known) return known
  const found = new Map<string, string>()
  for (const { fields } of variant.children.VariantOptions ?? []) found.set(fields['o_group'] ?? '', fields['o_value'] ?? '')
  chosen.set(variant, found)
  return found
}
