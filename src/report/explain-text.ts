import { groupText, quantityText } from '../pricing/grid-row.ts'
import type { ExplainedField, ExplainedRow, Explanation, PlacedText, TakenAway } from '../catalogue/explain/explanation.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import type { Fields } from '../resources/resource.ts'
import { formatPrice } from './amounts.ts'
import { isPriceField } from './is-price-field.ts'
import { cutLine, line, type Line, paint, type Span, span, wrapLine } from './line.ts'
import { isSameLive, liveValue } from './live-value.ts'
import { sanitizeLine } from './sanitize.ts'
import { cutTo, padEnd, widthOf } from './text-width.ts'
import type { Theme } from './theme.ts'

/** An explanation, and the rows of the store in the same order; `live` is `null` where the store was not read. */
export interface ExplainView {
  readonly explanation: Explanation
  readonly live: readonly (Fields | null)[] | null
  /** Why the store was not read; `null` where it was, or where nobody asked for it. */
  readonly failure: string | null
  readonly store: string
  readonly locate: (span: SourceSpan) => SourcePlace
}

const widestName = 18
const mostBelow = 12
/** A text that is longer is cut; JSON has it whole. */
const widestValue = 100
const longestBefore = 40

/** An explanation for people: each field with its place, what it replaced, and what the store holds. Ends with a newline. */
export function explainText(view: ExplainView, theme: Theme, width: number): string {
  const { explanation, store, locate } = view
  const { address, at, rows, takenAway, below } = explanation
  const place = placeText(locate(at))
  const lines: readonly Line[] = [
    [span(sanitizeLine(address), 'strong'), span(`  for store ${sanitizeLine(store)}`, 'faint')],
    rows.length === 0 ? line(`absent for this store: removed at ${place}`, 'removed') : line(place, 'faint'),
    ...rows.map((row, index) => rowLines(view, row, index)).flatMap((shown) => (shown.length === 0 ? [] : [line(''), ...shown])),
    ...takenAway.flatMap((gone) => takenAwayLines(view, gone)),
  ]
  const wrapped = lines.flatMap((entry) => wrapLine(entry, width, hanging(entry)))
  return [...wrapped, ...belowLines(below, width)].map((entry) => `${paint(entry, theme).trimEnd()}\n`).join('')
}

/** A line that is broken goes on under its own text. */
function hanging(entry: Line): string {
  const text = entry.map((piece) => piece.text).join('')
  const first = entry.length > 1 && !text.startsWith(' ') ? (entry[0]?.text ?? '') : (/^ */.exec(text)?.[0] ?? '')
  return ' '.repeat(Math.min(widthOf(first), widestName + 2))
}

function takenAwayLines(view: ExplainView, { path, by, was }: TakenAway): Line[] {
  const indent = path === '' ? '' : '  '
  const head = [line(''), [span(`${sanitizeLine(path)}  `, 'name'), span('taken away for this store', 'removed')]]
  return [
    ...(path === '' ? [] : [...head, line(`${indent}at ${placeText(view.locate(by))}`, 'faint')]),
    [span(indent), beforeSpan(view, was)],
  ]
}

function rowLines(view: ExplainView, row: ExplainedRow, index: number): Line[] {
  const { explanation, live, store } = view
  const title = explanation.resource === 'PricingAdvanced' ? [line(gridCellName(row.identity), 'strong')] : []
  const stored = live === null ? undefined : (live[index] ?? null)
  const names = row.fields.map(({ field }) => sanitizeLine(field))
  const column = Math.min(widestName, Math.max(0, ...names.map(widthOf))) + 2
  // A field that is the store's own may differ: that is nothing to warn of.
  const managed = row.fields.filter(({ how }) => how === 'written' || how === 'derived')
  const isSame = stored !== null && stored !== undefined && managed.every((field) => differing(explanation, field, stored) === undefined)
  const held = managed.length === 0 ? 'has it' : isSame ? 'holds the same' : 'differs'
  const summary = stored === null ? 'does not have it' : held
  const isSaid = stored !== undefined && row.fields.every(({ how }) => how !== 'unmanaged')
  const inStore = isSaid ? [line(`store ${sanitizeLine(store)} ${summary}`, isSame ? 'faint' : 'changed')] : []
  return [...title, ...inStore, ...row.fields.flatMap((field) => fieldLines(view, { field, stored: stored ?? null, column }))]
}

