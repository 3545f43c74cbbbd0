import type { Hazard } from '../../plan/hazard.ts'
import { decimalSlip } from '../../pricing/decimal-slip.ts'
import { hazardText } from '../hazard-text.ts'
import { sanitizeLine } from '../sanitize.ts'
import type { FindingInput, Item } from './finding-item.ts'
import { percentOfLog } from './median.ts'
import { distanceOf, farthestOf, isSlipped, type Move, moveInWords, moveSentence, percentOfMove, pricePlace } from './moves-of.ts'
import type { MoveSpread } from './price-moves.ts'
import { type PricedUnits, pricedUnits } from './priced-units.ts'
import { outlierOf, singleOutliers } from './single-outliers.ts'
import { movesOfUnit, type Unit } from './units.ts'

/** The limit of `price_change` where that guard stops nothing. */
const usualLimit = '30%'

type UnitsAt = ReadonlyMap<string, readonly Unit[]>

/** Prices to look at: misplaced decimal points, then what is far from the other moves of its cause or of the plan, then large moves. */
export function priceItems(input: FindingInput, byAddress: UnitsAt): readonly Item[] {
  const { plan } = input
  const slips = plan.hazards.flatMap((hazard) => (hazard.kind === 'price-slip' ? slipItems(hazard, byAddress) : []))
  const limit = plan.guards.find(({ guard }) => guard === 'price_change')?.limit ?? usualLimit
  const percent = Number(limit.slice(0, -1))
  const priced = pricedUnits(input.units, (move) => isAbove(move, percent))
  const outliers = outlierItems(input, priced, percent)
  const isSlip = new Set(slips.flatMap((item) => item.units))
  const isOutlier = new Set(outliers.flatMap((item) => item.units))
  const moves: Item[] = []
  for (const unit of priced.above) {
    if (isOutlier.has(unit)) continue
    const own = movesOfUnit(unit)
    moves.push(...moveItems(unit, isSlip.has(unit) ? own.filter((move) => !isSlipped(move)) : own, limit))
  }
  return [...slips, ...outliers, ...moves]
}

type Slip = Extract<Hazard, { readonly kind: 'price-slip' }>

/** What a hazard names, and one price for each other factor by which prices of the same change move. */
function slipItems(hazard: Slip, byAddress: UnitsAt): readonly Item[] {
  const all = byAddress.get(hazard.address) ?? []
  const priced = all.filter((unit) => movesOfUnit(unit).length > 0)
  const units = priced.length > 0 ? priced : all
  const [first] = units
  const named = factorText(hazard)
  const byFactor = Map.groupBy(
    priced.flatMap(movesOfUnit).filter((move) => isSlipped(move) && factorText(move.price) !== named),
    ({ price }) => factorText(price),
  )
  const others = [...byFactor].flatMap(([factor, [move]]): readonly Item[] => {
    if (move === undefined || first === undefined) return []
    const sentence = `${moveSentence(moveInWords(move))}, ${factor}. Check the decimal point.`
    return [priceItem({ kind: 'slip', many: manySlips, count: 0, unit: first, move, weight: distanceOf(move), sentence })]
  })
  const item: Item = {
    kind: 'slip',
    many: manySlips,
    count: 1 + hazard.others,
    units,
    weight: Math.abs(Math.log(Number(hazard.after) / Number(hazard.before))),
    sentence: hazardText(hazard),
    place: first === undefined ? '' : pricePlace(first.view.change, hazard.of.kind === 'grid' ? hazard.of : null),
    price: { sku: sanitizeLine(hazard.sku), moves: named },
  }
  return [item, ...others]
}

const manySlips = 'prices move as if their decimal point were misplaced'

function factorText({ before, after }: { readonly before: string; readonly after: string }): string {
  const slip = decimalSlip(before, after)
  return slip === null ? '' : slip.isHigher ? `${slip.factor} times as much` : `1/${slip.factor} of it`
}

function outlierItems({ causes }: Pick<FindingInput, 'causes'>, priced: PricedUnits, percent: number): readonly Item[] {
  const ofCauses = causes.flatMap(({ figures, outliers: far }) =>
    far.flatMap((unit): readonly Item[] => {
      const move = figures && outlierOf(movesOfUnit(unit), figures)
      return move ? [outlierItem({ unit, move, figures, of: '', exceeds: isAbove(move, percent) })] : []
    }),
  )
  const known = new Set(ofCauses.flatMap(({ units }) => units))
  const single = singleOutliers(priced, causes).filter(({ unit }) => !known.has(unit))
  const ofSingle = single.map(({ among, ...found }): Item => {
    const item = outlierItem({ ...found, of: ` of ${among}`, exceeds: isAbove(found.move, percent) })
    return { ...item, isApart: true }
  })
  return [...ofCauses, ...ofSingle]
}

interface Outlier {
  readonly unit: Unit
  readonly move: Move
  readonly figures: MoveSpread
  readonly of: string
  readonly exceeds: boolean
}

function outlierItem({ unit, move, figures: { median }, of, exceeds }: Outlier): Item {
  const sentence = `${moveSentence(moveInWords(move))}; the median${of} is ${percentOfLog(median)}.`
  const many = 'records have prices that move far from the median'
  return priceItem({ kind: 'outlier', many, count: 1, unit, move, weight: distanceOf(move, median), sentence, exceeds })
}

function moveItems(unit: Unit, moves: readonly Move[], limit: string): readonly Item[] {
  const percent = Number(limit.slice(0, -1))
  if (!moves.some((move) => isAbove(move, percent))) return []
  return [true, false].flatMap((isUp): readonly Item[] => {
    const far = moves.filter((move) => isAbove(move, percent) && Number(move.price.after) > Number(move.price.before) === isUp)
    const move = farthestOf(far)
    if (move === undefined) return []
    const many = `prices ${isUp ? 'rise' : 'fall'} by more than ${limit.replace('%', ' %')}`
    const sentence = `${moveSentence(moveInWords(move))}.`
    return [priceItem({ kind: 'move', many, count: far.length, unit, move, weight: distanceOf(move), sentence, exceeds: true })]
  })
}

interface Priced extends Pick<Item, 'kind' | 'many' | 'count' | 'weight' | 'sentence' | 'exceeds'> {
  readonly unit: Unit
  readonly move: Move
}

function priceItem({ unit, move, ...item }: Priced): Item {
  const { sku, percent, place } = moveInWords(move)
  return { ...item, units: [unit], place, price: { sku, moves: percent } }
}

function isAbove(move: Move, percent: number): boolean {
  return Math.abs(percentOfMove(move)) > percent
}
