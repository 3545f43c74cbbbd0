import { formatPrice } from '../amounts.ts'
import type { CausePrices } from './cause-view.ts'
import { unlike } from './currency-tabs.ts'
import { distanceOf, farthestOf, type Move, moveInWords } from './moves-of.ts'
import { medianOf } from './median.ts'

/** Where most of some moves are. */
export interface MoveSpread {
  /** The median of the logarithms of after / before. */
  readonly median: number
  /** How far from the median a move is an outlier: 3 median absolute deviations, at least 5 %. */
  readonly limit: number
}

/** How the prices of a cause move. */
export interface MoveFigures extends MoveSpread {
  readonly moves: readonly Move[]
}

/** The figures of some moves; `null` where no price moves. */
export function moveFigures(moves: readonly Move[]): MoveFigures | null {
  if (moves.length === 0) return null
  const logs = Float64Array.from(moves.flatMap(({ logRatio }) => (logRatio === null ? [] : [logRatio])))
  return { ...spreadOf(logs), moves }
}

/** Where most of some moves are, by the logarithms of after / before. */
export function spreadOf(logs: Float64Array): MoveSpread {
  const median = medianOf(logs)
  const deviation = medianOf(logs.map((log) => Math.abs(log - median)))
  return { median, limit: Math.max(3 * deviation, unlike) }
}

/** True where a move is far from the others. */
export function isOutlier(move: Pick<Move, 'logRatio'>, { median, limit }: MoveSpread): boolean {
  return distanceOf(move, median) > limit
}

/** True where a price moves by the median, to a tenth of a per cent. */
export function isMedian({ logRatio }: Move, { median }: MoveFigures): boolean {
  return logRatio !== null && Math.abs(Math.exp(logRatio) - Math.exp(median)) <= 0.001
}

/** The figures in words; `null` where no price moves. */
export function causePrices(figures: MoveFigures | null): CausePrices | null {
  const farthest = figures && farthestOf(figures.moves, figures.median)
  if (!figures || !farthest) return null
  const { moves, median } = figures
  const general = moves.filter(({ price }) => (price.row?.currency_code ?? '') === '')
  const shown = general.length === 0 ? moves : general
  return {
    moves: moves.length,
    before: range(shown.map(({ price }) => price.before)),
    after: range(shown.map(({ price }) => price.after)),
    medianLog: median,
    farthest: moveInWords(farthest),
  }
}

function range(prices: readonly string[]): CausePrices['before'] {
  const [first = ''] = prices
  const lowest = prices.reduce((low, price) => (Number(price) < Number(low) ? price : low), first)
  const highest = prices.reduce((high, price) => (Number(price) > Number(high) ? price : high), first)
  return { lowest: formatPrice(lowest), highest: formatPrice(highest) }
}
