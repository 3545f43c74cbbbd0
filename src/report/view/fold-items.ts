import { formatCount } from '../amounts.ts'
import type { Found, Item } from './finding-item.ts'
import type { Measured } from './measured-cause.ts'
import { compareDistances } from './moves-of.ts'

/** So many that have no cause are told one by one. */
const mostSingle = 3

/** One finding for all items of a kind and a cause; of those without a cause the worst by themselves, and the others together. */
export function foldItems(items: readonly Item[], causes: readonly Measured[]): readonly Omit<Found, 'stops'>[] {
  if (items.length === 0) return []
  const causeOf = new Map(causes.flatMap((cause) => cause.units.map((unit) => [unit, cause] as const)))
  const causeOfItem = ({ units: [first] }: Item): Measured | undefined => (first === undefined ? undefined : causeOf.get(first))
  const byKind = Map.groupBy(items, ({ kind, many }) => `${kind} ${many}`)
  return [...byKind.values()].flatMap((same) =>
    [...Map.groupBy(same, causeOfItem)].flatMap(([cause, members]) => {
      const sorted = members.toSorted((a, b) => compareDistances(b.weight, a.weight))
      if (cause !== undefined) return [told(sorted, `${cause.cause.title}: `)]
      if (sorted.length <= mostSingle) return sorted.map((item) => told([item], ''))
      return [...sorted.slice(0, mostSingle - 1).map((item) => told([item], '')), told(sorted.slice(mostSingle - 1), '')]
    }),
  )
}

function told(items: readonly Item[], where: string): Omit<Found, 'stops'> {
  const [worst] = items
  const count = items.reduce((sum, item) => sum + item.count, 0)
  const { kind = 'hazard', many = '', sentence = '', place = '' } = worst ?? {}
  const whole = items.length === 1 ? sentence : `${where}${formatCount(count)} ${many}, such as ${sentence}`
  return { kind, sentence: whole, place, units: items.flatMap(({ units }) => units) }
}
