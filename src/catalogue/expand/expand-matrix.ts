import { optionKeys } from './expand-options.ts'
import type { OptionDocument } from '../../documents/option-document.ts'
import { meantSentence } from '../../documents/meant-sentence.ts'
import { at, type Located, spanOf } from '../../yaml/source-node.ts'
import { type Expansion, report } from './expansion.ts'
import { countRows } from './count-rows.ts'

/** One combination of option values, and the code that the template gives it. */
export interface Combination {
  readonly code: string
  /** The value of each option, in the order of the options. */
  readonly chosen: readonly (readonly [option: string, value: string])[]
}

interface Matrix {
  readonly sku: string
  readonly template: string
  /** The place of the template. */
  readonly located: Located
  readonly options: Readonly<Record<string, OptionDocument>>
  /** The place of the options. */
  readonly optionsAt: Located
}

/** More variants than a shop page can show. */
const mostVariants = 10_000

/** In characters. Without a limit, a template that names its options very often could describe more text than fits in memory. */
const longestCode = 1_000

/** Every combination of the options of a product; the last option changes first. The template must name each option. */
export function expandMatrix(expansion: Expansion, matrix: Matrix): Combination[] {
  const keys = optionKeys(matrix.options, matrix.optionsAt)
  if (!isTemplate(expansion, matrix, keys)) return []
  const axes = keys.map((key) => ({ key, values: optionKeys(matrix.options[key]?.values ?? {}, at(matrix.optionsAt, key, 'values')) }))
  const count = axes.reduce((product, { values }) => product * values.length, 1)
  if (count > mostVariants) {
    report(expansion, {
      rule: 'variant-shape',
      at: spanOf(matrix.located),
      message: `the options of ${matrix.sku} have ${count} combinations, more than ${mostVariants}`,
      fix: 'Split the product, or list the variants that exist.',
    })
    return []
  }
  const longest = axes.flatMap(({ values }) => values).reduce((most, value) => Math.max(most, value.length), matrix.sku.length)
  const named = matrix.template.split('{').length - 1
  if (matrix.template.length + named * longest > longestCode) {
    report(expansion, {
      rule: 'variant-shape',
      at: spanOf(matrix.located),
      message: `the matrix of ${matrix.sku} gives codes of more than ${longestCode} characters`,
      fix: 'Name each option once, and give its values short keys. Labels may be long.',
    })
    return []
  }
  if (!countRows(expansion, count, matrix.located)) return []
  let combinations: Combination['chosen'][] = [[]]
  for (const { key, values } of axes) {
    combinations = combinations.flatMap((chosen) => values.map((value) => [...chosen, [key, value] as const]))
  }
  const parts = matrix.template.split(/\{([^{}]*)\}/)
  return combinations.map((chosen) => ({ code: fill(parts, matrix.sku, chosen), chosen }))
}

/** Each other part of a template is a name; `isTemplate` has found all of them. */
function fill(parts: readonly string[], sku: string, chosen: Combination['chosen']): string {
  const valueOf = (name: string): string => (name === 'sku' ? sku : (chosen.find(([option]) => option === name)?.[1] ?? ''))
  return parts.map((part, index) => (index % 2 === 0 ? part : valueOf(part))).join('')
}

function isTemplate(expansion: Expansion, { sku, template, located, options }: Matrix, keys: readonly string[]): boolean {
  const complain = (message: string, fix: string): false => {
    report(expansion, { rule: 'variant-shape', at: spanOf(located), message, fix })
    return false
  }
  if (keys.length === 0) return complain(`the matrix of ${sku} has no options`, 'Add options, or list the variants.')
  if (Object.hasOwn(options, 'sku')) return complain('an option of a matrix cannot have the key "sku"', 'Give the option another key.')
  const named = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '')
  const unknown = named.find((name) => name !== 'sku' && !keys.includes(name))
  if (unknown !== undefined) {
    return complain(
      `the matrix names {${unknown}}, which is not an option of ${sku}`,
      meantSentence(unknown, [...keys, 'sku']) ?? 'Name an option.',
    )
  }
  const absent = keys.find((key) => !named.includes(key))
  if (absent === undefined) return true
  return complain(`the matrix does not name the option {${absent}}`, `Add {${absent}}: each combination needs a code of its own.`)
}
