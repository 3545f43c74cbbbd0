import { givesPrice, type Merge, type Overruled, pathKey, priceSlot } from '../overlay/merge.ts'
import type { MergedLayers } from '../overlay/merge-layers.ts'
import { nothingToRemove } from '../overlay/merge-maps.ts'
import type { DefaultSectionName } from '../../documents/defaults-document.ts'
import type { Problem } from '../../problems/problem.ts'
import { LazyMap } from '../../yaml/lazy-map.ts'
import { childOf, keysOf, type Located, type MapEntry, spanOf } from '../../yaml/source-node.ts'
import type { FolderDefaults, Level } from './read-defaults.ts'

/** What filling needs to know. */
export interface Filling {
  readonly byFolder: ReadonlyMap<string, FolderDefaults>
  readonly merge: Merge
  /** The folder of a document, from the root of the catalogue; documents of an overlay stand where they would without it. */
  readonly folderOf: (file: string) => string
}

interface Filled {
  readonly root: Located
  /** Removals of an overlay that found nothing, not even a default. */
  readonly problems: readonly Problem[]
}

/**
 * Fills what products, variants and categories leave out from the defaults of their folder and of those above it, the nearest
 * first, key by key; price and pricing are one key (semantics.md 3). What an overlay removed stays out.
 */
export function fillDefaults({ root }: Pick<MergedLayers, 'root'>, filling: Filling): Filled {
  const levels = levelFinder(filling)
  const entries = new Map(root.node.kind === 'map' ? root.node.entries : [])
  for (const section of ['products', 'categories'] as const) {
    const entry = entries.get(section)
    const map = childOf(root, section)
    if (!entry || map?.node.kind !== 'map' || filling.byFolder.size === 0) continue
    const filled = new Map(map.node.entries)
    for (const [key, record] of filled) {
      const located = childOf(map, key)
      const value = located && filledValue({ filling, levels, section, path: [section, key] }, located)
      if (value && value !== record.value) filled.set(key, { ...record, value })
    }
    entries.set(section, { ...entry, value: { ...map.node, entries: filled } })
  }
  const { start, end } = root.node
  const problems = removedNothing(root, filling, levels)
  return { root: { ...root, node: { kind: 'map', entries, start, end } }, problems }
}

type Levels = (file: string, section: DefaultSectionName) => readonly Level[]

/** The defaults that hold for a document, the nearest first. */
function levelFinder({ byFolder, folderOf }: Filling): Levels {
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

interface Context {
  readonly filling: Filling
  readonly levels: Levels
  readonly section: 'products' | 'categories'
  readonly path: readonly string[]
}

/** What stands in a record is filled, and noted for a trace, when it is looked at. */
function filledValue(context: Context, located: Located): Located['node'] | undefined {
  const { node, file } = located
  const { levels, section } = context
  if (node.kind !== 'map') return undefined
  const hasLevels = levels(file, section).length > 0 || (section === 'products' && levels(file, 'variants').length > 0)
  if (!hasLevels) return undefined
  return new LazyMap(node, () => {
    const filled = fillRecord(context, located)
    return filled.kind === 'map' ? filled.entries : new Map()
  })
}

function fillRecord({ filling, levels, section, path }: Context, located: Located): Located['node'] {
  const { merge } = filling
  const filled = fillMap(located, levels(located.file, section), { merge, path })
  const variants = section === 'products' ? childOf(filled, 'variants') : undefined
  const defaults = variants ? levels(located.file, 'variants') : []
  if (!variants || defaults.length === 0 || variants.node.kind !== 'map' || filled.node.kind !== 'map') return filled.node
  const given = childOf(variants, 'each')
  const each = given ?? {
    ...variants,
    node: { kind: 'map', entries: new Map<string, MapEntry>(), start: variants.node.start, end: variants.node.end },
  }
  if (each.node.kind !== 'map') return filled.node
  const { node } = fillMap(each, defaults, { merge, path: [...path, 'variants', 'each'] })
  if (node === each.node) return filled.node
  const entry = { ...inside(each, variants.file), value: node }
  const inner = { ...variants.node, entries: new Map([...variants.node.entries, ['each', entry] as const]) }
  const outer = { ...inside(variants, filled.file), value: inner }
  return { ...filled.node, entries: new Map([...filled.node.entries, ['variants', outer] as const]) }
}

/** A value as an entry of a map that stands in `file`. */
function inside(located: Located, file: string): MapEntry {
  const { key, node } = located
  return { key: key ?? node, value: node, ...(located.file === file ? {} : { file: located.file }) }
}

interface Place {
  readonly merge: Merge
  readonly path: readonly string[]
}

function fillMap(located: Located, levels: readonly Level[], { merge, path }: Place): Located {
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
  return new Set((removals.get(pathKey(path)) ?? []).map(({ field }) => field))
}

function overruled(map: Located, { key, value }: { key: string; value: Located }, path: readonly string[]): Overruled[] {
  const by = childOf(map, key)
  return by ? [{ path: [...path, key], how: 'changed', by: spanOf(by), was: spanOf(value) }] : []
}

function removedNothing(root: Located, { merge }: Filling, levels: Levels): Problem[] {
  return [...merge.removals.values()].flat().flatMap(({ path, field, at, found }) => {
    const [section = '', key = '', ...rest] = path
    const map = childOf(root, section)
    const record = map && childOf(map, key)
    const kind = rest.length > 1 ? 'variants' : section === 'categories' ? 'categories' : 'products'
    const isDefault = record !== undefined && levels(record.file, kind).some(({ keys }) => keys.includes(field))
    return found || isDefault ? [] : [nothingToRemove(field, at, record ? keysOf(record) : [])]
  })
}
