import { skuOf } from '../records/named-fields.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import { spanOf } from './every-record.ts'
import { type AdvancedOption, chosenBy, optionsIn, type ProductOptions, usedValues } from './option-values.ts'
import type { Rule } from './rule.ts'

/** Each variant of a product with advanced options has one combination of their values (platform.md, "Options"). */
export const optionCombinations: Rule = {
  id: 'option-combinations',
  topic: 'options',
  doc: 'With advanced options, each variant has one known value for every option, no combination occurs twice, and none is missing.',
  severity: 'error or warning',
  why: 'platform.md, "Options": "requires VariantOptions entries (connecting each sku to a variant code) and one Variant per combination". A combination without a variant cannot be bought: a warning, since some shops sell fewer.',
  fix: 'Add the missing variant, or correct its option values. `matrix` creates every combination.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired }) => optionsIn(desired).flatMap((each) => (each.areWhole ? none : problemsOf(each))),
}

const none: readonly Problem[] = []

type Option = Pick<AdvancedOption, 'name' | 'values'>

function problemsOf({ product, options }: ProductOptions): Problem[] {
  const variants = product.children.Variants ?? []
  const checked = variants.map((variant) => ({ variant, faults: valueProblems(variant, options) }))
  const faults = checked.flatMap((each) => each.faults)
  if (options.length === 0) return faults
  const byCombination = Map.groupBy(
    checked.flatMap((each) => (each.faults.length === 0 ? each.variant : [])),
    (variant) => combinationOf(variant, options),
  )
  const repeated = [...byCombination].flatMap(([combination, variants]) => duplicates(combination, variants))
  // A combination may only seem to be missing where a variant has a wrong value.
  return [...faults, ...repeated, ...(faults.length === 0 ? missing(product, options, new Set(byCombination.keys())) : [])]
}

function combinationOf(variant: DesiredRecord, options: readonly Option[]): string {
  const chosen = chosenBy(variant)
  return options.map(({ name }) => `${name}=${chosen.get(name)}`).join(', ')
}

function duplicates(combination: string, [first, ...others]: readonly DesiredRecord[]): Problem[] {
  if (!first) return []
  const related = { message: 'the first one', at: first.source }
  return others.map((variant) =>
    makeProblem({
      ...at(variant),
      message: `variant ${skuOf(variant)} has the same options as ${skuOf(first)}: ${combination}`,
      related,
    }),
  )
}

function valueProblems(variant: DesiredRecord, options: readonly Option[]): Problem[] {
  const chosen = chosenBy(variant)
  const code = skuOf(variant)
  const lacking = options.filter(({ name }) => !chosen.has(name))
  const unknown = [...chosen].flatMap(([name, value]): Problem[] => {
    const option = options.find((candidate) => candidate.name === name)
    if (option?.values.includes(value)) return []
    const known = option ? option.values : options.map((candidate) => candidate.name)
    return [
      makeProblem({
        ...at(variant),
        message: option
          ? `variant ${code} has the value "${value}" for option ${name}, which is not one of its values`
          : `variant ${code} has a value for option "${name}", which its product does not have`,
        fix: suggestion(option ? value : name, option ? 'values' : 'options', known),
      }),
    ]
  })
  const absent = lacking.map(({ name, values }) =>
    makeProblem({ ...at(variant), message: `variant ${code} has no value for option ${name}`, fix: `Choose one of ${values.join(', ')}.` }),
  )
  return [...absent, ...unknown]
}

function suggestion(word: string, kind: 'values' | 'options', known: readonly string[]): string {
  const near = nearestWord(word, known)
  return near === undefined ? `Known ${kind}: ${known.join(', ')}.` : `Did you mean "${near}"?`
}

/** A warning: the platform requires one variant per combination, but some shops sell fewer. */
function missing(product: DesiredRecord, options: readonly Option[], have: ReadonlySet<string>): Problem[] {
  // A value that no variant has is reported by `option-values-unused`.
  const inUse = options.map(({ name, values }) => {
    const used = usedValues(product, name)
    return { name, values: values.filter((value) => used.has(value)) }
  })
  const wanted = inUse.reduce((count, { values }) => count * values.length, 1)
  if (have.size >= wanted) return []
  const first = combinationsOf(inUse).find((combination) => !have.has(combination)) ?? ''
  return [
    makeProblem({
      ...at(product),
      severity: 'warning',
      message: `${skuOf(product)} has variants for ${have.size} of the ${wanted} combinations of its options; the first missing one is ${first}`,
      fix: 'Add a variant for each combination: the shop offers all of them.',
    }),
  ]
}

/** All combinations, the last option changing fastest, made one by one as they are asked for. */
function combinationsOf(options: readonly Option[]): IteratorObject<string> {
  const [first, ...rest] = options
  if (!first) return [''].values()
  return first.values.values().flatMap((value) => {
    const chosen = `${first.name}=${value}`
    return rest.length === 0 ? [chosen] : combinationsOf(rest).map((more) => `${chosen}, ${more}`)
  })
}

function at(record: DesiredRecord): Pick<Problem, 'rule' | 'at'> {
  return { rule: 'option-combinations', at: spanOf(record, 'options') }
}
