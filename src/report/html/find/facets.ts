import type { PageChange, PageData } from '../data/page-data.ts'

/** What changes are counted and filtered by, in the order in which the page lists it. */
export const facets = ['finding', 'cause', 'action', 'kind', 'group', 'file'] as const
export type Facet = (typeof facets)[number]

/** The value of the facet of causes for what has no cause that others share. */
export const alone = ''

/** One value for each facet. */
export type PerFacet<Value> = Readonly<Record<Facet, Value>>

/** A value for each facet. */
export function perFacet<Value>(valueOf: (facet: Facet) => Value): PerFacet<Value> {
  const [finding, cause, action] = [valueOf('finding'), valueOf('cause'), valueOf('action')]
  return { finding, cause, action, kind: valueOf('kind'), group: valueOf('group'), file: valueOf('file') }
}

/** The records of a page, prepared for filters: names of values, and for each change of each record the numbers of its values. */
export interface FacetIndex {
  readonly names: PerFacet<readonly string[]>
  readonly changes: readonly (readonly PerFacet<readonly number[]>[])[]
}

/** Prepares the facets of all changes. */
export function indexFacets({ records, causes, findings }: Pick<PageData, 'records' | 'causes' | 'findings'>): FacetIndex {
  const numbers = perFacet(() => new Map<string, number>())
  const numbersOf = (facet: Facet, names: readonly string[]): readonly number[] => {
    const known = numbers[facet]
    return Array.from(new Set(names), (name) => {
      const number = known.get(name) ?? known.size
      known.set(name, number)
      return number
    })
  }
  // The most serious kind first, as the findings are sorted.
  const kindsOfFindings = findings.map(({ kind }) => kind)
  const keysOfCauses = causes.map(({ key }) => key)
  numbersOf('finding', kindsOfFindings)
  const changes = records.map((record) =>
    record.changes.map((change) => ({
      finding: numbersOf('finding', named(change.findings, kindsOfFindings)),
      cause: numbersOf('cause', [...named(change.causes, keysOfCauses), ...(change.isAlone ? [alone] : [])]),
      action: numbersOf('action', [change.action]),
      kind: numbersOf('kind', [change.kind]),
      group: numbersOf('group', groupsOf(change)),
      file: numbersOf('file', [fileOf(change.place === '' ? record.place : change.place)]),
    })),
  )
  return { names: perFacet((facet) => [...numbers[facet].keys()]), changes }
}

function named(indexes: readonly number[] | undefined, names: readonly string[]): readonly string[] {
  return (indexes ?? []).flatMap((index) => names[index] ?? [])
}

/** The customer groups whose prices move. */
function groupsOf({ grids = [] }: PageChange): readonly string[] {
  const rows = grids.flatMap(({ groups }) => groups)
  return rows.flatMap(({ name, cells }) => (cells.some((cell) => typeof cell !== 'string') ? [name] : []))
}

/** The document of a place: `products/tees.yaml` of `products/tees.yaml:61`. */
function fileOf(place: string): string {
  return place === '' ? '(not in the catalogue)' : place.replace(/:\d+$/, '')
}
