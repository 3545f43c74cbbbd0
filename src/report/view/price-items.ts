import { hazardText } from '../hazard-text.ts'
import type { FindingInput, Item } from './finding-item.ts'
import { percentOfLog } from './median.ts'
import { distanceOf, farthestOf, type Move, moveInWords, moveSentence } from './moves-of.ts'
import type { Unit } from './units.ts'

/** The limit of `price_change` where that guard stops nothing. */
const usualLimit = '30%'

/** Prices to look at: misplaced decimal points, then what is far from the other moves of its cause, then large moves. Each unit once. */
export function priceItems(
  { plan, units, causes, movesOfUnit }: FindingInput,
  byAddress: ReadonlyMap<string, readonly Unit[]>,
): readonly Item[] {
  const slips = plan.hazards.flatMap((hazard): readonly Item[] => {
    if (hazard.kind !== 'price-slip') return []
    const all = byAddress.get(hazard.address) ?? []
    const priced = all.filter((unit) => movesOfUnit(unit).length > 0)
    const ratio = Math.abs(Math.log(Number(hazard.after) / Number(hazard.before)))
    return [
      {
        kind: 'slip',
        many: 'prices move as if their decimal point were misplaced',
        count: 1 + hazard.others,
        units: priced.length > 0 ? priced : all,
        weight: ratio,
        sentence: hazardText(hazard),
        place: all[0]?.view.place ?? '',
      },
    ]
  })
  const isSlip = new Set(slips.flatMap((item) => item.units))
  const outliers = causes.flatMap(({ figures, outliers: far }): readonly Item[] =>
    figures === null
      ? []
      : far
          .filter((unit) => !isSlip.has(unit))
          .flatMap((unit) => {
            const worst = farthestOf(movesOfUnit(unit), figures.median)
            if (worst === undefined) return []
            const sentence = `${moveSentence(moveInWords(worst))}; the median is ${percentOfLog(figures.median)}.`
            const weight = distanceOf(worst, figures.median)
            return [
              {
                kind: 'outlier',
                many: 'records move prices unlike the others',
                count: 1,
                units: [unit],
                weight,
                sentence,
                place: unit.view.place,
              },
            ]
          }),
  )
  const isReported = new Set([...isSlip, ...outliers.flatMap((item) => item.units)])
  const limit = plan.guards.find(({ guard }) => guard === 'price_change')?.limit ?? usualLimit
  return [
    ...slips,
    ...outliers,
    ...units.filter((unit) => !isReported.has(unit)).flatMap((unit) => moveItems(unit, movesOfUnit(unit), limit)),
  ]
}

function moveItems(unit: Unit, moves: readonly Move[], limit: string): readonly Item[] {
  const percent = Number(limit.slice(0, -1))
  return [true, false].flatMap((isUp): readonly Item[] => {
    const far = moves.filter((move) => isAbove(move, percent) && Number(move.price.after) > Number(move.price.before) === isUp)
    const worst = farthestOf(far)
    if (worst === undefined) return []
    return [
      {
        kind: 'move',
        many: `prices ${isUp ? 'rise' : 'fall'} by more than ${limit.replace('%', ' %')}`,
        count: far.length,
        units: [unit],
        weight: distanceOf(worst),
        sentence: `${moveSentence(moveInWords(worst))}.`,
        place: unit.view.place,
      },
    ]
  })
}

function isAbove({ price: { before, after } }: Move, percent: number): boolean {
  const [old, now] = [Number(before), Number(after)]
  return Math.abs(now - old) * 100 > old * percent + (old + now) * 1e-9
}
