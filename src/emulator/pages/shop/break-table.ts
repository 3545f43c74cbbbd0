import { lastQuantity } from '../../../pricing/grid-faults.ts'
import { compareDecimals } from '../../../records/decimal.ts'
import type { PriceEntry } from '../../../pricing/priced-sku.ts'
import { html, type Html } from '../../markup/html.ts'
import { money } from './money.ts'
import { groupTitle, type Shop } from './shop.ts'

function rangeText({ start, end }: PriceEntry): string {
  if (end >= lastQuantity) return start <= 1 ? 'any' : `${start} or more`
  return start === end ? String(start) : `${Math.max(start, 1)} to ${end}`
}

function cell(shop: Shop, entries: readonly PriceEntry[], won: number | null): Html {
  const own = shop.sources.currencies.default ?? ''
  const sorted = entries.toSorted((a, b) =>
    a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : (compareDecimals(a.price, b.price) ?? 0),
  )
  return html`<td>
    ${sorted.map(
      (entry) =>
        html`<span class="entry ${entry.currency !== '' && 'forced'} ${entry.row === won && 'won'}"
          >${money(entry.price, entry.currency || own)}${
            entry.row === won && html`<span class="sr"> (this price applies)</span>`
          }${entry.currency !== '' && html` <small>forced</small>`}</span
        >`,
    )}
  </td>`
}

/**
 * The price entries of a sku: one row per quantity break, one column per group. The entry that applies is highlighted; `won` is its
 * index among the entries.
 */
export function breakTable(shop: Shop, entries: readonly PriceEntry[], won: number | null): Html {
  const groups = [...new Set(['', ...entries.map(({ group }) => group)])]
  const breaks = [...Map.groupBy(entries, ({ start, end }) => `${start}-${end}`).values()].toSorted(
    ([a], [b]) => (a?.start ?? 0) - (b?.start ?? 0) || (a?.end ?? 0) - (b?.end ?? 0),
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
          const here = first !== undefined && first.start <= quantity && quantity <= first.end
          return html`<tr class="${here && 'mine'}">
            <th scope="row">${first && rangeText(first)}</th>
            ${groups.map((each) =>
              cell(
                shop,
                row.filter((entry) => entry.group === each),
                won,
              ),
            )}
          </tr>`
        })}
      </tbody>
    </table>
  </div>`
}
