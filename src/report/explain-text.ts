import { groupText, quantityText } from '../pricing/grid-row.ts'
import type { ExplainedField, ExplainedRow, Explanation, PlacedText, TakenAway } from '../catalogue/explain/explanation.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import type { Fields } from '../resources/resource.ts'
import { formatPrice } from './amounts.ts'
import { isPriceField } from './is-price-field.ts'
import { cutLine, line, type Line, linesText, type Span, span, wrapLine } from './line.ts'
import { isSameLive, liveValue } from './live-value.ts'
import { placeText } from './place-text.ts'
import { sanitizeLine } from './sanitize.ts'
import { cutTo, padEnd, widthOf } from './text-width.ts'
import { shellWord } from './shell-word.ts'
import type { Theme } from './theme.ts'

/** An explanation, and the rows of the store in the same order; `live` is `null` where the store was not read. */
export interface ExplainView {
  readonly explanation: Explanation
  readonly live: readonly (Fields | null)[] | null
  /** Why the store could not be read; `null` where it was read, and with `--offline`. */
  readonly failure: string | null
  readonly store: string
}

/** Line and column of a span in the documents of the catalogue. */
export type Locate = (span: SourceSpan) => SourcePlace

/** A line and the indentation of the lines that it is wrapped to. */
interface Entry {
  readonly spans: Line
  readonly indent: string
}

const widestName = 18
const mostChildren = 12
/** Longest value in full; JSON has every value in full. */
const widestValue = 100
const longestReplaced = 40

/** An explanation for people: each field with its place, what it replaced, and the value in the store. Ends with a newline. */
export function explainText(view: ExplainView, locate: Locate, { theme, width }: { theme: Theme; width: number }): string {
  const { explanation, store } = view
  const { address, at, rows, takenAway, below } = explanation
  const place = placeText(locate(at))
  const entries: readonly Entry[] = [
    entry([span(sanitizeLine(address), 'strong'), span(`  for store ${sanitizeLine(store)}`, 'faint')], '  '),
    ...headEntries(explanation, place),
    ...rows.flatMap((row, index) => afterBlankLine(rowEntries(view, locate, { row, stored: view.live?.[index] ?? null }))),
    ...takenAway.flatMap((removed) => removedEntries(removed, locate)),
    ...afterBlankLine(childEntries(below)),
  ]
  const lines = entries.flatMap(({ spans, indent }) => wrapLine(spans, width, indent))
  return linesText(lines, theme)
}

/** Where a record is declared, what removed it, or which one takes its place and how to see that. */
function headEntries({ rows, movedTo }: Explanation, place: string): readonly Entry[] {
  if (movedTo === undefined)
    return [entry(rows.length === 0 ? line(`absent for this store: removed at ${place}`, 'removed') : line(place, 'faint'))]
  const address = sanitizeLine(movedTo)
  return [
    entry([span(`moved to ${address}`, 'changed'), span(`  at ${place}`, 'faint')]),
    entry([span('To see it, run '), span(`planogram explain ${shellWord(address)}`, 'strong'), span('.')], '  '),
  ]
}

function entry(spans: Line, indent = ''): Entry {
  return { spans, indent }
}

function afterBlankLine(entries: readonly Entry[]): readonly Entry[] {
  return entries.length === 0 ? [] : [entry(line('')), ...entries]
}

/** What an overlay removed: the record itself where `path` is empty, else a part of it. */
function removedEntries({ path, by, was }: TakenAway, locate: Locate): readonly Entry[] {
  if (path === '') return [entry([replacedSpan(was, locate)])]
  return [
    entry(line('')),
    entry([span(`${sanitizeLine(path)}  `, 'name'), span('removed for this store', 'removed')], '  '),
    entry([span('  '), span(`at ${placeText(locate(by))}`, 'faint')], '  '),
    entry([span('  '), replacedSpan(was, locate)], '  '),
  ]
}

interface RowView {
  readonly row: ExplainedRow
  /** The row of the store; `null` where it has none or was not read. */
  readonly stored: Fields | null
}

function rowEntries(view: ExplainView, locate: Locate, { row, stored }: RowView): readonly Entry[] {
  const { resource } = view.explanation
  const title = resource === 'PricingAdvanced' ? [entry(line(gridCellName(row.identity), 'strong'))] : []
  const names = row.fields.map(({ field }) => sanitizeLine(field))
  const column = Math.min(widestName, Math.max(0, ...names.map(widthOf))) + 2
  const fields = row.fields.flatMap((field) => fieldEntries(field, locate, { resource, stored, column }))
  return [...title, ...storeEntries(view, { row, stored }), ...fields]
}

/** Whether the store has the row with the same values; empty where it was not read, or where a field of the row is not managed. */
function storeEntries({ explanation, live, store }: ExplainView, { row, stored }: RowView): readonly Entry[] {
  if (live === null || row.fields.some(({ how }) => how === 'unmanaged')) return []
  const name = `store ${sanitizeLine(store)}`
  if (stored === null) return [entry(line(`not in ${name}`, 'changed'))]
  // A difference in a field that the store owns is expected.
  const managed = row.fields.filter(({ how }) => how === 'written' || how === 'derived')
  if (managed.length === 0) return [entry(line(`exists in ${name}`, 'faint'))]
  const isSame = managed.every((field) => differing(explanation.resource, field, stored) === undefined)
  return [entry(isSame ? line(`matches ${name}`, 'faint') : line(`differs from ${name}`, 'changed'))]
}

