import { html, type Html } from '../markup/html.ts'

/** A page of a list, counted from 1. */
export interface PageOf {
  readonly page: number
  readonly pages: number
  readonly offset: number
}

/** The page in the query, limited to the existing pages. */
export function pageOf(query: URLSearchParams, total: number, size: number): PageOf {
  const pages = Math.max(1, Math.ceil(total / size))
  const asked = /^\d{1,7}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1
  const page = Math.min(Math.max(asked, 1), pages)
  return { page, pages, offset: (page - 1) * size }
}

/** Links to the previous and next page; nothing if there is only one page. */
export function pagerHtml({ page, pages }: PageOf, address: (page: number) => string): Html | null {
  if (pages === 1) return null
  return html`<nav class="pager" aria-label="Pages">
    ${page > 1 && html`<a rel="prev" href="${address(page - 1)}">Previous</a>`}
    <span>Page ${page} of ${pages}</span>
    ${page < pages && html`<a rel="next" href="${address(page + 1)}">Next</a>`}
  </nav>`
}
