import { formatCount } from '../amounts.ts'
import { sanitizeLine } from '../sanitize.ts'
import type { Found, Item } from './finding-item.ts'
import type { Measured } from './measured-cause.ts'
import { compareDistances } from './moves-of.ts'

/** So many are named behind the worst. */
const mostAlso = 3

/** Up to so many without a cause are findings of their own. */
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
      if (cause !== undefined) return [folded(sorted, `${cause.cause.title}: `)]
      if (sorted.length <= mostSingle) return sorted.map((item) => folded([item], ''))
      return [...sorted.slice(0, mostSingle - 1).map((item) => folded([item], '')), folded(sorted.slice(mostSingle - 1), '')]
    }),
  )
}

function folded(items: readonly Item[], where: string): Omit<Found, 'stops'> {
  const [worst] = items
  const count = items.reduce((sum, item) => sum + item.count, 0)
  const { kind = 'hazard', many = '', sentence = '', place = '' } = worst ?? {}
  const whole = items.length === 1 ? sentence : `${where}${formatCount(count)} ${many}, such as ${sentence}${alsoText(items)}`
  return { kind, sentence: whole, place, units: items.flatMap(({ units }) => units) }
}

/** The records behind the worst: ` Also SKU-4, SKU-7 and 2 more.`; empty where all are about one record. */
function alsoText(items: readonly Item[]): string {
  const names = [...new Set(items.map(nameOf))].filter((name) => name !== '')
  const also = names.slice(1, 1 + mostAlso)
  const more = names.length - 1 - also.length
  if (also.length === 0) return ''
  return ` Also ${also.join(', ')}${more === 0 ? '' : ` and ${formatCount(more)} more`}.`
}

/** The key of the record of an item that is about one. */
function nameOf({ units }: Item): string {
  const [first] = units
  if (first === undefined || units.some(({ root }) => root !== first.root)) return ''
  const { change } = first.view
  return sanitizeLine(change.kind === 'file' ? change.file.path : change.root.key)
}
