import { cat } from '../../resources/cat.ts'
import { product } from '../../resources/product.ts'
import type { Problem } from '../../problems/problem.ts'
import { keysOf, type Located } from '../../yaml/source-node.ts'
import type { Config } from '../config/config.ts'
import type { Entry, OpenEntry } from '../files/source-document.ts'
import { collectDefinitions, type Definitions, everyEntry, type ExtraFields, type JoinedSections } from './definitions.ts'
import { type DefaultLevels, fillDefaults, openDefaultLevels } from './fill-defaults.ts'
import type { Layer, LayerSection, LayerSectionName } from './join-documents.ts'
import { keptOut, type Merge } from './merge.ts'
import { mergeValue, noteRemoval, nothingToRemove } from './merge-maps.ts'
import { readDefaults } from './read-defaults.ts'
import { homeFolder, type ReadLayer } from './read-layer.ts'
import type { Overruled } from './trace.ts'

/** The layers of a catalogue as one, for one store: overlay merged, defaults filled in. */
export interface LayeredCatalogue {
  readonly joined: JoinedSections
  readonly definitions: Definitions
  readonly extra: ExtraFields
  /** Of merging and of the definitions; not those of reading the layers. */
  readonly problems: readonly Problem[]
  /** Values that the overlay replaced; with `trace` also defaults that records overrule, as the records are read. */
  readonly history: readonly Overruled[]
  /** Opens every entry of the documents, one by one. */
  readonly entries: () => Iterable<Located>
}

/** What to merge: the catalogue and the overlay of the store. */
export interface Layers {
  readonly config: Config
  readonly base: ReadLayer
  readonly over: ReadLayer | undefined
  /** True to trace overruled defaults. */
  readonly trace: boolean
}

/** Merges the overlay of a store into the catalogue and checks the shape of what it defines. */
export function layerCatalogue({ config, base, over, trace }: Layers): LayeredCatalogue {
  const merge: Merge = { problems: [], history: [], trace, removals: new Map() }
  const sections = over ? mergeSections(merge, { base, over }) : base.sections
  const open: OpenEntry = (entry) => (over?.hashes.has(entry.file) ? over : base).open(entry)
  const extra = extraFieldsOf(config)
  const defaults = readDefaults(sections.get('defaults')?.entries ?? new Map(), open, extra)
  const levels = openDefaultLevels(defaults.byFolder, homeFolder(config.store.overlay))
  const openWith =
    (filling: Merge): JoinedSections['openRecord'] =>
    (section, key, entry) => {
      const located = open(entry)
      const isFilled = section === 'products' || section === 'categories'
      return isFilled ? fillDefaults(located, { merge: filling, levels, path: [section, key] }) : located
    }
  const joined: JoinedSections = {
    sections,
    lists: over ? new Map([...base.lists, ...over.lists]) : base.lists,
    doubles: [...base.doubles, ...(over?.doubles ?? [])],
    open,
    openRecord: openWith(merge),
  }
  const definitions = collectDefinitions(joined, extra)
  const unused = removalsWithoutEffect(merge, { sections, open, levels })
  const problems = [...merge.problems, ...defaults.problems, ...unused, ...definitions.problems]
  const entries = (): Iterable<Located> => everyEntry({ ...joined, openRecord: openWith({ ...merge, trace: false }) })
  return { joined, definitions, extra, problems, history: merge.history, entries }
}

/** The fields that the config of the store names besides those of platform.md. */
function extraFieldsOf({ store }: Config): ExtraFields {
  return {
    products: besides(Object.keys(store.fields.Product ?? {}), product.fields),
    categories: besides(Object.keys(store.fields.Cat ?? {}), cat.fields),
  }
}

function besides(names: readonly string[], declared: object): ReadonlySet<string> {
  return new Set(names.filter((name) => !Object.hasOwn(declared, name)))
}

type Sections = Layer['sections']

function mergeSections(merge: Merge, { base, over }: { readonly base: ReadLayer; readonly over: ReadLayer }): Sections {
  const merged = new Map<LayerSectionName, LayerSection>(base.sections)
  for (const [name, given] of over.sections) {
    const there = base.sections.get(name)
    if (given.mark === 'remove') {
      merged.delete(name)
      noteRemoval(merge, { at: given.at, was: there?.at, known: () => [...base.sections.keys()] }, [name])
      continue
    }
    const under = given.mark === 'replace' ? undefined : there
    if (there && !under) merge.history.push({ path: [name], how: 'changed', by: given.at, was: there.at })
    const entries = new Map(under?.entries)
    for (const [key, entry] of given.entries) mergeEntry(merge, { name, key, entry, entries, there: under, base, over })
    merged.set(name, { at: (under ?? given).at, mark: undefined, entries })
  }
  return merged
}

interface Merging {
  readonly name: LayerSectionName
  readonly key: string
  readonly entry: Entry
  /** Changed here. */
  readonly entries: Map<string, Entry>
  readonly there: LayerSection | undefined
  readonly base: ReadLayer
  readonly over: ReadLayer
}

function mergeEntry(merge: Merge, { name, key, entry, entries, there, base, over }: Merging): void {
  const known = there?.entries.get(key)
  const path = [name, key]
  if (entry.mark === 'remove') {
    entries.delete(key)
    noteRemoval(merge, { at: placeOf(entry), was: known && placeOf(known), known: () => [...(there?.entries.keys() ?? [])] }, path)
    return
  }
  const { value, place } = mergeValue(merge, { given: over.open(entry), there: known && base.open(known), mark: entry.mark }, path)
  entries.set(key, { file: place.file, key: place.key ?? place.node, node: value })
}

function placeOf({ file, node: { start, end } }: Entry): { file: string; start: number; end: number } {
  return { file, start, end }
}

interface Removals {
  readonly sections: Sections
  readonly open: OpenEntry
  readonly levels: DefaultLevels
}

/** The problems of `!remove` lines that remove nothing, not even a default. */
function removalsWithoutEffect(merge: Merge, { sections, open, levels }: Removals): Problem[] {
  return [...merge.removals.values()].flat().flatMap(({ path, field, at, found }) => {
    if (found) return []
    const [section, key = '', ...rest] = path
    const name = section === 'categories' ? 'categories' : 'products'
    const entry = sections.get(name)?.entries.get(key)
    if (!entry) return [nothingToRemove(field, at, [])]
    const isDefault = levels(entry.file, rest.length > 1 ? 'variants' : name).some(({ keys }) =>
      keptOut(field).some((each) => keys.includes(each)),
    )
    return isDefault ? [] : [nothingToRemove(field, at, keysOf(open(entry)))]
  })
}
