import type { Move } from './moves-of.ts'
import { isOutlier, type MoveSpread } from './price-moves.ts'
import { movesOfUnit, type Unit } from './units.ts'

/** Units with what is kept of the prices that they move: all moves of a large plan would take as much memory as its view. */
export interface PricedUnits {
  readonly units: readonly Unit[]
  /** The logarithms of after / before of all moves, unit by unit; NaN where one of both is 0. */
  readonly logs: readonly number[]
  /** By unit, the index in `logs` behind its last move. */
  readonly ends: Uint32Array
  /** Those with a move that is above the limit, in order. */
  readonly above: readonly Unit[]
}

/** The prices that these units move. */
export function pricedUnits(units: readonly Unit[], isAbove: (move: Move) => boolean): PricedUnits {
  const ends = new Uint32Array(units.length)
  const logs: number[] = []
  const above: Unit[] = []
  for (const [index, unit] of units.entries()) {
    const moves = movesOfUnit(unit)
    for (const { logRatio } of moves) logs.push(logRatio ?? NaN)
    if (moves.some(isAbove)) above.push(unit)
    ends[index] = logs.length
  }
  return { units, logs, ends, above }
}

/** The logarithms of the moves of some units, without those of a price that is 0. */
export function logsOf({ units, logs, ends }: PricedUnits, isAmong: (unit: Unit) => boolean): Float64Array {
  const found = new Float64Array(logs.length)
  let [count, at] = [0, 0]
  for (const [index, unit] of units.entries()) {
    const [end, isTaken] = [ends[index] ?? at, isAmong(unit)]
    for (; at < end; at += 1) {
      const log = logs[at] ?? NaN
      if (!isTaken || Number.isNaN(log)) continue
      found[count] = log
      count += 1
    }
  }
  return found.subarray(0, count)
}

/** The number of moves of the unit with this index. */
export function countOfMoves({ ends }: PricedUnits, index: number): number {
  return (ends[index] ?? 0) - (ends[index - 1] ?? 0)
}

/** True where the unit with this index has a move that is an outlier. */
export function hasOutlier({ logs, ends }: PricedUnits, index: number, spread: MoveSpread): boolean {
  const end = ends[index] ?? 0
  for (let at = ends[index - 1] ?? 0; at < end; at += 1) {
    const log = logs[at] ?? NaN
    if (isOutlier({ logRatio: Number.isNaN(log) ? null : log }, spread)) return true
  }
  return false
}