/** The value in the store where it differs from the catalogue; `undefined` where it does not, or where the store does not show it. */
function differing(resource: Explanation['resource'], { field, value }: ExplainedField, stored: Fields): string | undefined {
  const live = liveValue(stored, field)
  if (resource === 'File' && live === null) return undefined
  return value !== null && isSameLive(resource, field, [value, live ?? '']) ? undefined : (live ?? '')
}

/** "group dealer from quantity 12 to 47, forced in EUR". */
function gridCellName({ group_code: group = '', currency_code: currency = '', start = '', end = '' }: Fields): string {
  const range = quantityText(Number(start), Number(end))
  return sanitizeLine(`${groupText(group)} ${range}${currency === '' ? '' : `, forced in ${currency}`}`)
}

interface FieldView {
  readonly resource: Explanation['resource']
  readonly stored: Fields | null
  /** Where the values start. */
  readonly column: number
}

function fieldEntries(field: ExplainedField, locate: Locate, { resource, stored, column }: FieldView): readonly Entry[] {
  const shown = (text: string): string => quoted(isPriceField(resource, field.field) ? formatPrice(text) : text)
  const value = field.value === null ? span('not managed', 'faint') : span(shown(field.value), 'plain')
  const live = stored === null ? undefined : differing(resource, field, stored)
  const notes: readonly Span[] = [
    ...(field.how === 'unmanaged' ? [] : [span(whereText(field, locate(field.at)), 'faint')]),
    ...priceSpans(field, locate),
    ...field.parts.map((part) => partSpan(part, locate)),
    ...(field.file === null ? [] : [span(`from the file ${sanitizeLine(field.file)}`, 'faint')]),
    ...field.before.map((was) => replacedSpan(was, locate)),
    ...(live === undefined ? [] : [span(`in the store: ${shown(live)}`, 'changed')]),
  ]
  const indent = ' '.repeat(column)
  const name = span(padEnd(sanitizeLine(field.field), column), 'name')
  return [entry(cutLine([name, value], widestValue), indent), ...notes.map((note) => entry([span(indent), note], indent))]
}

/** For a price of a list: the `pricing` that names the list, the lists that it extends, and the price that it is calculated from. */
function priceSpans({ through, from }: ExplainedField, locate: Locate): Span[] {
  const [written, ...lists] = from.toReversed()
  return [
    ...(through ? [span(`through pricing ${whatAndWhere(through, locate)}`, 'faint')] : []),
    ...lists
      .toReversed()
      .map((list) => span(`through ${originWords(list.origin).at(-1) ?? 'a price list'} at ${placeText(locate(list.at))}`, 'faint')),
    ...(written ? [span(`calculated from ${whatAndWhere(written, locate)}`, 'faint')] : []),
  ]
}

function partSpan({ key, now, was }: ExplainedField['parts'][number], locate: Locate): Span {
  return span(`${sanitizeLine(key)}: ${whatAndWhere(now, locate)}, instead of ${whatAndWhere(was, locate)}`, 'faint')
}

/** "prices.yaml:9:17, price list tees"; for a value that is written nowhere, that it is derived. */
function whereText({ how, origin }: ExplainedField, place: SourcePlace): string {
  if (how === 'derived') return 'derived from the entry'
  return [placeText(place), ...originWords(origin), ...(how === 'on-create' ? ['set on create, then owned by the store'] : [])].join(', ')
}

function originWords({ layer, region }: ExplainedField['origin']): string[] {
  return [...(layer === 'overlay' ? ['overlay'] : []), ...(region ? [sanitizeLine(regionWords(region))] : [])]
}

function regionWords({ kind, name }: NonNullable<ExplainedField['origin']['region']>): string {
  switch (kind) {
    case 'defaults':
      return `defaults of ${name === '' ? 'the catalogue' : `${name}/`}`
    case 'price list':
      return `price list ${name}`
    case 'each':
    case 'list':
    case 'override':
      return kind
    default:
      return kind satisfies never
  }
}

function replacedSpan(was: PlacedText, locate: Locate): Span {
  return span(`instead of ${whatAndWhere(was, locate)}`, 'faint')
}

function whatAndWhere({ text, at, origin }: PlacedText, locate: Locate): string {
  return `${cutTo(sanitizeLine(text), longestReplaced)} at ${[placeText(locate(at)), ...originWords(origin)].join(', ')}`
}

function childEntries(below: readonly string[]): readonly Entry[] {
  if (below.length === 0) return []
  const more = below.length > mostChildren ? [`(and ${below.length - mostChildren} more)`] : []
  const named = below.slice(0, mostChildren).map(sanitizeLine).join(', ')
  return [entry(line([`Records below: ${named}`, ...more].join(' '), 'faint'), '  ')]
}

function quoted(value: string): string {
  return value === '' ? '(empty)' : sanitizeLine(value.replace(/\s+/g, ' '))
}
