import { type Located, spanOf } from '../../yaml/source-node.ts'
import { type Expansion, report } from './expansion.ts'

/** Variants and price entries of a whole catalogue: a hundred thousand products with fifty each. */
const mostRows = 5_000_000

/**
 * True while variants and price entries fit into what a catalogue may come to; says so once where they do not. A few lines
 * of matrices and price lists can stand for more rows than any memory holds.
 */
export function takeRows(expansion: Pick<Expansion, 'rows' | 'problems'>, count: number, located: Located): boolean {
  const { rows } = expansion
  const isFirst = rows.taken <= mostRows
  rows.taken += count
  if (rows.taken <= mostRows) return true
  if (isFirst) {
    report(expansion, {
      rule: 'variant-shape',
      at: spanOf(located),
      message: `with this the catalogue has more than ${mostRows.toLocaleString('en')} variants and price entries, and what follows is not read`,
      fix: 'Take out options, breaks and groups that change nothing, or cut the catalogue in two.',
    })
  }
  return false
}
