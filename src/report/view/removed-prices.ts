import type { GridChange } from '../../diff/change.ts'
import { type GridRow, groupText } from '../../pricing/grid-row.ts'
import { sanitizeLine } from '../sanitize.ts'
import type { FindingInput, Item } from './finding-item.ts'
import { farthestOf, moveInWords } from './moves-of.ts'
import { movesOfUnit } from './units.ts'

/** The groups and currencies that lose their prices in a grid that stays, with what customers pay afterwards. */
export function removedPriceItems({ units }: Pick<FindingInput, 'units'>): readonly Item[] {
  const grids = units.filter(({ view }) => view.change.kind === 'grid')
  return grids.flatMap((unit): readonly Item[] => {
    const { change, place } = unit.view
    if (change.kind !== 'grid') return []
    return removedColumns(change).map((column): Item => {
      const { group_code, currency_code } = column
      const move = farthestOf(
        movesOfUnit(unit).filter(({ price: { row } }) => row?.group_code === group_code && row.currency_code === currency_code),
      )
      const words = move && moveInWords(move)
      const fate = words === undefined ? fateWords(currency_code) : `it pays ${words.after} instead of ${words.before} (${words.percent})`
      return {
        kind: 'removal',
        many: currency_code === '' ? 'products lose the prices of a group' : 'products lose prices that are forced in a currency',
        count: 1,
        units: [unit],
        weight: move?.logRatio === null ? Number.POSITIVE_INFINITY : Math.abs(move?.logRatio ?? 0),
        sentence: sanitizeLine(`${change.sku}: the prices ${columnWords(column)} are removed; afterwards ${fate}.`),
        place,
      }
    })
  })
}

/** The prices of one customer group in one currency; empty codes are everybody and all currencies. */
type Column = Pick<GridRow, 'group_code' | 'currency_code'>

/** `of group dealer`, or `forced in EUR for group dealer`; not sanitized. */
export function columnWords({ group_code, currency_code }: Column): string {
  return currency_code === '' ? `of ${groupText(group_code)}` : `forced in ${currency_code} for ${groupText(group_code)}`
}

/** The groups and currencies that only the rows before have; none where the whole grid is created or removed. */
export function removedColumns({ action, grid: { before, after, ownerRemoved } }: GridChange): readonly Column[] {
  if (action !== 'update' || after.length === 0 || ownerRemoved) return []
  const nameOf = ({ group_code, currency_code }: Column): string => JSON.stringify([group_code, currency_code])
  const kept = new Set(after.map(nameOf))
  return [...new Map(before.map((row) => [nameOf(row), row])).values()].filter((row) => !kept.has(nameOf(row)))
}

function fateWords(currency: string): string {
  return currency === '' ? 'it pays the default price' : `the price is converted at the rate of ${currency}`
}
