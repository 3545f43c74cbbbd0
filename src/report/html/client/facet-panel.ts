import { formatCount } from '../../../source/counts.ts'
import type { PageData } from '../data/page-data.ts'
import { alone, type Facet, type FacetIndex, facets } from '../find/facets.ts'
import type { Chosen, Filtered } from '../find/filter-records.ts'
import { findingWords } from '../find/finding-words.ts'
import { button, make } from './dom.ts'

const titles: Readonly<Record<Facet, string>> = {
  finding: 'Look at first',
  cause: 'Cause',
  action: 'Action',
  kind: 'Kind',
  group: 'Customer group',
  file: 'File',
}
const mostValues = 12

/** The filters with their counts. `onToggle` is called with the value that is pressed. */
export function startFacetPanel(
  panel: HTMLElement,
  {
    index,
    data,
    onToggle,
  }: { readonly index: FacetIndex; readonly data: PageData; readonly onToggle: (facet: Facet, value: string) => void },
): (filtered: Filtered, chosen: Chosen) => void {
  // A plan names the worst cases of a guard, not all.
  const wordsByKind = new Map(Object.entries({ ...findingWords, guard: 'worst cases of guards' }))
  const titleByKey = new Map([...data.causes.map(({ key, title }) => [key, title] as const), [alone, 'no shared cause'] as const])
  const labelOf = (facet: Facet, value: string): string =>
    facet === 'finding' ? (wordsByKind.get(value) ?? value) : facet === 'cause' ? (titleByKey.get(value) ?? value) : value
  const unfolded = new Set<Facet>()

  function groupOf(facet: Facet, filtered: Filtered, chosen: Chosen): HTMLElement | null {
    const counted = index.names[facet].map((value, at) => ({
      value,
      count: filtered.counts[facet][at] ?? 0,
      isChosen: chosen[facet]?.has(value) === true,
    }))
    const shown = counted
      .filter(({ count, isChosen }) => count > 0 || isChosen)
      .toSorted((a, b) => (facet === 'finding' ? 0 : Number(b.isChosen) - Number(a.isChosen) || b.count - a.count))
    if (index.names[facet].length < 2 && !shown.some(({ isChosen }) => isChosen) && facet !== 'finding' && facet !== 'cause') return null
    if (shown.length === 0) return null
    const most = unfolded.has(facet) ? shown.length : mostValues
    const values = shown.slice(0, most).map(({ value, count, isChosen }) =>
      make(
        'li',
        {},
        button(labelOf(facet, value), () => onToggle(facet, value), {
          'aria-pressed': String(isChosen),
          'data-facet': facet,
          'data-value': value,
        }),
        make('span', { class: 'count' }, formatCount(count)),
      ),
    )
    const more =
      shown.length > most
        ? button(`${formatCount(shown.length - most)} more`, () => {
            unfolded.add(facet)
            draw(filtered, chosen)
          })
        : null
    return make('section', {}, make('h3', {}, titles[facet]), make('ul', {}, ...values), more)
  }

  function draw(filtered: Filtered, chosen: Chosen): void {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {}
    panel.replaceChildren(...facets.flatMap((facet) => groupOf(facet, filtered, chosen) ?? []))
    const { facet, value } = focused
    if (facet === undefined || value === undefined) return
    const again = [...panel.querySelectorAll('button')].find(({ dataset }) => dataset['facet'] === facet && dataset['value'] === value)
    again?.focus({ preventScroll: true })
  }
  return draw
}
