import { shownFlag } from '../../diff/shown-after.ts'
import { isOn } from '../../resources/scalar.ts'
import { addressOf } from '../../records/address.ts'
import type { GuardInput } from './guard-input.ts'
import { byCode } from '../../source/by-code.ts'
import { type GuardCase, type GuardResult, mostCases } from './guard-result.ts'
import { movedPlaces } from './shown-places.ts'

/**
 * `empty_category`: categories that stay, in which customers no longer see any product: the last ones are taken out, hidden or removed. Not
 * those that have moved, nor those that the plan hides itself.
 */
export function emptyCategory({ special, rooted, limits, facts }: GuardInput): readonly GuardResult[] {
  if (limits.empty_category === 'off') return []
  const gone = new Set(
    special
      .filter((change) => change.address === change.root.address && (change.action === 'remove' || isOn(shownFlag(change)?.after ?? '')))
      .map(({ address }) => address),
  )
  const placesOf = facts.placesOf ?? new Map()
  if (movedPlaces(special, placesOf).every(({ isGained }) => isGained)) return []
  const moved = movedPlaces(rooted, placesOf)
  const cases = [...Map.groupBy(moved, ({ code }) => code)].flatMap(([code, places]): GuardCase[] => {
    const lost = places.filter(({ isGained }) => !isGained)
    const gained = places.length - lost.length
    const address = addressOf('Cat', { code })
    const isEmptied = lost.length > 0 && (facts.places.get(code) ?? 0) - lost.length + gained <= 0
    return isEmptied && !gone.has(address) && facts.moved?.has(address) !== true
      ? [{ address, source: lost[0]?.change.source ?? null, count: lost.length }]
      : []
  })
  return cases.length === 0
    ? []
    : [{ guard: 'empty_category', limit: limits.empty_category, found: cases.length, cases: inOrder(cases).slice(0, mostCases) }]
}

/** By address: the places of products come in the order of the store. */
function inOrder(cases: readonly GuardCase[]): readonly GuardCase[] {
  return cases.toSorted((a, b) => byCode(a.address, b.address))
}
