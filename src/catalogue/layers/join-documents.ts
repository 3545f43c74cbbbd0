import { type ListSectionName, listSections, type MapSectionName, mapSections, sections } from '../../documents/catalogue-document.ts'
import { makeProblem } from '../../problems/make-problem.ts'
import type { Problem } from '../../problems/problem.ts'
import type { SourceSpan } from '../../source/source.ts'
import { keySpanOf, type MapEntry, type SourceNode, wholeSpanOf } from '../../yaml/source-node.ts'
import type { Entry, OpenEntry, SourceDocument, SourceSection } from '../files/source-document.ts'
import type { Region } from './trace.ts'

/** The documents of one layer, the catalogue or an overlay, joined by section. */
export interface Layer {
  /** The map sections that some document has, and `defaults` with an entry for each folder. */
  readonly sections: ReadonlyMap<LayerSectionName, LayerSection>
  /** The items of the list sections that some document has. */
  readonly lists: ReadonlyMap<ListSectionName, readonly Entry[]>
  /** Entries whose key is already defined: their shape is checked, and they have no effect. */
  readonly doubles: readonly Double[]
  readonly problems: readonly Problem[]
  /** Where price lists and defaults are written. */
  readonly regions: readonly Region[]
}

export type LayerSectionName = MapSectionName | 'defaults'

export interface LayerSection {
  /** The value of the section in the first document that has it. */
  readonly at: SourceSpan
  readonly mark: Entry['mark']
  readonly entries: ReadonlyMap<string, Entry>
}

export interface Double {
  readonly section: MapSectionName
  readonly entry: Entry
}

interface Joining {
  readonly open: OpenEntry
  readonly folderOf: (file: string) => string
  readonly doubles: Double[]
  readonly problems: Problem[]
  readonly regions: Region[]
}

/**
 * Joins the documents of a layer. A key that is defined twice is a problem, and so are two `defaults` in one folder; the first has
 * effect. `folderOf` gives the folder that the defaults of a document apply to.
 */
export function joinDocuments(documents: readonly SourceDocument[], { open, folderOf }: Pick<Joining, 'open' | 'folderOf'>): Layer {
  const joining: Joining = { open, folderOf, doubles: [], problems: [], regions: [] }
  const joined = new Map<LayerSectionName, LayerSection>()
  for (const name of mapSections) {
    const section = joinSection(joining, documents, name)
    if (section) joined.set(name, section)
  }
  const defaults = joinDefaults(joining, documents)
  if (defaults) joined.set('defaults', defaults)
  const lists = new Map<ListSectionName, readonly Entry[]>()
  for (const name of listSections) {
    const given = documents.flatMap((document) => document.sections.get(name) ?? [])
    if (given.length > 0)
      lists.set(
        name,
        given.flatMap(({ value, entries }) => (value.kind === 'list' ? [...entries.values()] : [])),
      )
  }
  const { doubles, problems, regions } = joining
  return { sections: joined, lists, doubles, problems, regions }
}

function joinSection(joining: Joining, documents: readonly SourceDocument[], name: MapSectionName): LayerSection | undefined {
  const given = documents.flatMap((document) => sectionOf(document, name) ?? [])
  const [first] = given
  if (!first) return undefined
  const entries = new Map<string, Entry>()
  for (const { section } of given) {
    for (const [key, entry] of section.entries) {
      const known = entries.get(key)
      if (known) {
        joining.problems.push(definedTwice({ key, one: sections[name].one, entry, first: known }))
        joining.doubles.push({ section: name, entry })
        continue
      }
      entries.set(key, entry)
      if (name === 'price_lists') joining.regions.push({ kind: 'price list', name: key, span: wholeSpanOf(entry) })
    }
  }
  return { at: first.at, mark: markOf(given.map(({ section }) => section)), entries }
}

function joinDefaults(joining: Joining, documents: readonly SourceDocument[]): LayerSection | undefined {
  const entries = new Map<string, Entry>()
  for (const document of documents) {
    const given = sectionOf(document, 'defaults')
    if (!given) continue
    const { key, mark } = given.section
    const entry: Entry = { file: document.file, key, node: wholeNode(joining.open, given.section), ...(mark && { mark }) }
    const folder = joining.folderOf(document.file)
    const known = entries.get(folder)
    if (known) {
      joining.problems.push(doubleDefaults(entry, known))
      continue
    }
    entries.set(folder, entry)
    joining.regions.push({ kind: 'defaults', name: folder, span: wholeSpanOf(entry) })
  }
  return entries.size === 0 ? undefined : { at: { file: '', start: 0, end: 0 }, mark: undefined, entries }
}

/** A section with all its entries opened. */
function wholeNode(open: OpenEntry, { value, entries }: SourceSection): SourceNode {
  const { start, end } = value
  if (value.kind !== 'map') return { kind: 'scalar', text: '', start, end }
  const nodes = [...entries].map(([name, entry]): [string, MapEntry] => {
    const { key, node, mark } = entry
    return [name, { key: key ?? node, value: open(entry).node, ...(mark && { mark }) }]
  })
  return { kind: 'map', entries: new Map(nodes), start, end }
}

interface Given {
  readonly section: SourceSection
  readonly at: SourceSpan
}

/** A section as its document has it; one of another type is omitted, since it is a problem. */
function sectionOf({ file, sections: own }: SourceDocument, name: string): Given | undefined {
  const section = own.get(name)
  if (!section || (section.value.kind !== 'map' && section.mark !== 'remove')) return undefined
  return { section, at: { file, start: section.value.start, end: section.value.end } }
}

/** A section that one document of an overlay removes and another fills is replaced. */
function markOf(given: readonly SourceSection[]): Entry['mark'] {
  if (given.every(({ mark }) => mark === undefined)) return undefined
  return given.every(({ mark }) => mark === 'remove') ? 'remove' : 'replace'
}

function definedTwice({ key, one, entry, first }: { key: string; one: string; entry: Entry; first: Entry }): Problem {
  return makeProblem({
    rule: 'unique-keys',
    at: keySpanOf(entry),
    message: `the ${one} "${key}" is defined twice`,
    fix: 'Keep one of the two definitions.',
    related: { message: 'the first definition', at: keySpanOf(first) },
  })
}

function doubleDefaults(entry: Entry, first: Entry): Problem {
  return makeProblem({
    rule: 'unique-keys',
    at: keySpanOf(entry),
    message: 'the defaults of this folder are given twice',
    fix: 'Keep them in one document.',
    related: { message: 'the first defaults', at: keySpanOf(first) },
  })
}
