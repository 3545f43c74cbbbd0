import type { RecordTree } from '../../src/resources/record-tree.ts'
import { isOn } from '../../src/resources/scalar.ts'

/**
 * What a shopper can buy of a product that is shown (docs/api.md, "Options"): itself, its subproducts, or the variants with a value of every
 * option in use.
 */
export function skusOnSale({ fields, children }: RecordTree): string[] {
  if (fields['option_type'] !== 'Matrix') return [fields['sku'] ?? '']
  const variants = children.Variants ?? []
  const choices = variants.map((variant) => new Set((variant.children.VariantOptions ?? []).map((row) => row.fields['o_group'] ?? '')))
  if (!isOn(fields['options_advanced'])) return variants.map((variant) => variant.fields['code'] ?? '')
  const options = (children.Options ?? []).map((option) => option.fields['o_group'] ?? '')
  const asked = options.filter((option) => choices.some((chosen) => chosen.has(option)))
  // A value of an option leads to a variant through its VariantOptions: a variant without any cannot be chosen.
  const complete = variants.filter((_, index) => choices[index]?.size !== 0 && asked.every((option) => choices[index]?.has(option)))
  return complete.map((variant) => variant.fields['code'] ?? '')
}
