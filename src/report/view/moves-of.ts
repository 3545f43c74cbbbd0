import { canMovePrice, type PaidPrice, pricesOfChange } from '../../plan/guards/paid-prices.ts'
import { decimalSlip } from '../../pricing/decimal-slip.ts'
import { quantitiesOf } from '../../pricing/grid-row.ts'
import type { Change, FieldChange } from '../../diff/change.ts'
import { formatMove, formatPrice, moveRatio } from '../amounts.ts'
import { groupName, rangeName } from '../grid-table.ts'
import { linePlaceText } from '../place-text.ts'
import { sanitizeLine } from '../sanitize.ts'
import type { PriceMove, UnitRef } from './cause-view.ts'
import type { ChangeView } from './root-view.ts'

/** A price that moves, before it is worded. */
export interface Move {
  readonly price: PaidPrice & { readonly before: string }
  /** The natural logarithm of after / before; `null` where one of them is 0. */
  readonly logRatio: number | null
}

/** The prices that a change moves, as customers pay them: cells of a grid that have a price before and after, and simple prices. */
export function movesOf(view: ChangeView): readonly PriceMove[] {
  return rawMovesOf(view).map(moveInWords)
}

const none: readonly Move[] = []

/** The same before they are worded. */
export function rawMovesOf({ change, payment }: ChangeView): readonly Move[] {
  if (change.kind === 'file' || change.action === 'cannot' || !canMovePrice(change)) return none
  const moves: Move[] = []
  for (const price of pricesOfChange(change, payment)) {
    if (!hasBefore(price)) continue
    const before = Number(price.before)
    const after = Number(price.after)
    if (before === after) continue
    const ratio = after / before
    moves.push({ price, logRatio: ratio > 0 && Number.isFinite(ratio) ? Math.log(ratio) : null })
  }
  // A copy has no room for more.
  return moves.length === 0 ? none : moves.slice()
}

/** The moves of a change as new prices divided by old ones, to six digits; without those of a price that was 0. */
export function paidRatios(view: ChangeView): readonly number[] {
  return ratiosOf(rawMovesOf(view))
}

/** The same of the prices of a grid in one currency; empty: of those that are not forced in any. */
export function paidRatiosIn(view: ChangeView, currency: string): readonly number[] {
  return ratiosOf(rawMovesOf(view).filter(({ price }) => price.row?.currency_code === currency))
}

function ratiosOf(moves: readonly Move[]): readonly number[] {
  return moves.flatMap(({ price: { before, after } }) => moveRatio(before, after) ?? []).filter((ratio) => ratio !== 1)
}

function hasBefore(price: PaidPrice): price is Move['price'] {
  return price.before !== null
}

/** The field of a record that moves its price; `null` where the unit is the whole change. */
export function pricedField({ change }: ChangeView): UnitRef['field'] {
  if (change.kind !== 'record' || change.action !== 'update') return null
  const isPriced = change.paid?.discount === undefined ? isPrice : isDiscount
  return change.fields.find(isPriced)?.field ?? change.fields[0]?.field ?? null
}

function isPrice({ field }: FieldChange): boolean {
  return field === 'price'
}

function isDiscount({ field }: FieldChange): boolean {
  return field === 'discount' || field === 'timed_promotion'
}

/** True for a price that moves as if its decimal point were misplaced. */
export function isSlipped({ price: { before, after } }: Move): boolean {
  return decimalSlip(before, after) !== null
}

/** By how many per cent a price moves, to compare it with a limit. Rounded to a millionth: from 1.00 to 1.10 it is 10, not a little more. */
export function percentOfMove({ price: { before, after } }: Pick<Move, 'price'>): number {
  return Math.round((Number(after) / Number(before) - 1) * 1e8) / 1e6
}

/** A move with its words. */
export function moveInWords({ price, logRatio }: Move): PriceMove {
  const { sku, before, after } = price
  return {
    sku: sanitizeLine(sku),
    where: whereOf(price),
    before: formatPrice(sanitizeLine(before)),
    after: formatPrice(sanitizeLine(after)),
    percent: formatMove(before, after),
    logRatio,
    place: pricePlace(price.change, price.row),
  }
}

/** Where a price is written, sanitized: that of the row of its grid, else that of its change; empty where it is in no document. */
export function pricePlace(change: Change, row: PaidPrice['row']): string {
  const { source } = change
  return linePlaceText(source && { file: source.file, line: lineOfPrice(change, row) || source.line })
}

function lineOfPrice(change: Change, row: PaidPrice['row']): number {
  const { priceLines = [] } = change
  if (change.kind !== 'grid') return priceLines[0] ?? 0
  if (row === null || priceLines.length === 0) return 0
  const at = change.grid.after.findIndex(({ group_code, currency_code, ...quantities }) => {
    const { from, to } = quantitiesOf(quantities)
    return group_code === row.group_code && currency_code === row.currency_code && from <= Number(row.start) && Number(row.start) <= to
  })
  return priceLines[at] ?? 0
}

function whereOf({ row, end = null, of }: PaidPrice): string {
  if (row === null) return { grid: '', simple: '', option: 'with an option', discount: 'discounted' }[of]
  const range = rangeName({ from: Number(row.start), to: end })
  return sanitizeLine(`${groupName(row.group_code)} ${range} ${row.currency_code}`.trimEnd())
}

/** The move of a change that is farthest from the median of its cause, or farthest of all; `undefined` where it moves no price. */
export function farthestMove(view: ChangeView, medianLog = 0): PriceMove | undefined {
  const farthest = farthestOf(rawMovesOf(view), medianLog)
  return farthest && moveInWords(farthest)
}

/** The line of the price that moves most, in the document of the change; `null` where no price moves or the change is in no document. */
export function farthestLine(view: ChangeView): number | null {
  const farthest = farthestOf(rawMovesOf(view))
  const { source } = view.change
  return farthest === undefined || source === null ? null : lineOfPrice(view.change, farthest.price.row) || source.line
}

/** The move that is farthest from a median, by default the largest one, and the first of equal ones; `undefined` where there are none. */
export function farthestOf(moves: readonly Move[], medianLog = 0): Move | undefined {
  const [first] = moves
  return first && moves.reduce((most, move) => (distanceOf(move, medianLog) > distanceOf(most, medianLog) ? move : most))
}

/** How far a move is from a median, both as logarithms of after / before; infinite where one of its prices is 0. Default: how far it moves. */
export function distanceOf({ logRatio }: Pick<Move, 'logRatio'>, medianLog = 0): number {
  return logRatio === null ? Number.POSITIVE_INFINITY : Math.abs(logRatio - medianLog)
}

/** Sorts by distance, the nearest first; infinite distances are equal. */
export function compareDistances(a: number, b: number): number {
  return a === b ? 0 : a - b
}

/** A price move as `TEE dealer 10-49: 8.50 → 12.00 (▲41.2 %)`. */
export function moveSentence({ sku, where, before, after, percent }: PriceMove): string {
  const name = where === '' ? sku : `${sku} ${where}`
  return `${name}: ${before} \u2192 ${after}${percent === '' ? '' : ` (${percent})`}`
}
