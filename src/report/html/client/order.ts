import type { PageData } from '../data/page-data.ts'
import { farthestMove } from '../find/price-moves.ts'

/** How the list of records is sorted. */
type Order = 'findings' | 'moves' | 'plan' | 'name'

/** The indexes of all records in an order, made when it is first used; an unknown order is that of the findings, the most serious first. */
export function startOrders({ records, findings }: Pick<PageData, 'records' | 'findings'>): (order: string) => readonly number[] {
  const made = new Map<Order, readonly number[]>()
  const rankOf = (at: number): number =>
    records[at]?.changes.reduce((least, { findings: found = [] }) => Math.min(least, ...found), findings.length) ?? findings.length
  const sorted = (order: Order): readonly number[] => {
    const all = records.map((_, at) => at)
    switch (order) {
      case 'plan':
        return all
      case 'findings':
        return byNumber(all, rankOf)
      case 'moves':
        return byNumber(all, (at) => -farthestMove(records[at]?.changes ?? []))
      case 'name':
        return all.toSorted((a, b) => ((records[a]?.key ?? '') < (records[b]?.key ?? '') ? -1 : 1))
      default:
        return order satisfies never
    }
  }
  return (wanted) => {
    const order = wanted === 'moves' || wanted === 'plan' || wanted === 'name' ? wanted : 'findings'
    const known = made.get(order) ?? sorted(order)
    made.set(order, known)
    return known
  }
}

function byNumber(all: readonly number[], numberOf: (at: number) => number): readonly number[] {
  const numbers = all.map(numberOf)
  return all.toSorted((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0))
}
