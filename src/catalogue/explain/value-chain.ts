import type { SourceSpan } from '../../source/source.ts'
import type { LoadedCatalogue } from '../load-catalogue.ts'
import type { Overruled } from '../overlay/merge.ts'
import type { ChangedPart, PlacedText, TakenAway } from './explanation.ts'
import { placeKey } from './trace.ts'

/** What tracing a value needs of a loaded catalogue. */
export type Traced = Pick<LoadedCatalogue, 'originOf' | 'textOf' | 'trace'>

/** Section and key of the entry that a record comes from. */
export type EntryPath = readonly [section: string, key: string]

/** The text at a span as it is written, spaces folded. */
export function placedText({ textOf, originOf }: Traced, at: SourceSpan): PlacedText {
  return { text: textOf(at.file).slice(at.start, at.end).trim().replace(/\s+/g, ' '), at, origin: originOf(at) }
}

/**
 * What the value at a span replaced, the last first: the value under the overlay, that of a farther level of the variants, the
 * default that the record overruled.
 */
export function valueChain(traced: Traced, entry: EntryPath, at: SourceSpan): PlacedText[] {
  return chainOf(traced, at, ({ path, how }) => how !== 'slot' && (isOf(path, entry) || isReused(path)))
}

/** What the price or the pricing at a span replaced: price and pricing are one slot (semantics.md 3). */
export function priceChain(traced: Traced, entry: EntryPath, at: SourceSpan): PlacedText[] {
  return chainOf(traced, at, ({ path }) => isOf(path, entry) || isReused(path))
}

/** A place may have replaced several: what the overlay says of a variant replaces what the catalogue says of it and of each. */
function chainOf(traced: Traced, at: SourceSpan, counts: (link: Overruled) => boolean): PlacedText[] {
  const links = traced.trace.history.filter(counts)
  const found = new Map<string, SourceSpan>()
  const places = [at]
  for (let place = places.shift(); place !== undefined; place = places.shift()) {
    const here = place
    for (const { was } of links.filter(({ by }) => holds(by, here))) {
      if (found.has(placeKey(was))) continue
      found.set(placeKey(was), was)
      places.push(was)
    }
  }
  return [...found.values()].map((was) => placedText(traced, was))
}

/** The parts of a value, written as a map, that an overlay gave otherwise. */
export function changedParts(traced: Traced, entry: EntryPath, at: SourceSpan): ChangedPart[] {
  return traced.trace.history.flatMap(({ path, how, by, was }) =>
    how === 'changed' && isOf(path, entry) && isInside(was, at)
      ? [{ key: path.at(-1) ?? '', now: placedText(traced, by), was: placedText(traced, was) }]
      : [],
  )
}

/** What the overlay took away from a record, or from a part of its entry: `below` are the keys down to it. */
export function takenAway(traced: Traced, entry: EntryPath, below: readonly string[]): TakenAway[] {
  return traced.trace.history.flatMap(({ path, how, by, was }) => {
    const inner = path.slice(2)
    const isHere =
      how === 'removed' && isOf(path, entry) && inner.length > below.length && below.every((key, index) => inner[index] === key)
    return isHere ? [{ path: inner.slice(below.length).join('.'), by, was: placedText(traced, was) }] : []
  })
}

function isOf(path: readonly string[], [section, key]: EntryPath): boolean {
  return path[0] === section && path[1] === key
}

function isReused([section]: readonly string[]): boolean {
  return section === 'price_lists' || section === 'defaults'
}

function holds(outer: SourceSpan, inner: SourceSpan): boolean {
  return outer.file === inner.file && outer.start <= inner.start && inner.end <= outer.end
}

function isInside(inner: SourceSpan, outer: SourceSpan): boolean {
  return holds(outer, inner) && (outer.start < inner.start || inner.end < outer.end)
}
