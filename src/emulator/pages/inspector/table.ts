import { html, type Html, type Part } from '../../markup/html.ts'

/** A table that scrolls if it is wider than the page; without rows the text `empty` is shown instead. */
export function table({ label, head, rows, empty }: Table): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
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
              ${cells.map((cell) => html`<td>${cell}</td>`)}
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
}

/** A long text shortened for a table cell. */
export function short(text: string, most = 80): string {
  const characters = Array.from(text)
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}
