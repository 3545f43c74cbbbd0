import { meantSentence } from '../../documents/meant-sentence.ts'
import { makeProblem } from '../../problems/make-problem.ts'
import type { Problem } from '../../problems/problem.ts'
import type { SourceSpan } from '../../source/source.ts'
import { childOf, keysOf, type Located, type MapEntry, type MapNode, type SourceNode, spanOf } from '../../yaml/source-node.ts'
import { givesPrice, hasPriceSlot, type Merge, pathKey, priceSlot, takesDefaults } from './merge.ts'

/** A value of an overlay, and the value of the catalogue at the same path. */
interface Given {
  readonly given: Located
  readonly there: Located | undefined
  readonly mark: MapEntry['mark']
}

/** The merged value, and the value whose place it takes. */
interface Merged {
  readonly value: SourceNode
  readonly place: Located
}

/**
 * Merges a value of an overlay into the catalogue (semantics.md 2): maps merge, lists and single values replace, `!replace` replaces a
 * map too. Entries keep the order of the catalogue, new ones follow.
 */
export function mergeValue(merge: Merge, { given, there, mark }: Given, path: readonly string[]): Merged {
  const isMap = given.node.kind === 'map'
  const under = isMap && mark !== 'replace' && there?.node.kind === 'map' ? there : undefined
  if (there && !under) merge.history.push({ path, how: 'changed', by: spanOf(given), was: spanOf(there) })
  const value = isMap ? mergeMaps(merge, { base: under, over: given }, path) : given.node
  return { value, place: under ?? given }
}

interface Pair {
  readonly base: Located | undefined
  readonly over: Located
}

/** The result has the place of the base, or of the overlay where there is none. */
function mergeMaps(merge: Merge, { base, over }: Pair, path: readonly string[]): MapNode {
  const home = base ?? over
  const entries = new Map(base && entriesOf(base))
  for (const [key, { mark }] of entriesOf(over)) {
    const given = childOf(over, key)
    if (!given) continue
    const there = base && childOf(base, key)
    const here = [...path, key]
    if (mark === 'remove') {
      entries.delete(key)
      noteRemoval(merge, { at: spanOf(given), was: there && spanOf(there), known: () => (base ? keysOf(base) : []) }, here)
    } else {
      const { value, place } = mergeValue(merge, { given, there, mark }, here)
      entries.set(key, { key: place.key ?? place.node, value, ...(place.file === home.file ? {} : { file: place.file }) })
    }
  }
  if (hasPriceSlot(path)) clearSlot(merge, { entries, base, over }, path)
  return { kind: 'map', entries, start: home.node.start, end: home.node.end }
}

function entriesOf({ node }: Located): MapNode['entries'] {
  return node.kind === 'map' ? node.entries : new Map()
}

interface Removed {
  readonly at: SourceSpan
  /** The value that is removed, if there is one. */
  readonly was: SourceSpan | undefined
  /** The keys that could be removed, for the fix. */
  readonly known: () => readonly string[]
}

/** Records a `!remove`. One without effect is a problem, unless defaults may still give the field. */
export function noteRemoval(merge: Merge, { at, was, known }: Removed, path: readonly string[]): void {
  const field = path.at(-1) ?? ''
  const parent = path.slice(0, -1)
  if (was) merge.history.push({ path, how: 'removed', by: at, was })
  if (takesDefaults(parent)) {
    const key = pathKey(parent)
    merge.removals.set(key, [...(merge.removals.get(key) ?? []), { path, field, at, found: was !== undefined }])
  } else if (!was) {
    merge.problems.push(nothingToRemove(field, at, known()))
  }
}

/** The problem of a `!remove` without effect: probably a typing error, and the value stays in the store. */
export function nothingToRemove(key: string, at: SourceSpan, known: readonly string[]): Problem {
  const fix = meantSentence(key, known) ?? 'Delete this line.'
  return makeProblem({ rule: 'overlay-target', at, message: `there is no "${key}" below the overlay to remove`, fix })
}

interface Slot extends Pair {
  readonly entries: Map<string, MapEntry>
}

/** An overlay that gives `price` or `pricing` replaces the whole price slot of the catalogue (semantics.md 3). */
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
