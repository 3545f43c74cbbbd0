import type { z } from 'zod'
import { type ListSectionName, type MapSectionName, mapSections, sections } from '../../documents/catalogue-document.ts'
import type { CategoryDocument } from '../../documents/category-document.ts'
import { checkShape } from '../../documents/check-shape.ts'
import { defineEntry, type Definition } from '../../documents/define-entry.ts'
import type { GridDocument } from '../../documents/grid-document.ts'
import type { GroupDocument } from '../../documents/group-document.ts'
import type { ProductDocument } from '../../documents/product-document.ts'
import type { Problem } from '../../problems/problem.ts'
import type { Located } from '../../yaml/source-node.ts'
import type { Entry, OpenEntry } from '../files/source-document.ts'
import type { Double, Layer } from './join-documents.ts'

export type DefinitionMap<T> = ReadonlyMap<string, Definition<T>>

/** Everything that the documents define; a section that no document has is `undefined`. */
export interface Definitions {
  readonly groups: DefinitionMap<GroupDocument> | undefined
  readonly categories: DefinitionMap<CategoryDocument> | undefined
  readonly priceLists: DefinitionMap<GridDocument> | undefined
  /** By key. They are read one by one (`readProduct`), so that not all of them are in memory. */
  readonly products: ReadonlyMap<string, Entry> | undefined
  /** The items of the lists, checked for shape. */
  readonly lists: Readonly<Record<ListSectionName, readonly Located[]>>
  /** The map sections, without products, that have an entry of which nothing is correct. */
  readonly unusable: ReadonlySet<MapSectionName>
  /** Without those of products. */
  readonly problems: readonly Problem[]
}

/** What one entry defines; `definition` is `undefined` where nothing of it is correct. */
export interface ReadDefinition<T> {
  readonly definition: Definition<T> | undefined
  readonly problems: readonly Problem[]
}

/** Names of fields that products or categories may have besides those of the format. */
export interface ExtraFields {
  readonly products: ReadonlySet<string>
  readonly categories: ReadonlySet<string>
}

/** The sections of a catalogue for one store, and how to open their entries. */
export interface JoinedSections extends Pick<Layer, 'sections' | 'lists'> {
  readonly doubles: readonly Double[]
  readonly open: OpenEntry
  /** Opens an entry of a map section, with defaults. */
  readonly openRecord: (section: MapSectionName, key: string, entry: Entry) => Located
}

/** Checks the shape of every entry but the products. */
export function collectDefinitions(joined: JoinedSections, extra: ExtraFields): Definitions {
  const problems: Problem[] = []
  const groups = collectMap(joined, { section: 'groups', schema: sections.groups.entry }, problems)
  const categories = collectMap(joined, { section: 'categories', schema: sections.categories.entry, extra: extra.categories }, problems)
  const priceLists = collectMap(joined, { section: 'price_lists', schema: sections.price_lists.entry }, problems)
  const products = joined.sections.get('products')
  if (products) checkDoubles(joined, productSection(extra), problems)
  const lists = {
    webhooks: collectList(joined, 'webhooks', problems),
    expect: collectList(joined, 'expect', problems),
    moved: collectList(joined, 'moved', problems),
  }
  const read = { groups, categories, price_lists: priceLists }
  const unusable = new Set(
    (['groups', 'categories', 'price_lists'] as const).filter(
      (name) => (joined.sections.get(name)?.entries.size ?? 0) > (read[name]?.size ?? 0),
    ),
  )
  return { groups, categories, priceLists, products: products?.entries, lists, unusable, problems }
}

/** Checks the shape of a product. */
export function readProduct(
  { openRecord }: JoinedSections,
  [key, entry]: readonly [key: string, entry: Entry],
  extra: ExtraFields,
): ReadDefinition<ProductDocument> {
  const problems: Problem[] = []
  const definition = defineEntry({ ...productSection(extra), key, located: openRecord('products', key, entry) }, problems)
  return { definition, problems }
}

/** Every entry of the documents, opened one by one. */
export function* everyEntry({ sections: joined, lists, doubles, open, openRecord }: JoinedSections): Generator<Located> {
  for (const section of mapSections) {
    for (const [key, entry] of joined.get(section)?.entries ?? []) yield openRecord(section, key, entry)
  }
  for (const { entry } of doubles) yield open(entry)
  for (const items of lists.values()) for (const item of items) yield open(item)
}

interface MapSection<S> {
  readonly section: MapSectionName
  readonly schema: S
  /** Present where the section takes fields besides its own. */
  readonly extra?: ReadonlySet<string>
}

function productSection(extra: ExtraFields): MapSection<typeof sections.products.entry> {
  return { section: 'products', schema: sections.products.entry, extra: extra.products }
}

function collectMap<S extends z.ZodType>(
  joined: JoinedSections,
  wanted: MapSection<S>,
  problems: Problem[],
): DefinitionMap<z.output<S>> | undefined {
  const { section } = wanted
  const map = joined.sections.get(section)
  if (!map) return undefined
  checkDoubles(joined, wanted, problems)
  const definitions = Array.from(map.entries, ([key, entry]) =>
    defineEntry({ ...wanted, key, located: joined.openRecord(section, key, entry) }, problems),
  ).filter((definition) => definition !== undefined)
  return new Map(definitions.map((definition) => [definition.key, definition]))
}

function checkDoubles<S extends z.ZodType>({ doubles, open }: JoinedSections, wanted: MapSection<S>, problems: Problem[]): void {
  const own = doubles.filter(({ section }) => section === wanted.section)
  for (const { entry } of own) defineEntry({ ...wanted, key: '', located: open(entry) }, problems)
}

function collectList({ lists, open }: JoinedSections, section: ListSectionName, problems: Problem[]): readonly Located[] {
  const items = (lists.get(section) ?? []).map(open)
  for (const item of items) {
    for (const problem of checkShape(sections[section].entry, item).problems) problems.push(problem)
  }
  return items
}
