import { shortText } from '../../source/short-text.ts'
import { html, type Html, type Part } from '../markup/html.ts'

/**
 * A table that scrolls if it is wider than the page, or with `cards` shows each row as a card on a narrow page; without rows the text
 * `empty` is shown instead.
 */
export function table({ label, head, rows, empty, cards = false }: Table): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`
  return html`<div class="scroll ${cards && 'cards'}" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${head.map((title) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, at) => html`<td ${cards && html`data-label="${head[at]}"`}>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

interface Table {
  readonly label: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly Part[])[]
  readonly empty: string
  readonly cards?: boolean
}

/** A long text shortened for a table cell. */
export function short(text: string, most = 80): string {
  return shortText(text, most)
}
