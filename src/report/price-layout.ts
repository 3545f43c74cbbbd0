import type { PriceAnswer } from '../pricing/effective-price.ts'
import { amountText } from '../pricing/price-words.ts'
import { formatMove } from './amounts.ts'
import { sanitizeLine } from './sanitize.ts'
import { widthOf } from './text-width.ts'

/** One side of the comparison, such as `in git`. `answer` is `null` where the side has no such sku: `reason` says so. */
export interface PriceSide {
  readonly id: 'desired' | 'live'
  readonly name: string
  readonly answer: PriceAnswer | null
  readonly reason: string | null
}

/** What stands in the columns of amounts, and how wide they are. */
export interface PriceLayout {
  readonly names: readonly string[]
  /** What a customer pays. */
  readonly paid: readonly string[]
  readonly columns: readonly number[]
  /** By how much the price moves, and whether there is room for it behind the prices; empty: it does not. */
  readonly move: string
  readonly isMoveInline: boolean
  /** What is left for the reasons. */
  readonly room: number
}

/** Reasons narrower than this cannot be read. */
const leastRoom = 20

/** What a narrow terminal can do without, one after the other: amounts are never cut. */
const ways = [
  { isShort: false, isMoveInline: true, hasCurrency: true },
  { isShort: true, isMoveInline: true, hasCurrency: true },
  { isShort: true, isMoveInline: false, hasCurrency: true },
  { isShort: true, isMoveInline: false, hasCurrency: false },
] as const

const shortNames: Readonly<Record<PriceSide['id'], string>> = { desired: 'git', live: 'store' }

/** The widest way to lay out the amounts of both sides that leaves the reasons room; `amounts` are those beside the price itself. */
export function priceLayout(sides: readonly PriceSide[], amounts: readonly (readonly string[])[], width: number): PriceLayout {
  const move = formatMove(sides[1]?.answer?.price ?? null, sides[0]?.answer?.price ?? null)
  const layouts = ways.map(({ isShort, isMoveInline, hasCurrency }): PriceLayout => {
    const names = sides.map(({ id, name }) => (isShort ? shortNames[id] : sanitizeLine(name)))
    const paid = sides.map(({ answer }) => paidText(answer, hasCurrency))
    const columns = sides.map((_, side) => Math.max(...[names[side] ?? '', paid[side] ?? '', ...(amounts[side] ?? [])].map(widthOf)))
    const behind = isMoveInline && move !== '' ? widthOf(move) + 2 : 0
    const room = width - behind - columns.reduce((sum, column) => sum + column + 2, 0)
    return { names, paid, columns, move, isMoveInline, room: Math.max(1, room) }
  })
  const [first, ...others] = layouts.toReversed()
  return others.reduce((best, layout) => (layout.room >= leastRoom ? layout : best), first ?? emptyLayout)
}

const emptyLayout: PriceLayout = { names: [], paid: [], columns: [], move: '', isMoveInline: false, room: 1 }

function paidText(answer: PriceAnswer | null, hasCurrency: boolean): string {
  if (answer === null || answer.price === null) return 'no price'
  return sanitizeLine(amountText(answer.price, hasCurrency ? answer.currency : null))
}
