import type { GuardName } from '../../records/guard-limits.ts'
import type { GuardResult } from '../../plan/guards/guard-result.ts'
import { guardSentence } from '../../plan/guards/guard-sentence.ts'
import { linePlaceText } from '../place-text.ts'
import { sanitizeLine } from '../sanitize.ts'
import { changeItems } from './change-items.ts'
import type { FindingInput, Found, Item } from './finding-item.ts'
import type { FindingKind } from './finding-view.ts'
import { foldItems } from './fold-items.ts'
import { guardUnits } from './guard-units.ts'
import { hazardItems } from './hazard-items.ts'
import { priceItems } from './price-items.ts'
import { compareDistances } from './moves-of.ts'
import { removedPriceItems } from './removed-prices.ts'

const seriousness: readonly FindingKind[] = [
  'guard',
  'slip',
  'outlier',
  'move',
  'removal',
  'access',
  'hides',
  'empties',
  'shows',
  'drift',
  'hazard',
]

/** The guard that stops what a finding of a kind is about. */
const guardOf: Partial<Record<FindingKind, GuardName>> = {
  slip: 'decimal_slip',
  move: 'price_change',
  removal: 'max_removals',
  access: 'open_access',
  hides: 'hide',
  shows: 'unhide',
  drift: 'drift',
}

/** Prices are sorted by how far they move. */
const byWeight: ReadonlySet<FindingKind> = new Set(['slip', 'outlier', 'move'])

/** What to look at in a plan: what stops an apply first, then by seriousness, then by the move of prices and by reach. */
export function findingsOf(input: FindingInput): readonly Found[] {
  const { plan, units, causes } = input
  const named = new Set(plan.hazards.map(({ address }) => address))
  const byAddress = Map.groupBy(
    named.size === 0 ? [] : units.filter(({ view }) => named.has(view.change.address)),
    ({ view }) => view.change.address,
  )
  const stopping = new Set(plan.guards.map(({ guard }) => guard))
  const items: readonly Item[] = [
    ...priceItems(input, byAddress),
    ...hazardItems(plan.hazards, byAddress),
    ...removedPriceItems(input),
    ...changeItems(input),
  ]
  const stops = ({ kind, exceeds }: { readonly kind: FindingKind; readonly exceeds: boolean }): boolean => {
    const guard = exceeds ? 'price_change' : guardOf[kind]
    return guard !== undefined && stopping.has(guard)
  }
  const ofGuards = new Map(plan.guards.map((result) => [guardFinding(result, input), result.guard]))
  // The guard of misplaced decimal points is the first of them.
  const isSlip = (finding: Found): number => Number(ofGuards.get(finding) === 'decimal_slip')
  const found = [...ofGuards.keys(), ...foldItems(items, causes).map((finding) => ({ ...finding, stops: stops(finding) }))]
  const rank = new Map(seriousness.map((kind, index) => [kind, index]))
  const order = (a: Found, b: Found): number =>
    Number(b.stops) - Number(a.stops) ||
    (rank.get(a.kind) ?? 0) - (rank.get(b.kind) ?? 0) ||
    isSlip(b) - isSlip(a) ||
    (byWeight.has(a.kind) ? compareDistances(b.weight, a.weight) : b.reach - a.reach)
  return found.toSorted(order)
}

function guardFinding(result: GuardResult, input: Pick<FindingInput, 'units' | 'roots'>): Found {
  const [worst] = result.cases
  const own = guardUnits(result, input)
  return {
    kind: result.guard === 'empty_category' ? 'empties' : 'guard',
    stops: true,
    sentence: sanitizeLine(`${result.guard}: ${guardSentence(result)}.`),
    place: linePlaceText(worst?.source ?? null),
    units: own,
    weight: 0,
    reach: own.length,
  }
}
