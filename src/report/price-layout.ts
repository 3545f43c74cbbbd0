import type { PriceAnswer } from '../pricing/effective-price.ts'
import { amountText } from '../pricing/price-words.ts'
import { formatMove } from './amounts.ts'
import { sanitizeLine } from './sanitize.ts'
import { widthOf } from './text-width.ts'

/** One side of the comparison, such as `in git`. `answer` is `null` where the side has no such sku; `reason` is the message. */
export interface PriceSide {
  readonly id: 'desired' | 'live'
  readonly name: string
  readonly answer: PriceAnswer | null
  readonly reason: string | null
}

/** The columns of amounts: their texts and widths. */
export interface PriceLayout {
  readonly names: readonly string[]
  /** What a customer pays. */
  readonly paid: readonly string[]
  readonly columns: readonly number[]
  /** The change of the price in per cent, empty where it does not change; and whether it fits behind the prices. */
  readonly move: string
  readonly isMoveInline: boolean
  /** Columns left for the reasons. */
  readonly room: number
}

/** Narrower reasons are hard to read. */
const minRoom = 20

/** What is omitted in narrow terminals, in this order; amounts are never cut. */
const variants = [
  { isShort: false, isMoveInline: true, hasCurrency: true },
  { isShort: true, isMoveInline: true, hasCurrency: true },
  { isShort: true, isMoveInline: false, hasCurrency: true },
  { isShort: true, isMoveInline: false, hasCurrency: false },
] as const

const shortNames: Readonly<Record<PriceSide['id'], string>> = { desired: 'git', live: 'store' }

/** The widest layout of the amounts of both sides that leaves room for the reasons; `amounts` are those besides the price itself. */
export function priceLayout(sides: readonly PriceSide[], amounts: readonly (readonly string[])[], width: number): PriceLayout {
  const move = formatMove(sides[1]?.answer?.price ?? null, sides[0]?.answer?.price ?? null)
  const layouts = variants.map(({ isShort, isMoveInline, hasCurrency }): PriceLayout => {
    const names = sides.map(({ id, name }) => (isShort ? shortNames[id] : sanitizeLine(name)))
    const paid = sides.map(({ answer }) => paidText(answer, hasCurrency))
    const columns = sides.map((_, side) => Math.max(...[names[side] ?? '', paid[side] ?? '', ...(amounts[side] ?? [])].map(widthOf)))
    const behind = isMoveInline && move !== '' ? widthOf(move) + 2 : 0
    const room = width - behind - columns.reduce((sum, column) => sum + column + 2, 0)
    return { names, paid, columns, move, isMoveInline, room: Math.max(1, room) }
  })
  const [first, ...others] = layouts.toReversed()
  return others.reduce((best, layout) => (layout.room >= minRoom ? layout : best), first ?? emptyLayout)
}

const emptyLayout: PriceLayout = { names: [], paid: [], columns: [], move: '', isMoveInline: false, room: 1 }

function paidText(answer: PriceAnswer | null, hasCurrency: boolean): string {
  if (answer === null || answer.price === null) return 'no price'
  return sanitizeLine(amountText(answer.price, hasCurrency ? answer.currency : null))
}
