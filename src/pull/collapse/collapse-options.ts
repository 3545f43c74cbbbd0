import { options as optionsResource } from '../../resources/options.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { byCode } from '../../source/by-code.ts'
import { bare } from './collapse-fields.ts'
import { type DocumentMap, mapOf, unlessEmpty } from '../../yaml/document-value.ts'

/** An option with its values, parsed from `o_value`. */
export interface CollapsedOption {
  readonly key: string
  /** Value to label, in order. */
  readonly values: ReadonlyMap<string, string>
  readonly entry: DocumentMap
}

/**
 * The options of a product in the order of the store; `undefined` where they are not in the form `k=Label,...` (semantics.md 5), which a
 * document cannot express. `adjusts`: write the prices of values, which have no meaning with variants.
 */
export function collapseOptions(rows: readonly RecordTree[], adjusts: boolean): readonly CollapsedOption[] | undefined {
  const options = rows.toSorted(byOrder).map((row) => optionOf(row, adjusts))
  const known = options.flatMap((option) => option ?? [])
  const keys = new Set(known.map(({ key }) => key))
  return known.length === rows.length && keys.size === rows.length ? known : undefined
}

function byOrder(a: RecordTree, b: RecordTree): number {
  return sortOf(a.fields['o_sort']) - sortOf(b.fields['o_sort']) || byCode(a.fields['o_group'] ?? '', b.fields['o_group'] ?? '')
}

/** A sort as a number; 0 where it is missing or not a number. */
export function sortOf(text: string | undefined): number {
  const sort = Number(text ?? '')
  return Number.isNaN(sort) ? 0 : sort
}

function optionOf({ fields }: RecordTree, adjusts: boolean): CollapsedOption | undefined {
  const { o_group: key = '', o_label = '', o_widget = '', o_value = '', price = '' } = fields
  const values = pairsOf(o_value.trim())
  const adjust = pairsOf(price.trim())
  if (key === '' || !values || values.size === 0 || !adjust) return undefined
  const entry = mapOf(
    ['label', unlessDefault(o_label.trim(), key)],
    ['widget', unlessDefault(o_widget, optionsResource.fields.o_widget.values[0])],
    ['values', new Map(values)],
    ['adjust', adjusts ? unlessEmpty(amounts(adjust)) : undefined],
  )
  return { key, values, entry }
}

function unlessDefault(text: string, defaultText: string): string | undefined {
  return text === defaultText ? undefined : text
}

function amounts(adjust: ReadonlyMap<string, string>): DocumentMap {
  return new Map([...adjust].map(([value, amount]) => [value, bare(amount)] as const))
}

/** Parses `a=A,b=B`; `undefined` where the text has another form. An empty text has no pairs. */
function pairsOf(text: string): ReadonlyMap<string, string> | undefined {
  if (text === '') return new Map()
  const pairs = text.split(',').map((pair) => pair.split('='))
  const isRead = pairs.every(([key, value, ...rest]) => key !== undefined && key !== '' && value !== undefined && rest.length === 0)
  const map = new Map(pairs.map(([key = '', value = '']) => [key, value]))
  return isRead && map.size === pairs.length ? map : undefined
}
