import { multiplyDecimals } from '../records/decimal.ts'
import { stepKinds } from '../pricing/price-step.ts'
import { amountText } from '../pricing/price-words.ts'
import { formatCount } from './amounts.ts'
import { cutLine, line, type Line, lineWidth, paint, span, wrapLine } from './line.ts'
import { priceLayout, type PriceSide } from './price-layout.ts'
import { sanitizeLine } from './sanitize.ts'
import { padStart, widthOf } from './text-width.ts'
import type { Theme } from './theme.ts'

/** A price as `planogram price` shows it. */
export interface PriceView {
  /** The sku that is bought, and the title of its product. */
  readonly sku: string
  readonly title: string
  /** Who buys what and when, in words. */
  readonly query: string
  readonly quantity: number
  /** Why the store was not read; `null` where it was, or where nobody asked for it. */
  readonly failure: string | null
  /** The new side first. */
  readonly sides: readonly PriceSide[]
}

/** One line of the table: a reason, and the price after it on each side (`undefined`: the side has no such step). */
interface Row {
  readonly text: string
  readonly assumed: readonly string[]
  readonly amounts: readonly (string | null | undefined)[]
}

/**
 * How a price comes about, step by step, side by side, with what of it is assumed beneath. No line is wider than `width`. Ends
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
    ...(notes.length === 0 ? [] : [line(''), ...wrapLine(line('Assumed, because the platform does not show it:', 'faint'), width)]),
    ...notes.flatMap((note, index) => wrapLine(line(`  [${index + 1}] ${note}`, 'faint'), width, '      ')),
  ]
  return lines.map((entry) => `${paint(cutLine(entry, width), theme).trimEnd()}\n`).join('')
}

/** The head of a price: the sku with its title, and who buys. */
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
  const pays = total.length === 0 ? 'a customer pays' : 'a customer pays for each'
  const label = Math.min(room, Math.max(...[pays, ...all.map((row) => labelOf(row, notes))].map(widthOf)))
  const entry = (text: string, cells: readonly string[], tone: 'plain' | 'strong' | 'faint'): readonly Line[] => {
    const [first = [], ...rest] = wrapLine(line(text, tone), label, '  ')
    const gap = ' '.repeat(Math.max(0, label - lineWidth(first)))
    return [[...first, span(gap), ...cells.map((cell, side) => span(`  ${padStart(cell, columns[side] ?? 0)}`, tone))], ...rest]
  }
  const [head = [], ...more] = entry(pays, paid, 'strong')
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

/** What all pieces come to, where that is more than the price itself. */
function totalOf({ sides, quantity }: PriceView): readonly Row[] {
  const amounts = sides.map(({ answer }) => (answer?.price == null ? null : (multiplyDecimals(answer.price, String(quantity)) ?? null)))
  const isWorthIt = quantity > 1 && amounts.some((amount) => amount !== null)
  return isWorthIt ? [{ text: `all ${formatCount(quantity)} pieces`, assumed: [], amounts }] : []
}

function labelOf({ text, assumed }: Row, notes: readonly string[]): string {
  return assumed.length === 0 ? text : `${text} [${assumed.map((note) => notes.indexOf(note) + 1).join(', ')}]`
}

function cellText(amount: string | null | undefined): string {
  return amount === undefined || amount === null ? '\u00B7' : amountText(amount, null)
}
