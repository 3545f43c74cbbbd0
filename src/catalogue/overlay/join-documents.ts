import { type ListSectionName, listSections, type MapSectionName, mapSections, sections } from '../../documents/catalogue-document.ts'
import type { Double, JoinedDocuments } from '../../documents/collect-definitions.ts'
import { makeProblem } from '../../problems/make-problem.ts'
import type { Problem } from '../../problems/problem.ts'
import { childOf, keySpanOf, type Located, type MapEntry, wholeSpanOf } from '../../yaml/source-node.ts'
import type { Region } from './origin-of.ts'

/** The documents of one layer, the catalogue or an overlay, as one tree. */
export interface Layer extends JoinedDocuments {
  readonly problems: readonly Problem[]
  /** Where price lists and defaults are written. */
  readonly regions: readonly Region[]
}

interface Joining {
  readonly folderOf: (file: string) => string
  readonly doubles: Double[]
  readonly problems: Problem[]
  readonly regions: Region[]
}

/**
 * Joins the documents of a layer. A key that is defined twice is a problem, and so are two `defaults` in one folder; the
 * first one counts. `folderOf` gives the folder that the defaults of a document hold for.
 */
export function joinDocuments(documents: readonly Located[], folderOf: (file: string) => string): Layer {
  const joining: Joining = { folderOf, doubles: [], problems: [], regions: [] }
  const entries = new Map<string, MapEntry>()
  for (const section of mapSections) {
    const joined = joinSection(joining, documents, section)
    if (joined) entries.set(section, joined)
  }
  const defaults = joinDefaults(joining, documents)
  if (defaults) entries.set('defaults', defaults)
  const lists = new Map<ListSectionName, readonly Located[]>()
  for (const section of listSections) {
    const given = documents.flatMap((document) => childOf(document, section) ?? [])
    if (given.length > 0) lists.set(section, given.flatMap(itemsOf))
  }
  const { doubles, problems, regions } = joining
  return { root: { file: '', node: { kind: 'map', entries, start: 0, end: 0 }, key: null }, lists, doubles, problems, regions }
}

function joinSection(joining: Joining, documents: readonly Located[], section: MapSectionName): MapEntry | undefined {
  const given = documents.flatMap((document) => entryOf(document, section) ?? [])
  const [first] = given
  if (!first) return undefined
  const entries = new Map<string, MapEntry>()
  const seen = new Map<string, Located>()
  for (const { value, located } of given) {
    for (const [key, entry] of value.kind === 'map' ? value.entries : []) {
      const child = childOf(located, key)
      if (!child) continue
      const known = seen.get(key)
      if (known) {
        joining.problems.push(definedTwice({ key, one: sections[section].one, located: child, first: known }))
        joining.doubles.push({ section, located: child })
        continue
      }
      seen.set(key, child)
      entries.set(key, { ...entry, file: located.file })
      if (section === 'price_lists') joining.regions.push({ kind: 'price list', name: key, span: wholeSpanOf(child) })
    }
  }
  const mark = markOf(given)
  const value = { kind: 'map', entries, start: first.value.start, end: first.value.end } as const
  return { key: first.key, value, file: first.located.file, ...(mark === undefined ? {} : { mark }) }
}

function joinDefaults(joining: Joining, documents: readonly Located[]): MapEntry | undefined {
  const entries = new Map<string, MapEntry>()
  const seen = new Map<string, Located>()
  for (const document of documents) {
    const entry = entryOf(document, 'defaults')
    if (!entry) continue
    const { located, key, value, mark } = entry
    const folder = joining.folderOf(document.file)
    const known = seen.get(folder)
    if (known) {
      joining.problems.push(doubleDefaults(located, known))
      continue
    }
    seen.set(folder, located)
    entries.set(folder, { key, value, file: document.file, ...(mark === undefined ? {} : { mark }) })
    joining.regions.push({ kind: 'defaults', name: folder, span: wholeSpanOf(located) })
  }
  return entries.size === 0 ? undefined : { key: { start: 0, end: 0 }, value: { kind: 'map', entries, start: 0, end: 0 } }
}

type Given = MapEntry & { readonly located: Located }

/** A section as its document has it; one of the wrong form is left out. */
function entryOf(document: Located, section: string): Given | undefined {
  const entry = document.node.kind === 'map' ? document.node.entries.get(section) : undefined
  const located = childOf(document, section)
  return entry && located && (entry.value.kind === 'map' || entry.mark === 'remove') ? { ...entry, located } : undefined
}

/** A section that one document of an overlay removes and another fills is replaced. */
function markOf(given: readonly Given[]): MapEntry['mark'] {
  if (given.every(({ mark }) => mark === undefined)) return undefined
  return given.every(({ mark }) => mark === 'remove') ? 'remove' : 'replace'
}

function itemsOf(list: Located): Located[] {
  return list.node.kind === 'list' ? list.node.items.flatMap((_, index) => childOf(list, index) ?? []) : []
}

function definedTwice({ key, one, located, first }: { key: string; one: string; located: Located; first: Located }): Problem {
  return makeProblem({
    rule: 'unique-keys',
    at: keySpanOf(located),
    message: `the ${one} "${key}" is defined twice`,
    fix: 'Keep one of the two definitions.',
    related: { message: 'it is defined here first', at: keySpanOf(first) },
  })
}

function doubleDefaults(located: Located, first: Located): Problem {
  return makeProblem({
    rule: 'unique-keys',
    at: keySpanOf(located),
    message: 'the defaults of this folder are given twice',
    fix: 'Keep them in one document.',
    related: { message: 'they are given here first', at: keySpanOf(first) },
  })
}
