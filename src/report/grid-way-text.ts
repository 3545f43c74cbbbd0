import type { GridDiff } from '../diff/change.ts'
import { formatPrice } from './amounts.ts'
import { countOf } from '../source/counts.ts'
import { sanitizeLine } from './sanitize.ts'

const leftOverText = 'Entries of a removed record are deleted before the new one is created.'

/** The numbers of entries before and after. */
export function entriesText({ before, after }: Pick<GridDiff, 'before' | 'after'>): string {
  return `${countOf(before.length, 'entry', 'entries')} in the store, ${after.length} after`
}

/** How a grid gets from its entries in the store to the wanted ones, and what customers pay meanwhile: one or two sentences. */
export function gridWayText(grid: GridDiff): string {
  const { way, bridgePrice, onSale, leftOver, ownerRemoved } = grid
  const price = bridgePrice === null ? 'the simple price' : `the simple price ${formatPrice(sanitizeLine(bridgePrice))}`
  switch (way) {
    case 'in-place':
      return 'Entries are updated and inserted in place; none is deleted.'
    case 're-cut':
      return reCutText(grid)
    case 'single-rows':
      return `${deletedText(grid)}; meanwhile customers pay the old or the new price of their group and quantity.`
    case 'fresh':
      return `${leftOver ? 'Entries of a removed record are deleted first. ' : ''}New entries are inserted while the grid is off; then it is turned on.`
    case 'bridge':
      return `All entries are deleted and inserted again${onSale ? `; meanwhile customers pay ${price}` : ' while customers do not see them'}.`
    case 'clear':
      return ownerRemoved ? 'The variant is removed after its entries.' : leftOver ? leftOverText : `The grid is removed; ${price} applies.`
    default:
      return way satisfies never
  }
}

/** One body for all entries; those that are put aside by it are deleted after that. */
function reCutText({ aside = [], onSale }: GridDiff): string {
  const body = `All entries change in one request${onSale ? '; customers pay the old prices until then' : ''}.`
  if (aside.length === 0) return body
  const currencies = [...new Set(aside.map(({ currency_code }) => sanitizeLine(currency_code)))].join(' or ')
  const [verb, are] = aside.length === 1 ? ['moves', 'is'] : ['move', 'are']
  return `${body} ${countOf(aside.length, 'entry', 'entries')} that nothing replaces ${verb} to currency ${currencies}, in which nobody pays, and ${are} then deleted by uid.`
}

/** The entries that are deleted, after the others are written. */
function deletedText({ before, after }: GridDiff): string {
  const uids = new Map(before.map((row) => [row.uid, row]))
  const kept = after.filter(({ uid }) => uids.has(uid))
  const isWritten = kept.length < after.length || kept.some((row) => uids.get(row.uid)?.price !== row.price)
  const count = before.length - kept.length
  const gone = `${countOf(count, 'entry', 'entries')} ${count === 1 ? 'is' : 'are'} deleted by uid`
  return isWritten ? `Entries are updated and inserted in place, then ${gone}` : gone
}
