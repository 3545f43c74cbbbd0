import { optionCode } from '../../records/derived-codes.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import { shortestDecimal } from '../../resources/scalar.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { OptionDocument } from '../../documents/option-document.ts'
import { meantSentence } from '../../documents/meant-sentence.ts'
import { at, keySpanOf, keysOf, type Located, spanOf } from '../../yaml/source-node.ts'
import { type Draft, finish, setField, startDraft } from './draft.ts'
import { type Expansion, report } from './expansion.ts'

interface Given {
  readonly sku: string
  readonly options: Readonly<Record<string, OptionDocument>>
  readonly located: Located
  /** True where the product has variants: then values have no price. */
  readonly advanced: boolean
}

/** Options rows in the order of the document (semantics.md 5 and 6). */
export function expandOptions(expansion: Expansion, { sku, options, located, advanced }: Given): DesiredRecord[] {
  return optionKeys(options, located).map((key, index) => {
    const option = options[key] ?? { values: {} }
    const place = at(located, key)
    const identity = { code: optionCode(sku, key), sku, o_group: key }
    const draft = startDraft('Options', identity, keySpanOf(place))
    if (hasSeparator(key)) refusePart(expansion, key, keySpanOf(place))
    setField(draft, 'code', { text: option.code, parent: place, key: 'code' })
    setField(draft, 'o_label', { text: option.label ?? key, parent: place, key: 'label' })
    setField(draft, 'o_widget', { text: option.widget ?? 'select', parent: place, key: 'widget' })
    draft.fields['o_sort'] = String((index + 1) * 10)
    setValues(expansion, draft, { option, place })
    if (advanced) refuseAdjust(expansion, key, place)
    else setAdjust(expansion, draft, { option, place })
    return finish(draft)
  })
}

/** The keys that are correct, in the order of the document. */
export function optionKeys(options: Readonly<Record<string, unknown>>, located: Located): string[] {
  return keysOf(located).filter((key) => Object.hasOwn(options, key))
}

interface One {
  readonly option: OptionDocument
  readonly place: Located
}

function setValues(expansion: Expansion, draft: Draft, { option, place }: One): void {
  const values = at(place, 'values')
  const parts = optionKeys(option.values, values).map((value) => {
    const label = option.values[value] ?? ''
    if (hasSeparator(value)) refusePart(expansion, value, keySpanOf(at(values, value)))
    if (hasSeparator(label)) refusePart(expansion, label, spanOf(at(values, value)))
    return `${value}=${label}`
  })
  if (parts.length === 0) {
    const message = `option "${draft.fields['o_group']}" has no values`
    report(expansion, {
      rule: 'option-shape',
      at: keySpanOf(values),
      message,
      fix: 'Add values: { s: Small, ... }, or remove the option.',
    })
  }
  setField(draft, 'o_value', { text: parts.join(','), parent: place, key: 'values' })
}

/** The store has values as `k=Label,...`, so neither part may contain `,` or `=`. */
function hasSeparator(part: string): boolean {
  return part.includes(',') || part.includes('=')
}

function refusePart(expansion: Expansion, part: string, place: SourceSpan): void {
  report(expansion, {
    rule: 'option-shape',
    at: place,
    message: `"${part}" contains a comma or an equals sign, which the store uses between option values`,
    fix: 'Write it without them.',
  })
}

function setAdjust(expansion: Expansion, draft: Draft, { option, place }: One): void {
  if (option.adjust === undefined) return
  const { adjust } = option
  const given = at(place, 'adjust')
  const parts = optionKeys(adjust, given).flatMap((value) => {
    const amount = shortestDecimal(adjust[value] ?? '0') ?? '0'
    const fault = adjustFault(value, amount, option)
    if (!fault) return [`${value}=${amount}`]
    report(expansion, { rule: 'option-shape', at: fault.onKey ? keySpanOf(at(given, value)) : spanOf(at(given, value)), ...fault.words })
    return []
  })
  setField(draft, 'price', { text: parts.join(','), parent: place, key: 'adjust' })
}

interface AdjustFault {
  readonly onKey: boolean
  readonly words: { readonly message: string; readonly fix: string }
}

function adjustFault(value: string, amount: string, option: OptionDocument): AdjustFault | undefined {
  if (!Object.hasOwn(option.values, value)) {
    const fix = meantSentence(value, Object.keys(option.values)) ?? 'Name one of the values of the option.'
    return { onKey: true, words: { message: `the option has no value "${value}"`, fix } }
  }
  if (amount !== '0') return undefined
  return { onKey: false, words: { message: `an adjustment of 0 changes nothing`, fix: 'Remove the value.' } }
}

function refuseAdjust(expansion: Expansion, key: string, place: Located): void {
  const given = at(place, 'adjust')
  if (given === place) return
  report(expansion, {
    rule: 'option-shape',
    at: keySpanOf(given),
    message: `option "${key}" adjusts prices, but the product has variants`,
    fix: 'Write prices in the variants: adjust is for options without variants.',
  })
}
