import type { SourceSpan } from '../../source/source.ts'
import { makeProblem } from '../../problems/make-problem.ts'
import { meantSentence } from '../../documents/meant-sentence.ts'
import { childOf, keysOf, type Located, type MapEntry, type MapNode, spanOf } from '../../yaml/source-node.ts'
import { givesPrice, hasPriceSlot, type Merge, pathKey, priceSlot, takesDefaults } from './merge.ts'

/** A map of an overlay, and the map that it is laid over, if there is one. */
interface Pair {
  readonly base: Located | undefined
  readonly over: Located
}

/**
 * Lays a map over another (semantics.md 2): maps merge, lists and single values replace; `!remove` takes an entry away,
 * `!replace` takes a map whole. Entries keep the order of the base, new ones follow. The result stands where the base does.
 */
export function mergeMaps(merge: Merge, { base, over }: Pair, path: readonly string[]): MapNode {
  const home = base ?? over
  const entries = new Map(base?.node.kind === 'map' ? base.node.entries : [])
  for (const [key, { mark }] of over.node.kind === 'map' ? over.node.entries : []) {
    const given = childOf(over, key)
    if (!given) continue
    const there = base && childOf(base, key)
    const here = [...path, key]
    if (mark === 'remove') {
      entries.delete(key)
      noteRemoval(merge, { given, there, base }, here)
    } else {
      entries.set(key, mergeEntry(merge, { given, there, home, mark }, here))
    }
  }
  if (hasPriceSlot(path)) clearSlot(merge, { entries, base, over }, path)
  return { kind: 'map', entries, start: home.node.start, end: home.node.end }
}

interface Entry {
  readonly given: Located
  readonly there: Located | undefined
  readonly home: Located
  readonly mark: MapEntry['mark']
}

function mergeEntry(merge: Merge, { given, there, home, mark }: Entry, path: readonly string[]): MapEntry {
  const isMap = given.node.kind === 'map'
  const under = isMap && mark !== 'replace' && there?.node.kind === 'map' ? there : undefined
  if (there && !under) merge.history.push({ path, how: 'changed', by: spanOf(given), was: spanOf(there) })
  const place = under ?? given
  const value = isMap ? mergeMaps(merge, { base: under, over: given }, path) : given.node
  return { key: place.key ?? place.node, value, ...(place.file === home.file ? {} : { file: place.file }) }
}

interface Removed {
  readonly given: Located
  readonly there: Located | undefined
  readonly base: Located | undefined
}

function noteRemoval(merge: Merge, { given, there, base }: Removed, path: readonly string[]): void {
  const at = spanOf(given)
  const field = path.at(-1) ?? ''
  const parent = path.slice(0, -1)
  if (there) merge.history.push({ path, how: 'removed', by: at, was: spanOf(there) })
  if (takesDefaults(parent)) {
    const key = pathKey(parent)
    merge.removals.set(key, [...(merge.removals.get(key) ?? []), { path, field, at, found: there !== undefined }])
  } else if (!there) {
    merge.problems.push(nothingToRemove(field, at, base ? keysOf(base) : []))
  }
}

/** A `!remove` of something that is not there: a slip that would otherwise leave it in the store. */
export function nothingToRemove(key: string, at: SourceSpan, known: readonly string[]): ReturnType<typeof makeProblem> {
  const fix = meantSentence(key, known) ?? 'Take the line away.'
  return makeProblem({ rule: 'overlay-target', at, message: `there is no "${key}" below the overlay to remove`, fix })
}

interface Slot extends Pair {
  readonly entries: Map<string, MapEntry>
}

/** An overlay that gives `price` or `pricing` replaces what the catalogue says of the price (semantics.md 3). */
function clearSlot(merge: Merge, { entries, base, over }: Slot, path: readonly string[]): void {
  const given = new Set(keysOf(over).filter((key) => over.node.kind === 'map' && over.node.entries.get(key)?.mark !== 'remove'))
  if (!base || !givesPrice(given)) return
  const by = childOf(over, given.has('price') ? 'price' : 'pricing')
  for (const key of priceSlot) {
    const there = given.has(key) ? undefined : childOf(base, key)
    if (!there || !by || !entries.delete(key)) continue
    merge.history.push({ path: [...path, key], how: 'slot', by: spanOf(by), was: spanOf(there) })
  }
}
