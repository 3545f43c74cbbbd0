import { skuOf } from '../records/named-fields.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { spanOf } from './every-record.ts'
import { type AdvancedOption, chosenBy, optionsIn, type ProductOptions, usedValues } from './option-values.ts'
import type { Rule } from './rule.ts'

/** Every value of an advanced option has a variant (platform.md, "Options"). */
export const optionValuesUnused: Rule = {
  id: 'option-values-unused',
  topic: 'options',
  doc: 'Every value of the options of a product with listed variants is the value of a variant.',
  severity: 'warning',
  why: 'platform.md, "Options": "Each combination of option values maps to a Variant". A value without a variant is a choice that cannot be bought.',
  fix: 'Remove the value from the option, or add variants for it.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired }) => optionsIn(desired).flatMap((each) => (each.areWhole ? none : problemsOf(each))),
}

const none: readonly Problem[] = []

function problemsOf({ product, options }: ProductOptions): Problem[] {
  if (!areFitting(product, options)) return []
  return options.flatMap(({ name, values, record }) => {
    const used = usedValues(product, name)
    const unused = values.filter((value) => !used.has(value))
    if (unused.length === 0) return []
    const message = `no variant of ${skuOf(product)} has ${name} = ${unused.join(' or ')}`
    const fix = `Remove ${unused.length === 1 ? 'the value' : 'these values'}, or add variants for ${unused.length === 1 ? 'it' : 'them'}.`
    return [makeProblem({ rule: 'option-values-unused', severity: 'warning', at: spanOf(record, 'o_value'), message, fix })]
  })
}

/** False where a variant lacks an option or has an unknown value: `option-combinations` reports it, and that value may be the unused one. */
function areFitting(product: DesiredRecord, options: readonly AdvancedOption[]): boolean {
  return (product.children.Variants ?? []).every((variant) => {
    const chosen = chosenBy(variant)
    return options.every(({ name, values }) => values.includes(chosen.get(name) ?? ''))
  })
}
