import { type Located, spanOf } from '../../yaml/source-node.ts'
import { type Expansion, report } from './expansion.ts'
import { formatCount } from '../../source/counts.ts'

/** Variants and price entries of a whole catalogue: 50 for each of 100,000 products. */
const mostRows = 5_000_000

/**
 * Counts variants and price entries before they are made. False where the catalogue has too many, which is a problem, reported once: a
 * few lines of matrices and price lists can describe more rows than fit in memory.
 */
export function countRows(expansion: Pick<Expansion, 'rows' | 'problems'>, count: number, located: Located): boolean {
  const { rows } = expansion
  const isFirst = rows.count <= mostRows
  rows.count += count
  if (rows.count <= mostRows) return true
  if (isFirst) {
    report(expansion, {
      rule: 'variant-shape',
      at: spanOf(located),
      message: `the catalogue has more than ${formatCount(mostRows)} variants and price entries; those from here on are not read`,
      fix: 'Remove options, breaks and groups that change nothing, or split the catalogue.',
    })
  }
  return false
}
