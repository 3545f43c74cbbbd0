import type { DesiredRecord } from '../../records/desired.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { OptionDocument } from '../../documents/option-document.ts'
import type { VariantDocument, VariantsDocument } from '../../documents/variant-document.ts'
import { meantSentence } from '../../documents/meant-sentence.ts'
import { at, childOf, keySpanOf, keysOf, type Located, spanOf } from '../../yaml/source-node.ts'
import { leaf, type Level } from './draft.ts'
import { expandMatrix } from './expand-matrix.ts'
import { expandVariant } from './expand-variant.ts'
import { type Expansion, type ExpansionTrace, report } from './expansion.ts'
import { traceRegion } from './variant-levels.ts'

interface Given {
  readonly sku: string
  readonly variants: VariantsDocument
  readonly located: Located
  readonly options: Readonly<Record<string, OptionDocument>>
  readonly optionsAt: Located
}

/** A variant whose fields are not set yet. */
interface Wanted {
  readonly code: string
  readonly source: SourceSpan
  /** The nearest first. Variants that only `each` gives values to have the same list. */
  readonly levels: readonly Level<VariantDocument>[]
  /** Its VariantOptions rows, or `undefined` for a subproduct. */
  readonly chosen: readonly DesiredRecord[] | undefined
}

/** Variants rows of a matrix or a list (semantics.md 3, 5 and 6). */
export function expandVariants(expansion: Expansion, given: Given): DesiredRecord[] {
  const { sku, variants, located } = given
  if (variants.matrix !== undefined && variants.list !== undefined) {
    const message = `the variants of ${sku} are given both as a matrix and as a list`
    report(expansion, { rule: 'variant-shape', at: keySpanOf(at(located, 'list')), message, fix: 'Keep one of the two.' })
  }
  checkNone(expansion, given)
  const wanted = variants.matrix === undefined ? listed(expansion, given) : spanned(expansion, given, variants.matrix)
  checkOverrides(expansion, given, wanted)
  if (expansion.trace) traceRegions(expansion.trace, located)
  const isList = Object.keys(given.options).length === 0
  return wanted.map((each, index) =>
    expandVariant(expansion, {
      sku,
      code: each.code,
      source: each.source,
      levels: each.levels,
      variantOptions: each.chosen,
      sort: isList ? String((index + 1) * 10) : undefined,
    }),
  )
}

function traceRegions(trace: ExpansionTrace, variants: Located): void {
  const each = childOf(variants, 'each')
  if (each) traceRegion(trace, 'each', each)
  for (const kind of ['list', 'override'] as const) {
    const level = childOf(variants, kind)
    for (const code of level ? keysOf(level) : []) traceRegion(trace, kind, at(variants, kind, code))
  }
}

/** `{}` means no variants; with `each` or `override` alone, a matrix or a list is missing. */
function checkNone(expansion: Expansion, { sku, variants, located }: Given): void {
  if (variants.matrix !== undefined || variants.list !== undefined || (!variants.each && !variants.override)) return
  report(expansion, {
    rule: 'variant-shape',
    at: keySpanOf(at(located, variants.each ? 'each' : 'override')),
    message: `the variants of ${sku} have neither a matrix nor a list, so there are none`,
    fix: "Add matrix: '{sku}-{size}' with its options, or a list; variants: {} for no variants.",
  })
}

/** What `each` gives to all variants, as their last level. */
function eachOf({ variants, located }: Given): readonly Level<VariantDocument>[] {
  return variants.each ? [{ value: variants.each, located: at(located, 'each') }] : []
}

/** What the override of one variant gives. */
function overrideOf({ variants, located }: Given, code: string): Level<VariantDocument> | undefined {
  const value = variants.override && Object.hasOwn(variants.override, code) ? variants.override[code] : undefined
  return value && { value, located: at(located, 'override', code) }
}

function spanned(expansion: Expansion, given: Given, template: string): Wanted[] {
  const { sku, located, options, optionsAt } = given
  const place = at(located, 'matrix')
  const source = spanOf(place)
  const each = eachOf(given)
  return expandMatrix(expansion, { sku, template, located: place, options, optionsAt }).map(({ code, chosen }) => {
    const rows = chosen.map(({ option, value, source: valueAt }) =>
      leaf('VariantOptions', { sku, variant_code: code, o_group: option, o_value: value }, { source: valueAt }),
    )
    const override = overrideOf(given, code)
    return override
      ? { code, source: keySpanOf(override.located), levels: [override, ...each], chosen: rows }
      : { code, source, levels: each, chosen: rows }
  })
}

function listed(expansion: Expansion, given: Given): Wanted[] {
  const { sku, variants, located, options } = given
  const list = at(located, 'list')
  const each = eachOf(given)
  const advanced = Object.keys(options).length > 0
  return keysOf(list).flatMap((code) => {
    const value = variants.list && Object.hasOwn(variants.list, code) ? variants.list[code] : undefined
    if (!value) return []
    const place = at(list, code)
    if (!advanced && value.options) {
      report(expansion, {
        rule: 'variant-shape',
        at: keySpanOf(at(place, 'options')),
        message: `variant ${code} has option values, but ${sku} declares no options`,
        fix: 'Declare the options of the product, or remove them here.',
      })
    }
    const chosen = advanced ? chosenRows({ sku, code, chosen: value.options ?? {}, located: place }) : undefined
    const override = overrideOf(given, code)
    const own: readonly Level<VariantDocument>[] = [...(override ? [override] : []), { value, located: place }, ...each]
    return [{ code, source: keySpanOf(place), levels: own, chosen }]
  })
}

function chosenRows({
  sku,
  code,
  chosen,
  located,
}: {
  sku: string
  code: string
  chosen: Readonly<Record<string, string>>
  located: Located
}): DesiredRecord[] {
  const place = at(located, 'options')
  return keysOf(place).flatMap((option) => {
    const value = Object.hasOwn(chosen, option) ? chosen[option] : undefined
    if (value === undefined) return []
    return [leaf('VariantOptions', { sku, variant_code: code, o_group: option, o_value: value }, { source: spanOf(at(place, option)) })]
  })
}

function checkOverrides(expansion: Expansion, { sku, located }: Given, wanted: readonly Wanted[]): void {
  const overrides = childOf(located, 'override')
  if (!overrides || wanted.length === 0) return
  const codes = new Set(wanted.map(({ code }) => code))
  const given = new Set(keysOf(overrides))
  const others = [...codes].filter((code) => !given.has(code))
  for (const code of given) {
    if (codes.has(code)) continue
    report(expansion, {
      rule: 'variant-shape',
      at: keySpanOf(at(overrides, code)),
      message: `${sku} has no variant "${code}" to override`,
      fix: meantSentence(code, others) ?? `Its variants begin with ${[...codes].slice(0, 3).join(', ')}.`,
    })
  }
}
