import type { SourceSpan } from '../../source/source.ts'
import type { Overruled } from '../layers/trace.ts'
import { type Explained, placeKey } from './explained.ts'
import type { ChangedPart, PlacedText, TakenAway } from './explanation.ts'

/** Section and key of the entry that a record comes from. */
export type EntryPath = readonly [section: string, key: string]

/** The text at a span as it is written, with spaces folded. */
export function placedText({ textOf, originOf }: Explained, at: SourceSpan): PlacedText {
  return { text: textOf(at.file).slice(at.start, at.end).trim().replace(/\s+/g, ' '), at, origin: originOf(at) }
}

/**
 * The values that the value at a span replaced, the last first: that of the catalogue below an overlay, that of a farther level of the
 * variants, a default.
 */
export function valueChain(explained: Explained, entry: EntryPath, at: SourceSpan): PlacedText[] {
  return chainOf(explained, at, ({ path, how }) => how !== 'slot' && (isOf(path, entry) || isReused(path)))
}

/** The values that the price or the pricing at a span replaced: both are one slot (semantics.md 3). */
export function priceChain(explained: Explained, entry: EntryPath, at: SourceSpan): PlacedText[] {
  return chainOf(explained, at, ({ path }) => isOf(path, entry) || isReused(path))
}

/** A value may replace several: that of a variant in an overlay replaces that of the variant in the catalogue, and that of `each`. */
function chainOf(explained: Explained, at: SourceSpan, counts: (link: Overruled) => boolean): PlacedText[] {
  const links = explained.history.filter(counts)
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
  return [...found.values()].map((was) => placedText(explained, was))
}

/** The parts of a value, written as a map, that an overlay replaced. */
export function changedParts(explained: Explained, entry: EntryPath, at: SourceSpan): ChangedPart[] {
  return explained.history.flatMap(({ path, how, by, was }) =>
    how === 'changed' && isOf(path, entry) && isInside(was, at)
      ? [{ key: path.at(-1) ?? '', now: placedText(explained, by), was: placedText(explained, was) }]
      : [],
  )
}

/** The values that the overlay removed from a record, or from a part of its entry: `below` are the keys down to the part. */
export function takenAway(explained: Explained, entry: EntryPath, below: readonly string[]): TakenAway[] {
  return explained.history.flatMap(({ path, how, by, was }) => {
    const inner = path.slice(2)
    const isHere =
      how === 'removed' && isOf(path, entry) && inner.length > below.length && below.every((key, index) => inner[index] === key)
    return isHere ? [{ path: inner.slice(below.length).join('.'), by, was: placedText(explained, was) }] : []
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