/** What the store holds where that is not what the catalogue wants; `undefined` where it is, or where nobody can say. */
function differing({ resource }: Explanation, { field, value }: ExplainedField, stored: Fields): string | undefined {
  const live = liveValue(stored, field)
  if (resource === 'File' && live === null) return undefined
  return value !== null && isSameLive(resource, field, [value, live ?? '']) ? undefined : (live ?? '')
}

/** "group dealer from quantity 12 to 47, forced in EUR". */
function gridCellName({ group_code: group = '', currency_code: currency = '', start = '', end = '' }: Fields): string {
  const range = quantityText(Number(start), Number(end))
  return sanitizeLine(`${groupText(group)} ${range}${currency === '' ? '' : `, forced in ${currency}`}`)
}

interface Shown {
  readonly field: ExplainedField
  /** The store's row; `null` where there is none or it was not read. */
  readonly stored: Fields | null
  readonly column: number
}

function fieldLines(view: ExplainView, { field, stored, column }: Shown): Line[] {
  const { locate, explanation } = view
  const shown = (text: string): string => quoted(isPriceField(explanation.resource, field.field) ? formatPrice(text) : text)
  const value = field.value === null ? span('not managed', 'faint') : span(shown(field.value), 'plain')
  const live = stored ? differing(explanation, field, stored) : undefined
  const indent = ' '.repeat(column)
  const notes: readonly Span[] = [
    ...(field.how === 'unmanaged' ? [] : [span(whereText(field, locate(field.at)), 'faint')]),
    ...fromSpans(view, field),
    ...field.parts.map(({ key, now, was }) => partSpan(view, key, [now, was])),
    ...(field.file === null ? [] : [span(`from the file ${sanitizeLine(field.file)}`, 'faint')]),
    ...field.before.map((was) => beforeSpan(view, was)),
    ...(live === undefined ? [] : [span(`in the store: ${shown(live)}`, 'changed')]),
  ]
  const name = span(padEnd(sanitizeLine(field.field), column), 'name')
  return [cutLine([name, value], widestValue), ...notes.map((note) => [span(indent), note])]
}

/** For a price of a list: the pricing that names it, the lists on the way, the price that it was made from. */
function fromSpans(view: ExplainView, { through, from }: ExplainedField): Span[] {
  const [written, ...lists] = from.toReversed()
  return [
    ...(through ? [span(`by the pricing ${whatAndWhere(view, through)}`, 'faint')] : []),
    ...lists
      .toReversed()
      .map((list) => span(`by way of ${originWords(list.origin).at(-1) ?? 'a price list'} at ${placeText(view.locate(list.at))}`, 'faint')),
    ...(written ? [span(`made from ${whatAndWhere(view, written)}`, 'faint')] : []),
  ]
}

function partSpan(view: ExplainView, key: string, [now, was]: readonly [PlacedText, PlacedText]): Span {
  return span(`${sanitizeLine(key)}: ${whatAndWhere(view, now)}, instead of ${whatAndWhere(view, was)}`, 'faint')
}

/** "prices.yaml:9:17, price list tees"; for what nobody wrote, the entry that it follows from. */
function whereText({ how, origin }: ExplainedField, place: SourcePlace): string {
  const at = placeText(place)
  if (how === 'derived') return 'follows from the entry'
  return [at, ...originWords(origin), ...(how === 'on-create' ? ["set on create, then the store's"] : [])].join(', ')
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

function beforeSpan(view: ExplainView, was: PlacedText): Span {
  return span(`instead of ${whatAndWhere(view, was)}`, 'faint')
}

function whatAndWhere({ locate }: ExplainView, { text, at, origin }: PlacedText): string {
  return `${shortened(sanitizeLine(text))} at ${[placeText(locate(at)), ...originWords(origin)].join(', ')}`
}

function belowLines(below: readonly string[], width: number): Line[] {
  if (below.length === 0) return []
  const more = below.length > mostBelow ? [`and ${below.length - mostBelow} more`] : []
  const named = [...below.slice(0, mostBelow).map(sanitizeLine), ...more].join(', ')
  return [line(''), ...wrapLine(line(`Below it: ${named}`, 'faint'), width, '  ')]
}

function quoted(value: string): string {
  return value === '' ? '(empty)' : sanitizeLine(value.replace(/\s+/g, ' '))
}

function shortened(text: string): string {
  return cutTo(text, longestBefore)
}

function placeText({ file, line: row, column }: SourcePlace): string {
  return `${sanitizeLine(file)}:${row}:${column}`
}
