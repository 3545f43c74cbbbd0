import type { PageChange, PageData, PageRecord } from '../data/page-data.ts'

/** What changes are counted and filtered by. */
export type Facet = 'finding' | 'cause' | 'action' | 'kind' | 'group' | 'file'

/** The facets in the order in which the page lists them. */
export const facets: readonly Facet[] = ['finding', 'cause', 'action', 'kind', 'group', 'file']

/** The values of one change under each facet, as numbers: indexes in `FacetIndex.names`. */
type Values = Readonly<Record<Facet, readonly number[]>>

/** The records of a page, prepared for search and facets. */
export interface FacetIndex {
  readonly names: Readonly<Record<Facet, readonly string[]>>
  /** For each record, its changes. */
  readonly changes: readonly (readonly Values[])[]
}

/** Prepares the facets of all changes. */
export function indexFacets({ records, causes, findings }: Pick<PageData, 'records' | 'causes' | 'findings'>): FacetIndex {
  const numbers = new Map<Facet, Map<string, number>>(facets.map((facet) => [facet, new Map()]))
  const numberOf = (facet: Facet, name: string): number => {
    const known = numbers.get(facet)
    const number = known?.get(name) ?? known?.size ?? 0
    known?.set(name, number)
    return number
  }
  // The most serious kind first, as the findings are sorted.
  for (const { kind } of findings) numberOf('finding', kind)
  const valuesOf = (change: PageChange, record: PageRecord): Values => {
    const all = (facet: Facet, names: Iterable<string>): number[] => Array.from(new Set(names), (name) => numberOf(facet, name))
    return {
      finding: all(
        'finding',
        (change.findings ?? []).map((index) => findings[index]?.kind ?? ''),
      ),
      cause: all(
        'cause',
        (change.causes ?? []).map((index) => causes[index]?.key ?? ''),
      ),
      action: all('action', [change.action]),
      kind: all('kind', [change.kind]),
      group: all('group', groupsOf(change)),
      file: all('file', [fileOf(change.place === '' ? record.place : change.place)]),
    }
  }
  const changes = records.map((record) => record.changes.map((change) => valuesOf(change, record)))
  const names = (facet: Facet): readonly string[] => [...(numbers.get(facet) ?? new Map<string, number>()).keys()]
  return {
    names: {
      finding: names('finding'),
      cause: names('cause'),
      action: names('action'),
      kind: names('kind'),
      group: names('group'),
      file: names('file'),
    },
    changes,
  }
}

/** The customer groups whose prices move. */
function groupsOf({ grids = [] }: PageChange): readonly string[] {
  return grids.flatMap(({ groups }) => groups.flatMap(({ name, cells }) => (cells.some((cell) => typeof cell !== 'string') ? [name] : [])))
}

/** The document of a place: `products/tees.yaml` of `products/tees.yaml:61`. */
function fileOf(place: string): string {
  return place === '' ? '(not in the catalogue)' : place.replace(/:\d+$/, '')
}

/** The values that are chosen: a change matches where it has one of them under each facet that has any. */
export type Chosen = Readonly<Partial<Record<Facet, ReadonlySet<string>>>>

/** The records that match, and the number of changes with each value; a facet counts what its own choice leaves out, too. */
export interface Filtered {
  /** Indexes of records, in order. */
  readonly records: readonly number[]
  readonly changes: number
  readonly counts: Readonly<Record<Facet, readonly number[]>>
}

/** A facet with a choice: its position in `facets`, and the numbers of the values. */
interface Limit {
  readonly facet: Facet
  readonly number: number
  readonly values: ReadonlySet<number>
}

/** Filters by facets and by words, all of which must be in the text of a record. */
export function filterRecords(
  index: FacetIndex,
  texts: readonly string[],
  wanted: { readonly words: string; readonly chosen: Chosen },
): Filtered {
  const words = wordsOf(wanted.words)
  const limits = facets.flatMap((facet, number): Limit[] => {
    const values = numbersOf(index.names[facet], wanted.chosen[facet])
    return values === undefined ? [] : [{ facet, number, values }]
  })
  const counts = facets.map((facet) => Array.from(index.names[facet], () => 0))
  const records: number[] = []
  let changes = 0
  for (const [at, values] of index.changes.entries()) {
    if (!words.every((word) => texts[at]?.includes(word))) continue
    let matched = 0
    for (const value of values) {
      const failing = failingFacet(value, limits)
      if (failing === 'several') continue
      if (failing === 'none') matched += 1
      for (const [number, facet] of facets.entries()) {
        if (failing === 'none' || failing === number) count(counts[number] ?? [], value[facet])
      }
    }
    if (matched > 0) records.push(at)
    changes += matched
  }
  const countsOf = (facet: Facet): readonly number[] => counts[facets.indexOf(facet)] ?? []
  return {
    records,
    changes,
    counts: {
      finding: countsOf('finding'),
      cause: countsOf('cause'),
      action: countsOf('action'),
      kind: countsOf('kind'),
      group: countsOf('group'),
      file: countsOf('file'),
    },
  }
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

function numbersOf(names: readonly string[], chosen: ReadonlySet<string> | undefined): ReadonlySet<number> | undefined {
  if (chosen === undefined || chosen.size === 0) return undefined
  return new Set([...chosen].map((name) => names.indexOf(name)))
}

/** The number of the only facet whose choice a change does not match. */
function failingFacet(value: Values, limits: readonly Limit[]): number | 'none' | 'several' {
  let failing: number | 'none' = 'none'
  for (const { facet, number, values } of limits) {
    if (value[facet].some((each) => values.has(each))) continue
    if (failing !== 'none') return 'several'
    failing = number
  }
  return failing
}

function count(counts: number[], numbers: readonly number[]): void {
  for (const number of numbers) counts[number] = (counts[number] ?? 0) + 1
}
