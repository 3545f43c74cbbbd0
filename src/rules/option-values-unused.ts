import { skuOf } from '../records/named-fields.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { spanOf } from './every-record.ts'
import { type AdvancedOption, chosenValue, optionsOf, usedValues } from './option-values.ts'
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
  check: ({ desired }) =>
    (desired.roots.Product ?? []).flatMap((product) =>
      optionsThatFit(product).flatMap(({ name, values, record }) => {
        const used = usedValues(product, name)
        const unused = values.filter((value) => !used.has(value))
        if (unused.length === 0) return []
        const message = `no variant of ${skuOf(product)} has ${name} = ${unused.join(' or ')}`
        const fix = `Remove ${unused.length === 1 ? 'the value' : 'these values'}, or add variants for ${unused.length === 1 ? 'it' : 'them'}.`
        return [makeProblem({ rule: 'option-values-unused', severity: 'warning', at: spanOf(record, 'o_value'), message, fix })]
      }),
    ),
}

/** None where a variant lacks an option or has an unknown value: `option-combinations` reports it, and that value may be the unused one. */
function optionsThatFit(product: DesiredRecord): readonly AdvancedOption[] {
  const options = optionsOf(product)
  if (options.length === 0) return options
  const fits = (product.children.Variants ?? []).every((variant) =>
    options.every(({ name, values }) => values.includes(chosenValue(variant, name) ?? '')),
  )
  return fits ? options : []
}
