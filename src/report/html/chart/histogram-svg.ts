import { formatCount } from '../../../source/counts.ts'
import { moveShare } from './move-share.ts'
import { faint, svg, svgChart, type SvgPart, svgText } from './svg.ts'

/** The upper end of each range of falls, then the lower end of each range of rises, as shares of the old price. */
const falls = [-0.9, -0.5, -0.3, -0.2, -0.1, -0.05, -0.02, 0] as const
const rises = [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 9] as const

/** Price moves in one range: how many, and whether it is a range that a reviewer looks at first (a move beyond 30 %). */
export interface MoveBin {
  /** `−5 to −2 %`. */
  readonly name: string
  readonly count: number
  readonly isFar: boolean
  readonly isRise: boolean
}

/**
 * The numbers of price moves by range, from the largest falls to the largest rises; `ratios` are new prices divided by old ones. A range has
 * its end that is farther from 0: a move of exactly 30 % is not beyond 30 %, up or down.
 */
export function moveBins(ratios: readonly number[]): readonly MoveBin[] {
  const shares = ratios.map(moveShare).filter((share) => share !== 0)
  const fallBins = falls.map((to, index) => {
    const from = index === 0 ? -Infinity : (falls[index - 1] ?? 0)
    const count = shares.filter((share) => share >= from && share < to).length
    return { name: rangeText(from, to), count, isFar: to <= -0.3, isRise: false }
  })
  const riseBins = rises.map((from, index) => {
    const to = rises[index + 1] ?? Infinity
    const count = shares.filter((share) => share > from && share <= to).length
    return { name: rangeText(from, to), count, isFar: from >= 0.3, isRise: true }
  })
  return [...fallBins, ...riseBins]
}

function rangeText(from: number, to: number): string {
  if (from === -Infinity) return `below ${percent(to)}`
  if (to === Infinity) return `above ${percent(from)}`
  return `${percent(from)} to ${percent(to)}`
}

function percent(share: number): string {
  const value = Math.round(share * 100)
  return `${value < 0 ? '\u2212' : value > 0 ? '+' : ''}${Math.abs(value)} %`
}

const barHeight = 20
const gap = 4
const nameWidth = 146
const longestBar = 380
const countWidth = 58

/**
 * The price moves of a plan by size, as a picture: one bar per range with its number. A range with a single move has a bar that can
 * be seen, and ranges beyond 30 % have another colour. Empty ranges beyond the outermost moves are left out.
 */
export function histogramSvg(ratios: readonly number[], title = 'Price moves'): string {
  const bins = withoutEmptyEnds(moveBins(ratios))
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const top = 30
  const bars = bins.flatMap((bin, index) => barParts(bin, top + index * (barHeight + gap), most))
  const moved = ratios.filter((ratio) => ratio !== 1).length
  const head = svgText(`${title}: ${formatCount(moved)}`, { x: 8, y: 19 }, { 'font-weight': 600, 'font-size': 13 })
  const height = top + Math.max(1, bins.length) * (barHeight + gap) + 6
  const empty = bins.length === 0 ? [svgText('No price moves.', { x: 8, y: top + 15 }, faint)] : []
  return svgChart(title, { width: nameWidth + countWidth + longestBar + 8, height }, [head, ...bars, ...empty])
}

function barParts({ name, count, isFar, isRise }: MoveBin, y: number, most: number): readonly SvgPart[] {
  const width = count === 0 ? 0 : Math.max(4, Math.round((count / most) * longestBar))
  const [kind, fill] = isFar ? ['far', '#c4372b'] : isRise ? ['rise', '#e8802a'] : ['fall', '#5b9bdb']
  // The number is left of the bar, where a narrow page shows it too.
  const countStyle = { 'text-anchor': 'end', ...(isFar && { 'font-weight': 700 }) }
  return [
    svgText(name, { x: nameWidth - 8, y: y + 15 }, { 'text-anchor': 'end', ...faint }),
    svg('rect', { x: nameWidth + countWidth, y, width, height: barHeight, rx: 2, class: `bar ${kind}`, fill: fill ?? '' }),
    ...(count === 0 ? [] : [svgText(formatCount(count), { x: nameWidth + countWidth - 8, y: y + 15 }, countStyle)]),
  ]
}

function withoutEmptyEnds(bins: readonly MoveBin[]): readonly MoveBin[] {
  const first = bins.findIndex(({ count }) => count > 0)
  return first === -1 ? [] : bins.slice(first, bins.findLastIndex(({ count }) => count > 0) + 1)
}
