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
  /** True where the address has a search or filters. */
  readonly isFiltered: boolean
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
  const words = parameters.get('q') ?? ''
  const isFiltered = words !== '' || Object.keys(chosen).length > 0
  return { tab: tab ?? (address === '' ? 'overview' : 'changes'), address, isFiltered, words, chosen }
}

/** The address of the tab of changes, or of a record, with a filter. */
export function filterHash({ words, chosen }: Pick<Route, 'words' | 'chosen'>, address = 'changes'): string {
  const parameters = new URLSearchParams(words === '' ? [] : [['q', words]])
  for (const facet of facets) for (const value of chosen[facet] ?? []) parameters.append(facet, value)
  const query = parameters.toString()
  const name = `#${encodeURIComponent(address)}`
  return query === '' ? name : `${name}?${query}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The link to a tab in the navigation of the page; that to the changes has their filter. */
export function tabLink(tab: Tab): HTMLAnchorElement {
  const found = document.querySelector<HTMLAnchorElement>(`nav a[data-tab="${tab}"]`)
  if (found === null) throw new Error(`The page has no link to the tab ${tab}.`)
  return found
}
