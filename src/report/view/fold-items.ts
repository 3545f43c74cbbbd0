import { formatCount } from '../../source/counts.ts'
import { sanitizeLine } from '../sanitize.ts'
import type { Found, Item } from './finding-item.ts'
import type { Measured } from './measured-cause.ts'
import { compareDistances } from './moves-of.ts'
import type { Unit } from './units.ts'

/** So many are named behind the worst. */
const mostAlso = 3

/** Up to so many of a kind are findings of their own. */
const mostSingle = 3

/** Where more causes than this have the same kind of finding, each has one. */
const mostCauses = 4

/** A finding before it is known whether it stops an apply; `exceeds`: some of its prices move by more than the limit of `price_change`. */
interface Folded extends Omit<Found, 'stops'> {
  readonly exceeds: boolean
}

/**
 * One finding for all items of a kind and a cause, but the worst prices and those without a cause: up to three are findings of their own, of
 * more the worst two, and the others are one. The same move of several prices of one record, or of one line, is one item.
 */
export function foldItems(items: readonly Item[], causes: readonly Measured[]): readonly Folded[] {
  if (items.length === 0) return []
  const causeOf = new Map<Unit, Measured>()
  for (const cause of causes) for (const unit of cause.units) causeOf.set(unit, cause)
  const causeOfItem = ({ units: [first], isApart }: Item): Measured | undefined =>
    first === undefined || isApart ? undefined : causeOf.get(first)
  const byKind = Map.groupBy(items, ({ kind, many }) => `${kind} ${many}`)
  return [...byKind.values()].flatMap((same) => {
    const groups = [...Map.groupBy(same, causeOfItem)]
    const mostPrices = groups.length > mostCauses ? 1 : mostSingle
    return groups.flatMap(([cause, members]) => {
      const sorted = sameMoves(members).toSorted(([a], [b]) => compareDistances(b.weight, a.weight))
      const most = cause === undefined ? mostSingle : sorted.every(([{ price }]) => price !== undefined) ? mostPrices : 1
      const single = sorted.length <= most ? sorted : sorted.slice(0, most - 1)
      const rest = sorted.slice(single.length)
      const where = cause === undefined ? '' : `${cause.cause.title}: `
      const found = [...single.map(oneFinding), ...(rest.length === 0 ? [] : [manyFinding(rest, where, single.length > 0)])]
      const reach = found.reduce((sum, { units }) => sum + units.length, 0)
      return found.map((each) => ({ ...each, reach }))
    })
  })
}

/** Items that are one, the worst first. */
type Alike = readonly [Item, ...Item[]]

/** Items whose prices move by the same percentage, together: those of one record, and those of one line, such as the price of a price list. */
function sameMoves(items: readonly Item[]): readonly Alike[] {
  const byLine = Map.groupBy(items, ({ place }) => place)
  const isLine = (place: string): boolean => place !== '' && new Set(byLine.get(place)?.map(({ units: [unit] }) => unit?.root)).size > 1
  const groups = Map.groupBy(items, (item) =>
    item.price === undefined ? item : `${isLine(item.place) ? item.place : (item.units[0]?.root ?? '')} ${item.price.moves}`,
  )
  return [...groups.values()].flatMap((members): readonly Alike[] => {
    const [first, ...others] = members.toSorted((a, b) => compareDistances(b.weight, a.weight))
    return first === undefined ? [] : [[first, ...others]]
  })
}

function oneFinding(items: Alike): Omit<Folded, 'reach'> {
  const [{ kind, sentence, place, weight }, ...others] = items
  const also = listText(' The same move: ', others.map(nameOf))
  return {
    kind,
    sentence: `${sentence}${also}`,
    place,
    weight,
    exceeds: items.some(isAboveLimit),
    units: items.flatMap(({ units }) => units),
  }
}

function manyFinding(groups: readonly Alike[], where: string, isMore: boolean): Omit<Folded, 'reach'> {
  const items = groups.flat()
  const [worst] = items
  const count = items.reduce((sum, item) => sum + item.count, 0)
  const { kind = 'hazard', many = '', sentence = '', place = '', weight = 0 } = worst ?? {}
  const also = listText(' Also ', [...new Set(groups.map(([item]) => nameAndMove(item)))].slice(1))
  const whole = `${where}${formatCount(count)} ${isMore ? 'more ' : ''}${many}, such as ${sentence}${also}`
  return { kind, sentence: whole, place, weight, exceeds: items.some(isAboveLimit), units: items.flatMap(({ units }) => units) }
}

/** What is behind the worst: ` Also SKU-4 ▲21.2 %, SKU-7 ▼9.1 % and 2 more.`; empty where there is nothing. */
function listText(head: string, all: readonly string[]): string {
  const names = all.filter((name) => name !== '')
  const shown = names.slice(0, mostAlso)
  const more = names.length - shown.length
  return shown.length === 0 ? '' : `${head}${shown.join(', ')}${more === 0 ? '' : ` and ${formatCount(more)} more`}.`
}

function isAboveLimit({ exceeds }: Item): boolean {
  return exceeds === true
}

function nameAndMove(item: Item): string {
  return `${nameOf(item)} ${item.price?.moves ?? ''}`.trim()
}

/** The sku of a price, or the key of the record of an item that is about one. */
function nameOf({ units, price }: Item): string {
  const [first] = units
  if (price !== undefined) return price.sku
  if (first === undefined || units.some(({ root }) => root !== first.root)) return ''
  const { change } = first.view
  return sanitizeLine(change.kind === 'file' ? change.file.path : change.root.key)
}
