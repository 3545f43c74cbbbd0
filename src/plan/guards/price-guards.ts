import { decimalSlip } from '../../pricing/decimal-slip.ts'
import { compareDecimals, multiplyDecimals, subtractDecimals } from '../../records/decimal.ts'
import type { LimitName } from '../../records/guard-limits.ts'
import type { GuardInput } from './guard-input.ts'
import { type GuardCase, type GuardResult, mostCases } from './guard-result.ts'
import { eachPaidPrice, type PaidPrice } from './paid-prices.ts'

/** A guard of prices: how bad a price is, higher numbers are worse; `null`: it is within the limit. */
type PriceGuard = (price: PaidPrice, limit: string) => number | null

/** `price_change`: a price moves by more than so many per cent, up or down. */
const priceChange: PriceGuard = ({ before, after }, limit) => {
  if (before === null || before === after || movesLess(before, after, Number(limit.slice(0, -1)))) return null
  const moved = subtractDecimals(after, before)?.replace('-', '') ?? '0'
  const allowed = multiplyDecimals(before, limit.slice(0, -1)) ?? '0'
  return isAbove(multiplyDecimals(moved, '100') ?? '0', allowed) ? ratioOf(before, after) : null
}

/** `price_floor`: a price that is new or moves, of a product that customers see, is under the floor. */
const priceFloor: PriceGuard = ({ before, after, isHidden }, limit) =>
  before !== after && !isHidden && isAbove(limit, after) ? -Number(after) : null

/** `decimal_slip`: a price is about 10, 100 or 1000 times what it was, or that part of it. */
const misplacedPoint: PriceGuard = ({ before, after }) => {
  const slip = before === null ? null : decimalSlip(before, after)
  return slip === null ? null : Number(slip.factor)
}

/** `tier_inversion`: a larger quantity costs more for each piece than a smaller one, and did not before. */
const tierInversion: PriceGuard = ({ before, after, smaller }) => {
  if (smaller === null || before === null || smaller.before === null) return null
  const isNew = isAbove(after, smaller.after) && !isAbove(before, smaller.before)
  return isNew ? ratioOf(smaller.after, after) : null
}

const priceGuardTable: readonly (readonly [LimitName, PriceGuard])[] = [
  ['price_change', priceChange],
  ['price_floor', priceFloor],
  ['decimal_slip', misplacedPoint],
  ['tier_inversion', tierInversion],
]

/** The guards of prices, in one pass over the prices that a plan changes. */
export function priceGuards(input: GuardInput): readonly GuardResult[] {
  const open = priceGuardTable.filter(([guard]) => input.limits[guard] !== 'off')
  const found = open.map(([guard, check]) => ({ guard, check, limit: input.limits[guard], count: 0, worst: [] as Ranked[] }))
  if (found.length === 0) return []
  eachPaidPrice(input, (price) => {
    for (const each of found) {
      const rank = each.check(price, each.limit)
      if (rank === null) continue
      each.count += 1
      addWorst(each.worst, { rank, price })
    }
  })
  return found.flatMap(({ guard, limit, count, worst }) =>
    count === 0 ? [] : [{ guard, limit, found: count, cases: worst.map(({ price }) => caseOf(guard, price)) }],
  )
}

interface Ranked {
  readonly rank: number
  readonly price: PaidPrice
}

/** Keeps the list sorted and short; of equal ones the earlier stays first. */
function addWorst(worst: Ranked[], found: Ranked): void {
  const at = worst.findIndex(({ rank }) => rank < found.rank)
  worst.splice(at < 0 ? worst.length : at, 0, found)
  if (worst.length > mostCases) worst.pop()
}

function caseOf(guard: LimitName, { change, sku, of, row, before, after, smaller }: PaidPrice): GuardCase {
  const shown = guard === 'tier_inversion' && smaller !== null ? { smaller: { start: smaller.start, price: smaller.after } } : {}
  return { address: change.address, source: change.source, price: { sku, of, row, before, after, ...shown } }
}

/** A fast path: true where a price moves by clearly less than so many per cent; false says nothing. */
function movesLess(before: string, after: string, percent: number): boolean {
  const [old, now] = [Number(before), Number(after)]
  return Math.abs(now - old) * 100 < old * percent - (old + now) * 1e-6
}

/** A fast path: decimals whose rounded numbers differ are in the order of these. */
function isAbove(left: string, right: string): boolean {
  const [a, b] = [Number(left), Number(right)]
  return a === b ? (compareDecimals(left, right) ?? 0) > 0 : a > b
}

/** How far two prices are apart, for the order of findings only: 1 or more, infinite where one of them is 0. */
function ratioOf(before: string, after: string): number {
  const ratio = Number(after) / Number(before)
  return Math.max(ratio, 1 / ratio)
}
