/** The prices of one currency of a grid, as one of its tabs. */
export interface CurrencyTab {
  /** The index of the move that is farthest from the median; -1 where no price moves. */
  readonly farthest: number
  /** How far that one is from the median, as a logarithm; 0 where no price moves, infinite where a price is 0. */
  readonly distance: number
}

/** The tabs of a price grid, and the one that opens. */
export interface CurrencyTabs {
  readonly tabs: readonly CurrencyTab[]
  /** Index in `tabs`. */
  readonly first: number
}

/** Moves that differ by more than 5 % are unlike each other. */
export const unlike = Math.log(1.05)

/**
 * The tabs of a price grid, from the moves of each currency as logarithms of after / before. The first one opens, unless another one has a move that is
 * farther from the median of the cause by more than `unlike`. Default: how far the prices move.
 */
export function currencyTabs(moves: readonly (readonly number[])[], medianLog = 0): CurrencyTabs {
  const tabs = moves.map((logRatios): CurrencyTab => {
    const distances = logRatios.map((logRatio) => Math.abs(logRatio - medianLog))
    const distance = distances.reduce((most, each) => Math.max(most, each), 0)
    return { farthest: distances.indexOf(distance), distance }
  })
  const first = tabs.reduce((best, { distance }, at) => (distance > (tabs[best]?.distance ?? 0) + unlike ? at : best), 0)
  return { tabs, first }
}
