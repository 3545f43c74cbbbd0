import { multiplyDecimals } from '../records/decimal.ts'
import { stepKinds } from '../pricing/price-step.ts'
import { amountText } from '../pricing/price-words.ts'
import { formatCount } from '../source/counts.ts'
import { line, type Line, linesText, lineWidth, span, wrapLine } from './line.ts'
import { priceLayout, type PriceSide } from './price-layout.ts'
import { sanitizeLine } from './sanitize.ts'
import { padStart, widthOf } from './text-width.ts'
import type { Theme } from './theme.ts'

/** A price, for `planogram price`. */
export interface PriceView {
  /** The sku of the product or variant, and the title of the product. */
  readonly sku: string
  readonly title: string
  /** The query in words. */
  readonly query: string
  readonly quantity: number
  /** Why the store could not be read; `null` where it was read, and with `--offline`. */
  readonly failure: string | null
  /** Git first, then the store. */
  readonly sides: readonly PriceSide[]
}

/** One line of the table: a step of the calculation, and the price after it on each side (`undefined`: the side has no such step). */
interface Row {
  readonly text: string
  readonly assumed: readonly string[]
  readonly amounts: readonly (string | null | undefined)[]
}

/**
 * How a price is calculated, step by step, on both sides, and the assumptions below the table. No line is wider than `width`. Ends
 * with a newline.
 */
export function priceText(view: PriceView, theme: Theme, width: number): string {
  const rows = rowsOf(view.sides)
  const notes = [...new Set(rows.flatMap(({ assumed }) => assumed))]
  const lines: readonly Line[] = [
    ...titleLines(view, width),
    line(''),
    ...tableLines(view, { rows, notes, width }),
    ...view.sides.flatMap(({ name, reason }) =>
      reason === null ? [] : wrapLine(line(`${name}: ${sanitizeLine(reason)}`, 'risk'), width, '  '),
    ),
    ...(notes.length === 0 ? [] : [line(''), ...wrapLine(line('Assumptions (not in the document of the platform):', 'faint'), width)]),
    ...notes.flatMap((note, index) => wrapLine(line(`  [${index + 1}] ${note}`, 'faint'), width, '      ')),
  ]
  return linesText(lines, theme, width)
}

/** The first lines of a price: the sku with its title, and the query. */
export function titleLines({ sku, title, query }: Pick<PriceView, 'sku' | 'title' | 'query'>, width: number): readonly Line[] {
  const name = [span(sanitizeLine(sku), 'strong'), ...(title === '' ? [] : [span(` "${sanitizeLine(title)}"`)])]
  return [...wrapLine(name, width), ...wrapLine(line(sanitizeLine(query), 'faint'), width)]
}

function rowsOf(sides: readonly PriceSide[]): readonly Row[] {
  const all = sides.map(({ answer }) => answer?.steps ?? [])
  return stepKinds.flatMap((kind) => {
    const steps = Map.groupBy(
      all.flat().filter((step) => step.kind === kind),
      ({ text }) => text,
    )
    return [...steps].map(([text, same]) => ({
      text: sanitizeLine(text),
      assumed: [...new Set(same.flatMap((step) => step.assumed))],
      amounts: all.map((side) => side.find((step) => step.kind === kind && step.text === text)?.amount),
    }))
  })
}

interface Table {
  readonly rows: readonly Row[]
  readonly notes: readonly string[]
  readonly width: number
}

function tableLines(view: PriceView, { rows, notes, width }: Table): readonly Line[] {
  const total = totalOf(view)
  const all = [...rows, ...total]
  const amounts = view.sides.map((_, side) => all.map((row) => cellText(row.amounts[side])))
  const { columns, names, paid, move, isMoveInline, room } = priceLayout(view.sides, amounts, width)
  const priceLabel = total.length === 0 ? 'price' : 'price per piece'
  const label = Math.min(room, Math.max(...[priceLabel, ...all.map((row) => labelOf(row, notes))].map(widthOf)))
  const entry = (text: string, cells: readonly string[], tone: 'plain' | 'strong' | 'faint'): readonly Line[] => {
    const [first = [], ...rest] = wrapLine(line(text, tone), label, '  ')
    const gap = ' '.repeat(Math.max(0, label - lineWidth(first)))
    return [[...first, span(gap), ...cells.map((cell, side) => span(`  ${padStart(cell, columns[side] ?? 0)}`, tone))], ...rest]
  }
  const [head = [], ...more] = entry(priceLabel, paid, 'strong')
  return [
    ...entry('', names, 'faint'),
    ...rows.flatMap((row) => entry(labelOf(row, notes), row.amounts.map(cellText), 'plain')),
    line(`${' '.repeat(label)}${columns.map((column) => `  ${'\u2500'.repeat(column)}`).join('')}`, 'faint'),
    isMoveInline && move !== '' ? [...head, span(`  ${move}`, 'changed')] : head,
    ...more,
    ...total.flatMap((row) => entry(row.text, row.amounts.map(cellText), 'plain')),
    ...(isMoveInline || move === '' ? [] : [line(move, 'changed')]),
  ]
}

/** The price of all pieces, where there are several. */
function totalOf({ sides, quantity }: PriceView): readonly Row[] {
  const amounts = sides.map(({ answer }) => (answer?.price == null ? null : (multiplyDecimals(answer.price, String(quantity)) ?? null)))
  const hasTotal = quantity > 1 && amounts.some((amount) => amount !== null)
  return hasTotal ? [{ text: `all ${formatCount(quantity)} pieces`, assumed: [], amounts }] : []
}

function labelOf({ text, assumed }: Row, notes: readonly string[]): string {
  return assumed.length === 0 ? text : `${text} [${assumed.map((note) => notes.indexOf(note) + 1).join(', ')}]`
}

function cellText(amount: string | null | undefined): string {
  return amount === undefined || amount === null ? '\u00B7' : amountText(amount, null)
}
