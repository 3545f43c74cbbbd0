import type { z } from 'zod'
import { checkShape } from './check-shape.ts'
import { defineEntry, type Definition } from './define-entry.ts'
import type { CategoryDocument } from './category-document.ts'
import { type ListSectionName, type MapSectionName, mapSections, sections } from './catalogue-document.ts'
import type { GridDocument } from './grid-document.ts'
import type { GroupDocument } from './group-document.ts'
import type { ProductDocument } from './product-document.ts'
import type { Problem } from '../problems/problem.ts'
import { at, childOf, keysOf, type Located } from '../yaml/source-node.ts'

export type { Definition }

export type DefinitionMap<T> = ReadonlyMap<string, Definition<T>>

/** Entries that are checked when they are read, each once, so that they are never held together. */
export interface DefinitionStream<T> {
  values(): Iterable<{ readonly key: string; readonly located: Located; readonly read: () => Definition<T> | undefined }>
}

/** Everything that the documents define; a section that no document has is `undefined`. */
export interface Definitions {
  readonly groups: DefinitionMap<GroupDocument> | undefined
  readonly categories: DefinitionMap<CategoryDocument> | undefined
  readonly priceLists: DefinitionMap<GridDocument> | undefined
  readonly products: DefinitionStream<ProductDocument> | undefined
  /** Entries of the lists, checked for shape; not in force yet. */
  readonly lists: Readonly<Record<ListSectionName, readonly Located[]>>
  /** Those of products are there when all of them were read. */
  readonly problems: readonly Problem[]
  /** Every entry, from its key to its end. */
  readonly entries: () => readonly Located[]
}

/** Names of fields that products or categories may have beside those of the format. */
export interface ExtraFields {
  readonly products: ReadonlySet<string>
  readonly categories: ReadonlySet<string>
}

/** The documents of a catalogue as one tree, before the shape of the entries is checked. */
export interface JoinedDocuments {
  /** A map with the map sections that some document has, and `defaults` by folder; each entry names its document. */
  readonly root: Located
  /** The items of the list sections that some document has. */
  readonly lists: ReadonlyMap<ListSectionName, readonly Located[]>
  /** Entries whose key is already defined: their shape is checked, and they have no effect. */
  readonly doubles: readonly Double[]
}

export interface Double {
  readonly section: MapSectionName
  readonly located: Located
}

interface Collection extends JoinedDocuments {
  readonly problems: Problem[]
}

/** Checks the shape of each entry of the joined documents of a catalogue. */
export function collectDefinitions(joined: JoinedDocuments, extra: ExtraFields): Definitions {
  const collection: Collection = { ...joined, problems: [] }
  const groups = collectMap(collection, { section: 'groups', schema: sections.groups.entry })
  const categories = collectMap(collection, { section: 'categories', schema: sections.categories.entry, extra: extra.categories })
  const priceLists = collectMap(collection, { section: 'price_lists', schema: sections.price_lists.entry })
  const products = streamMap(collection, { section: 'products', schema: sections.products.entry, extra: extra.products })
  const lists = {
    webhooks: collectList(collection, 'webhooks'),
    expect: collectList(collection, 'expect'),
    moved: collectList(collection, 'moved'),
  }
  return { groups, categories, priceLists, products, lists, problems: collection.problems, entries: () => entriesOf(joined) }
}

/** Asked for only where something is wrong or silenced: a large catalogue has very many. */
function entriesOf({ root, lists, doubles }: JoinedDocuments): readonly Located[] {
  const maps = mapSections.flatMap((section) => childOf(root, section) ?? [])
  const entries = maps.flatMap((map) => keysOf(map).map((key) => at(map, key)))
  return [...entries, ...doubles.map(({ located }) => located), ...[...lists.values()].flat()]
}

interface MapSection<S> {
  readonly section: MapSectionName
  readonly schema: S
  /** Present where the section takes fields beside its own. */
  readonly extra?: ReadonlySet<string>
}

function collectMap<S extends z.ZodType>(collection: Collection, wanted: MapSection<S>): DefinitionMap<z.output<S>> | undefined {
  const stream = streamMap(collection, wanted)
  if (!stream) return undefined
  const definitions = Array.from(stream.values(), ({ read }) => read()).filter((definition) => definition !== undefined)
  return new Map(definitions.map((definition) => [definition.key, definition]))
}

function streamMap<S extends z.ZodType>(
  { root, doubles, problems }: Collection,
  wanted: MapSection<S>,
): DefinitionStream<z.output<S>> | undefined {
  const map = childOf(root, wanted.section)
  if (!map) return undefined
  const keys = keysOf(map)
  const twice = doubles.filter(({ section }) => section === wanted.section)
  for (const { located } of twice) defineEntry({ ...wanted, key: '', located }, problems)
  return {
    *values() {
      for (const key of keys) {
        const located = childOf(map, key)
        if (located) yield { key, located, read: () => defineEntry({ ...wanted, key, located }, problems) }
      }
    },
  }
}

function collectList({ lists, problems }: Collection, section: ListSectionName): readonly Located[] {
  const items = lists.get(section) ?? []
  for (const item of items) {
    for (const problem of checkShape(sections[section].entry, item).problems) problems.push(problem)
  }
  return items
}
