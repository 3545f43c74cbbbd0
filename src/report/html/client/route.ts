import { type Facet, facets } from '../find/facets.ts'
import type { Chosen } from '../find/filter-records.ts'

/** The tabs of the page. */
export const tabs = ['overview', 'changes', 'prices', 'pictures', 'categories'] as const
export type Tab = (typeof tabs)[number]

/** What the address of the page names: a tab with a filter, or a change. */
export interface Route {
  readonly tab: Tab
  /** The address of a change or a record; empty: none. */
  readonly address: string
  readonly words: string
  readonly chosen: Chosen
}

/** Reads the part of the address after `#`. An address of a change contains a dot, a tab does not; what is not understood is the overview. */
export function parseRoute(hash: string): Route {
  const [name = '', query = ''] = hash.replace(/^#/, '').split('?')
  const parameters = new URLSearchParams(query)
  const chosen = Object.fromEntries(
    facets.flatMap((facet): [Facet, Set<string>][] => {
      const values = parameters.getAll(facet)
      return values.length === 0 ? [] : [[facet, new Set(values)]]
    }),
  )
  const tab = tabs.find((each) => each === name)
  const address = tab === undefined ? decoded(name) : ''
  return { tab: tab ?? (address === '' ? 'overview' : 'changes'), address, words: parameters.get('q') ?? '', chosen }
}

/** The address of the tab of changes with a filter. */
export function filterHash(words: string, chosen: Chosen): string {
  const parameters = new URLSearchParams(words === '' ? [] : [['q', words]])
  for (const facet of facets) for (const value of chosen[facet] ?? []) parameters.append(facet, value)
  const query = parameters.toString()
  return query === '' ? '#changes' : `#changes?${query}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
