import { type GridRow, lastQuantity, quantitiesOf } from '../../../pricing/grid-row.ts'
import { compareDecimals } from '../../../records/decimal.ts'
import { html, type Html } from '../../markup/html.ts'
import { money } from './money.ts'
import { groupTitle, type Shop } from './shop.ts'

function rangeText(entry: GridRow): string {
  const { from, to } = quantitiesOf(entry)
  if (to >= lastQuantity) return from <= 1 ? 'any' : `${from} or more`
  return from === to ? String(from) : `${Math.max(from, 1)} to ${to}`
}

function cell(shop: Shop, entries: readonly GridRow[], won: GridRow | undefined): Html {
  const own = shop.sources.currencies.default ?? ''
  const sorted = entries.toSorted((a, b) =>
    a.currency_code < b.currency_code ? -1 : a.currency_code > b.currency_code ? 1 : (compareDecimals(a.price, b.price) ?? 0),
  )
  return html`<td>
    ${sorted.map(
      (entry) =>
        html`<span class="entry ${entry.currency_code !== '' && 'forced'} ${entry === won && 'won'}"
          >${money(entry.price, entry.currency_code || own)}${
            entry === won && html`<span class="sr"> (this price applies)</span>`
          }${entry.currency_code !== '' && html` <small>forced</small>`}</span
        >`,
    )}
  </td>`
}

/**
 * The price entries of a sku: one row per quantity break, one column per group. The entry that applies is highlighted; `won` is its
 * index among the entries.
 */
export function breakTable(shop: Shop, entries: readonly GridRow[], won: number | null): Html {
  const winner = won === null ? undefined : entries[won]
  const groups = [...new Set(['', ...entries.map(({ group_code }) => group_code)])]
  const breaks = [...Map.groupBy(entries, ({ start, end }) => `${start}-${end}`).values()].toSorted(
    ([a], [b]) => Number(a?.start ?? 0) - Number(b?.start ?? 0) || Number(a?.end ?? 0) - Number(b?.end ?? 0),
  )
  const { group, quantity } = shop.view
  const column = groups.includes(group) ? group : ''
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Prices by quantity and group">
    <table class="breaks">
      <caption>
        Prices by quantity
      </caption>
      <thead>
        <tr>
          <th scope="col">Pieces</th>
          ${groups.map(
            (each) =>
              html`<th scope="col" class="${each === column && 'mine'}">${each === '' ? 'All others' : groupTitle(shop, each)}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${breaks.map((row) => {
          const [first] = row
          const here = first !== undefined && Number(first.start) <= quantity && quantity <= Number(first.end)
          return html`<tr class="${here && 'mine'}">
            <th scope="row">${first && rangeText(first)}</th>
            ${groups.map((each) =>
              cell(
                shop,
                row.filter((entry) => entry.group_code === each),
                winner,
              ),
            )}
          </tr>`
        })}
      </tbody>
    </table>
  </div>`
}
