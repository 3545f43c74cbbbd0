import { foldedText } from '../../../source/folded-text.ts'
import { type Facet, type FacetIndex, facets, perFacet, type PerFacet } from './facets.ts'

/** The values that are chosen: a change matches where it has one of them under each facet that has any. */
export type Chosen = Readonly<Partial<Record<Facet, ReadonlySet<string>>>>

/** The records that match, and the number of changes with each value; a facet counts what its own choice leaves out, too. */
export interface Filtered {
  /** Indexes of records, in order. */
  readonly records: readonly number[]
  readonly changes: number
  readonly counts: PerFacet<readonly number[]>
}

/** A facet with a choice: the numbers of its values. */
interface Limit {
  readonly facet: Facet
  readonly values: ReadonlySet<number>
}

/** What is counted while records are filtered. */
interface Tally {
  readonly limits: readonly Limit[]
  readonly counts: PerFacet<number[]>
}

/** Filters by facets and by words, all of which must be in the text of a record. */
export function filterRecords(
  index: FacetIndex,
  texts: readonly string[],
  wanted: { readonly words: string; readonly chosen: Chosen },
): Filtered {
  const words = foldedText(wanted.words)
    .split(/\s+/)
    .filter((word) => word !== '')
  const limits = facets.flatMap((facet): Limit[] => {
    const chosen = wanted.chosen[facet]
    if (chosen === undefined || chosen.size === 0) return []
    return [{ facet, values: new Set(Array.from(chosen, (name) => index.names[facet].indexOf(name))) }]
  })
  const counts = perFacet((facet) => Array.from(index.names[facet], () => 0))
  const records: number[] = []
  let changes = 0
  for (const [at, values] of index.changes.entries()) {
    if (!words.every((word) => texts[at]?.includes(word))) continue
    const matched = countChanges(values, { limits, counts })
    if (matched > 0) records.push(at)
    changes += matched
  }
  return { records, changes, counts }
}

/** Counts the values of some changes and returns how many of them match. */
function countChanges(changes: readonly PerFacet<readonly number[]>[], { limits, counts }: Tally): number {
  let matched = 0
  for (const values of changes) {
    const failing = failingFacet(values, limits)
    if (failing === 'several') continue
    if (failing === 'none') matched += 1
    for (const facet of facets) {
      if (failing !== 'none' && failing !== facet) continue
      for (const number of values[facet]) counts[facet][number] = (counts[facet][number] ?? 0) + 1
    }
  }
  return matched
}

/** The only facet whose choice a change does not match. */
function failingFacet(values: PerFacet<readonly number[]>, limits: readonly Limit[]): Facet | 'none' | 'several' {
  let failing: Facet | 'none' = 'none'
  for (const { facet, values: chosen } of limits) {
    if (values[facet].some((each) => chosen.has(each))) continue
    if (failing !== 'none') return 'several'
    failing = facet
  }
  return failing
}
