import { optionKeys } from './expand-options.ts'
import type { OptionDocument } from '../../documents/option-document.ts'
import { meantSentence } from '../../documents/meant-sentence.ts'
import { rememberLast } from '../../source/remember-last.ts'
import type { SourceSpan } from '../../source/source.ts'
import { at, type Located, spanOf } from '../../yaml/source-node.ts'
import { type Expansion, report } from './expansion.ts'
import { countRows } from './count-rows.ts'

/** One combination of option values, and the code that the template gives it. */
export interface Combination {
  readonly code: string
  /** The value of each option, in the order of the options. */
  readonly chosen: readonly Choice[]
}

/** A value of an option. */
interface Choice {
  readonly option: string
  readonly value: string
  readonly source: SourceSpan
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
  const { parts, named } = partsOf(matrix.template)
  if (!isTemplate(expansion, matrix, { keys, named })) return []
  const axes = keys.map((key) => choicesOf(matrix, key))
  const count = axes.reduce((product, choices) => product * choices.length, 1)
  if (count > mostVariants) {
    report(expansion, {
      rule: 'variant-shape',
      at: spanOf(matrix.located),
      message: `the options of ${matrix.sku} have ${count} combinations, more than ${mostVariants}`,
      fix: 'Split the product, or list the variants that exist.',
    })
    return []
  }
  let longest = matrix.sku.length
  for (const choices of axes) for (const { value } of choices) longest = Math.max(longest, value.length)
  const braces = matrix.template.split('{').length - 1
  if (matrix.template.length + braces * longest > longestCode) {
    report(expansion, {
      rule: 'variant-shape',
      at: spanOf(matrix.located),
      message: `the matrix of ${matrix.sku} gives codes of more than ${longestCode} characters`,
      fix: 'Name each option once, and give its values short keys. Labels may be long.',
    })
    return []
  }
  if (!countRows(expansion, count, matrix.located)) return []
  return Array.from({ length: count }, (_, number) => {
    const chosen = combinationAt(axes, { number, count })
    return { code: fill(parts, matrix.sku, chosen), chosen }
  })
}

function choicesOf({ options, optionsAt }: Matrix, option: string): readonly Choice[] {
  const values = at(optionsAt, option, 'values')
  return optionKeys(options[option]?.values ?? {}, values).map((value) => ({ option, value, source: spanOf(at(values, value)) }))
}

function combinationAt(axes: readonly (readonly Choice[])[], { number, count }: { number: number; count: number }): readonly Choice[] {
  const chosen: Choice[] = []
  let step = count
  for (const choices of axes) {
    step /= choices.length
    const choice = choices[Math.floor(number / step) % choices.length]
    if (choice) chosen.push(choice)
  }
  return chosen
}

/** `isTemplate` has found each name. */
function fill(parts: readonly string[], sku: string, chosen: readonly Choice[]): string {
  let text = ''
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? ''
    const isText = index % 2 === 0
    text += isText ? part : part === 'sku' ? sku : valueOf(chosen, part)
  }
  return text
}

function valueOf(chosen: readonly Choice[], name: string): string {
  for (const { option, value } of chosen) if (option === name) return value
  return ''
}

/** Most products of a catalogue have the same template. Every second part of it is the name of an option, and in `named`. */
const partsOf = rememberLast((template: string): { readonly parts: readonly string[]; readonly named: readonly string[] } => {
  const parts = template.split(/\{([^{}]*)\}/)
  return { parts, named: parts.filter((_, index) => index % 2 === 1) }
})

/** The options of a matrix, and the names in its template. */
interface Names {
  readonly keys: readonly string[]
  readonly named: readonly string[]
}

function isTemplate(expansion: Expansion, { sku, located, options }: Matrix, { keys, named }: Names): boolean {
  const complain = (message: string, fix: string): false => {
    report(expansion, { rule: 'variant-shape', at: spanOf(located), message, fix })
    return false
  }
  if (keys.length === 0) return complain(`the matrix of ${sku} has no options`, 'Add options, or list the variants.')
  if (Object.hasOwn(options, 'sku')) return complain('an option of a matrix cannot have the key "sku"', 'Give the option another key.')
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
