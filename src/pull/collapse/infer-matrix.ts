import type { CollapsedOption } from './collapse-options.ts'

/** A variant with its value of each option. */
export interface ChosenVariant {
  readonly code: string
  readonly chosen: ReadonlyMap<string, string>
}

const separators = ['-', '_', '.', '/', ' ', ':', ''] as const
/** Most options for which a template is inferred: the number of orders to try grows too fast. */
const mostOptions = 4

/**
 * The template of `matrix:` that gives the codes of all variants of a product (`{sku}-{size}-{colour}`); `undefined` where a combination is
 * missing, repeated, or has another code. `preferred` is tried first.
 */
export function inferMatrix(
  sku: string,
  { options, variants, preferred }: { options: readonly CollapsedOption[]; variants: readonly ChosenVariant[]; preferred?: string },
): string | undefined {
  const [first] = variants
  const count = options.reduce((product, { values }) => product * values.size, 1)
  if (!first || options.length === 0 || options.length > mostOptions || variants.length !== count) return undefined
  if (options.some(({ key }) => key === 'sku' || /[{}]/.test(key)) || !isComplete(options, variants)) return undefined
  const candidates = [...(preferred === undefined ? [] : [preferred]), ...templatesFor(sku, options, first)]
  return candidates.find((template) => variants.every((variant) => fill(template, sku, variant) === variant.code))
}

function isComplete(options: readonly CollapsedOption[], variants: readonly ChosenVariant[]): boolean {
  const combinations = new Set(variants.map(({ chosen }) => JSON.stringify(options.map(({ key }) => chosen.get(key)))))
  const known = variants.every(
    ({ chosen }) => chosen.size === options.length && options.every(({ key, values }) => values.has(chosen.get(key) ?? '')),
  )
  return known && combinations.size === variants.length
}

function fill(template: string, sku: string, { chosen }: ChosenVariant): string {
  return template.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => (name === 'sku' ? sku : (chosen.get(name) ?? whole)))
}

/** Templates with every order of the options and every separator that match the end of one code; the text before is kept, the sku as `{sku}`. */
function* templatesFor(sku: string, options: readonly CollapsedOption[], { code, chosen }: ChosenVariant): Generator<string> {
  for (const separator of separators) {
    for (const order of ordersOf(options.map(({ key }) => key))) {
      const end = order.map((key) => `${separator}${chosen.get(key) ?? ''}`).join('')
      if (!code.endsWith(end)) continue
      const start = code.slice(0, code.length - end.length)
      if (/[{}]/.test(start)) continue
      const head = start.startsWith(sku) ? `{sku}${start.slice(sku.length)}` : start
      yield head + order.map((key) => `${separator}{${key}}`).join('')
    }
  }
}

/** All permutations, the given order first. */
function* ordersOf(keys: readonly string[]): Generator<readonly string[]> {
  if (keys.length <= 1) yield keys
  for (const [index, key] of keys.length > 1 ? keys.entries() : []) {
    for (const rest of ordersOf(keys.toSpliced(index, 1))) yield [key, ...rest]
  }
}
