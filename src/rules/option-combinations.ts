import type { DesiredRecord } from '../records/desired.ts'
import type { Problem } from '../problems/problem.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import { codeOf, spanOf } from './every-record.ts'
import { chosenBy, optionsOf, usedValues } from './option-values.ts'
import type { Rule } from './rule.ts'

/** Each variant of a product with advanced options stands for one combination of their values (platform.md, "Options"). */
export const optionCombinations: Rule = {
  id: 'option-combinations',
  doc: 'With advanced options, each variant has one known value of every option, no combination occurs twice, and none is missing.',
  severity: 'error or warning',
  why: 'platform.md, "Options": "requires VariantOptions entries (connecting each sku to a variant code) and one Variant per combination". A combination without a variant is a choice that cannot be bought: a warning, since shops do sell fewer.',
  mend: 'Add the variant that is missing, or correct its option values. `matrix` makes every combination by itself.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired }) => (desired.roots.Product ?? []).flatMap(problemsOf),
}

interface Option {
  readonly name: string
  readonly values: readonly string[]
}

function problemsOf(product: DesiredRecord): Problem[] {
  const options = optionsOf(product)
  const judged = (product.children.Variants ?? []).map((variant) => ({ variant, faults: valueProblems(variant, options) }))
  const faults = judged.flatMap((each) => each.faults)
  if (options.length === 0) return faults
  const byCombination = Map.groupBy(
    judged.flatMap((each) => (each.faults.length === 0 ? each.variant : [])),
    (variant) => combinationOf(variant, options),
  )
  const twice = [...byCombination].flatMap(([combination, variants]) => doubles(combination, variants))
  // What is missing may be what is wrong.
  return [...faults, ...twice, ...(faults.length === 0 ? missing(product, options, new Set(byCombination.keys())) : [])]
}

function combinationOf(variant: DesiredRecord, options: readonly Option[]): string {
  const chosen = chosenBy(variant)
  return options.map(({ name }) => `${name}=${chosen.get(name)}`).join(', ')
}

function doubles(combination: string, [first, ...others]: readonly DesiredRecord[]): Problem[] {
  if (!first) return []
  const related = { message: `${codeOf(first)} has it already`, at: first.source }
  return others.map((variant) => ({
    ...problem({ message: `variant ${codeOf(variant)} is the second one for ${combination}`, fix: null, record: variant }),
    related,
  }))
}

function valueProblems(variant: DesiredRecord, options: readonly Option[]): Problem[] {
  const chosen = chosenBy(variant)
  const code = codeOf(variant)
  const lacking = options.filter(({ name }) => !chosen.has(name))
  const unknown = [...chosen].flatMap(([name, value]): Problem[] => {
    const option = options.find((candidate) => candidate.name === name)
    if (option?.values.includes(value)) return []
    const known = option ? option.values : options.map((candidate) => candidate.name)
    return [
      problem({
        message: option
          ? `variant ${code} has the value "${value}" of option ${name}, which is not one of its values`
          : `variant ${code} has a value of option "${name}", which its product does not have`,
        fix: suggestion(option ? value : name, known),
        record: variant,
      }),
    ]
  })
  const absent = lacking.map(({ name, values }) =>
    problem({ message: `variant ${code} has no value of option ${name}`, fix: `Choose one of ${values.join(', ')}.`, record: variant }),
  )
  return [...absent, ...unknown]
}

function suggestion(word: string, known: readonly string[]): string {
  const near = nearestWord(word, known)
  return near === undefined ? `Known are ${known.join(', ')}.` : `Did you mean "${near}"?`
}

/** A warning: the platform asks for one variant per combination, yet shops do sell fewer. */
function missing(product: DesiredRecord, options: readonly Option[], have: ReadonlySet<string>): Problem[] {
  // A value that no variant has at all is said by `option-values-unused`.
  const inUse = options.map(({ name, values }) => {
    const used = usedValues(product, name)
    return { name, values: values.filter((value) => used.has(value)) }
  })
  const wanted = inUse.reduce((count, { values }) => count * values.length, 1)
  if (have.size >= wanted) return []
  const first = combinationsOf(inUse).find((combination) => !have.has(combination)) ?? ''
  return [
    {
      ...problem({
        message: `${codeOf(product)} has ${have.size} of the ${wanted} combinations of its options; the first one missing is ${first}`,
        fix: 'Add a variant for each combination; the shop offers all of them.',
        record: product,
      }),
      severity: 'warning',
    },
  ]
}

/** All combinations, the last option turning fastest, made only as far as they are looked at. */
function combinationsOf(options: readonly Option[]): IteratorObject<string> {
  const [first, ...rest] = options
  if (!first) return [''].values()
  return first.values.values().flatMap((value) => {
    const chosen = `${first.name}=${value}`
    return rest.length === 0 ? [chosen] : combinationsOf(rest).map((more) => `${chosen}, ${more}`)
  })
}

function problem({ message, fix, record }: { message: string; fix: string | null; record: DesiredRecord }): Problem {
  return { rule: 'option-combinations', severity: 'error', message, fix, at: spanOf(record, 'options'), related: null }
}
