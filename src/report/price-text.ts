import type { PriceAnswer } from '../records/pricing/effective-price.ts'
import { assumptionsOf, stepKinds } from '../records/pricing/price-step.ts'
import { amountText } from '../records/pricing/price-words.ts'
import { formatMove } from './amounts.ts'
import { cutLine, line, type Line, paint, span, wrapLine } from './line.ts'
import { sanitizeLine } from './sanitize.ts'
import { padEnd, padStart, widthOf } from './text-width.ts'
import type { Theme } from './theme.ts'

/** One side of the comparison, such as `in git`. `answer` is `null` where the side has no such sku: `reason` says so. */
export interface PriceSide {
  readonly id: 'desired' | 'live'
  readonly name: string
  readonly answer: PriceAnswer | null
  readonly reason: string | null
}

/** A price as `planogram price` shows it. */
export interface PriceView {
  /** The sku that is bought, and the title of its product. */
  readonly sku: string
  readonly title: string
  /** Who buys what and when, in words. */
  readonly query: string
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
export function titleLines({ sku, title, query }: Omit<PriceView, 'sides'>, width: number): readonly Line[] {
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
      assumed: [...new Set(same.flatMap(assumptionsOf))],
      amounts: all.map((side) => side.find((step) => step.kind === kind && step.text === text)?.amount),
    }))
  })
}

interface Table {
  readonly rows: readonly Row[]
  readonly notes: readonly string[]
  readonly width: number
}

function tableLines({ sides }: PriceView, { rows, notes, width }: Table): readonly Line[] {
  const paid = sides.map(({ answer }) =>
    answer === null || answer.price === null ? 'no price' : sanitizeLine(amountText(answer.price, answer.currency)),
  )
  const columns = sides.map(({ name }, side) => Math.max(widthOf(name), widthOf(paid[side] ?? '')))
  const move = formatMove(sides[1]?.answer?.price ?? null, sides[0]?.answer?.price ?? null)
  const room = Math.max(20, width - columns.reduce((sum, column) => sum + column + 2, 0) - (move === '' ? 0 : widthOf(move) + 2))
  const numbers = (texts: readonly string[], tone: 'plain' | 'strong' | 'faint'): Line =>
    texts.map((text, side) => span(`  ${padStart(text, columns[side] ?? 0)}`, tone))
  const label = Math.min(room, Math.max(...rows.map((row) => widthOf(labelOf(row, notes))), widthOf('a customer pays')))
  return [
    [
      span(' '.repeat(label)),
      ...numbers(
        sides.map(({ name }) => name),
        'faint',
      ),
    ],
    ...rows.flatMap((row): readonly Line[] => {
      const [first = [], ...rest] = wrapLine(line(labelOf(row, notes)), label, '  ')
      const text = first.map((piece) => piece.text).join('')
      return [[span(padEnd(text, label)), ...numbers(row.amounts.map(cellText), 'plain')], ...rest]
    }),
    line(`${' '.repeat(label)}${columns.map((column) => `  ${'\u2500'.repeat(column)}`).join('')}`, 'faint'),
    [span(padEnd('a customer pays', label), 'strong'), ...numbers(paid, 'strong'), ...(move === '' ? [] : [span(`  ${move}`, 'changed')])],
  ]
}

function labelOf({ text, assumed }: Row, notes: readonly string[]): string {
  return assumed.length === 0 ? text : `${text} [${assumed.map((note) => notes.indexOf(note) + 1).join(', ')}]`
}

function cellText(amount: string | null | undefined): string {
  return amount === undefined || amount === null ? '\u00B7' : amountText(amount, null)
}
