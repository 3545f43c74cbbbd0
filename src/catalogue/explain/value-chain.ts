import type { SourceSpan } from '../../records/source.ts'
import type { LoadedCatalogue } from '../load-catalogue.ts'
import type { Overruled } from '../overlay/merge.ts'
import type { PlacedText, TakenAway } from './explanation.ts'

/** What tracing a value needs of a loaded catalogue. */
export type Traced = Pick<LoadedCatalogue, 'history' | 'originOf' | 'textOf'>

/** Section and key of the entry that a record comes from. */
export type EntryPath = readonly [section: string, key: string]

/** The text at a span as it is written, spaces folded. */
export function placedText({ textOf, originOf }: Traced, at: SourceSpan): PlacedText {
  return { text: textOf(at.file).slice(at.start, at.end).trim().replace(/\s+/g, ' '), at, origin: originOf(at) }
}

/** What the value at a span replaced, the last first: the value under the overlay, the default that the record overruled. */
export function valueChain(traced: Traced, entry: EntryPath, at: SourceSpan): PlacedText[] {
  const chain: PlacedText[] = []
  const links = traced.history.filter(
    ({ path, how }) => (how !== 'slot' && isOf(path, entry)) || path[0] === 'price_lists' || path[0] === 'defaults',
  )
  const left = new Set(links)
  for (let place: SourceSpan | undefined = at; place !== undefined;) {
    const here: SourceSpan = place
    const link: Overruled | undefined = [...left].find(({ by }) => holds(by, here))
    if (link) {
      left.delete(link)
      chain.push(placedText(traced, link.was))
    }
    place = link?.was
  }
  return chain
}

/** What an overlay replaced by giving a record a price or a pricing of its own. */
export function replacedPrice(traced: Traced, entry: EntryPath): PlacedText[] {
  const links = traced.history.filter(({ path, how }) => how === 'slot' && path.length === 3 && isOf(path, entry))
  return links.map(({ was }) => placedText(traced, was))
}

/** What the overlay took away from a record. */
export function takenAway(traced: Traced, entry: EntryPath): TakenAway[] {
  return traced.history.flatMap(({ path, how, by, was }) =>
    how === 'removed' && path.length > 2 && isOf(path, entry) ? [{ path: path.slice(2).join('.'), by, was: placedText(traced, was) }] : [],
  )
}

function isOf(path: readonly string[], [section, key]: EntryPath): boolean {
  return path[0] === section && path[1] === key
}

function holds(outer: SourceSpan, inner: SourceSpan): boolean {
  return outer.file === inner.file && outer.start <= inner.start && inner.end <= outer.end
}
