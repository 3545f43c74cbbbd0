import type { DefaultSectionName } from '../../documents/defaults-document.ts'
import { childOf, type Located, type MapEntry, spanOf } from '../../yaml/source-node.ts'
import { givesPrice, keptOut, type Merge, pathKey, priceSlot } from './merge.ts'
import type { DefaultLevel, FolderDefaults } from './read-defaults.ts'
import type { Overruled } from './trace.ts'

/** Gives the defaults that apply to a document, those of the nearest folder first. */
export type DefaultLevels = (file: string, section: DefaultSectionName) => readonly DefaultLevel[]

/** `folderOf` gives the folder of a document, as seen by defaults. */
export function openDefaultLevels(byFolder: ReadonlyMap<string, FolderDefaults>, folderOf: (file: string) => string): DefaultLevels {
  const known = new Map<string, readonly FolderDefaults[]>()
  return (file, section) => {
    const folder = folderOf(file)
    let chain = known.get(folder)
    if (!chain) {
      chain = upwards(folder).flatMap((each) => byFolder.get(each) ?? [])
      known.set(folder, chain)
    }
    return chain.flatMap((level) => level[section] ?? [])
  }
}

/** `a/b` to `['a/b', 'a', '']`. */
function upwards(folder: string): string[] {
  const steps = folder === '' ? [] : folder.split('/')
  return [...steps.map((_, index) => steps.slice(0, steps.length - index).join('/')), '']
}

/** A record to fill, and where it is. */
interface Filling {
  readonly merge: Merge
  readonly levels: DefaultLevels
  /** Section and key. */
  readonly path: readonly [section: 'products' | 'categories', key: string]
}

/**
 * Fills the keys that a product or category omits from the defaults of its folder and of those above it, the nearest first, key by
 * key; price and pricing count as one key (semantics.md 3), also for what an overlay removed, which stays out.
 */
export function fillDefaults(located: Located, { merge, levels, path }: Filling): Located {
  const [section] = path
  const own = levels(located.file, section)
  const forVariants = section === 'products' ? levels(located.file, 'variants') : []
  if (own.length + forVariants.length === 0) return located
  return fillVariants(fillMap(located, own, { merge, path }), forVariants, { merge, path })
}

/** Fills `variants.each` of a product that has variants; `{}` means none. */
function fillVariants(product: Located, levels: readonly DefaultLevel[], { merge, path }: Place): Located {
  const variants = childOf(product, 'variants')
  if (!variants || levels.length === 0 || variants.node.kind !== 'map' || product.node.kind !== 'map') return product
  const { start, end, entries } = variants.node
  if (entries.size === 0) return product
  const each = childOf(variants, 'each') ?? { ...variants, node: { kind: 'map', entries: new Map<string, MapEntry>(), start, end } }
  if (each.node.kind !== 'map') return product
  const { node } = fillMap(each, levels, { merge, path: [...path, 'variants', 'each'] })
  if (node === each.node) return product
  const eachEntry = { ...inside(each, variants.file), value: node }
  const inner = { ...variants.node, entries: new Map([...entries, ['each', eachEntry] as const]) }
  const variantsEntry = { ...inside(variants, product.file), value: inner }
  return { ...product, node: { ...product.node, entries: new Map([...product.node.entries, ['variants', variantsEntry] as const]) } }
}

/** A value as an entry of a map of the document `file`. */
function inside({ key, node, file: own }: Located, file: string): MapEntry {
  return { key: key ?? node, value: node, ...(own === file ? {} : { file: own }) }
}

interface Place {
  readonly merge: Merge
  readonly path: readonly string[]
}

function fillMap(located: Located, levels: readonly DefaultLevel[], { merge, path }: Place): Located {
  const { node } = located
  if (node.kind !== 'map') return located
  const removed = removedFields(merge, path)
  const entries = new Map(node.entries)
  for (const level of levels) {
    const priced = givesPrice(entries)
    for (const key of level.keys) {
      const value = childOf(level.located, key)
      if (!value) continue
      const isSettled = entries.has(key) || removed.has(key) || (priced && priceSlot.some((each) => each === key))
      if (!isSettled) entries.set(key, inside(value, located.file))
      else if (merge.trace) merge.history.push(...overruled({ ...located, node: { ...node, entries } }, { key, value }, path))
    }
  }
  return entries.size === node.entries.size ? located : { ...located, node: { ...node, entries } }
}

function removedFields({ removals }: Merge, path: readonly string[]): ReadonlySet<string> {
  return new Set((removals.get(pathKey(path)) ?? []).flatMap(({ field }) => keptOut(field)))
}

function overruled(map: Located, { key, value }: { key: string; value: Located }, path: readonly string[]): Overruled[] {
  const by = childOf(map, key)
  return by ? [{ path: [...path, key], how: 'changed', by: spanOf(by), was: spanOf(value) }] : []
}
