import type { SourceSpan } from '../../source/source.ts'
import { shortestDecimal } from '../../resources/scalar.ts'
import type { Definition } from '../../documents/define-entry.ts'
import { lastQuantity } from '../../pricing/grid-row.ts'
import type { GridDocument } from '../../documents/grid-document.ts'
import { meantSentence } from '../../documents/meant-sentence.ts'
import { at, childOf, keysOf, keySpanOf, type Located, spanOf } from '../../yaml/source-node.ts'
import { type Expansion, report } from './expansion.ts'
import { checkExtension, extendCells, startsOf } from './extend-cells.ts'
import { extendsCycle } from './extends-cycle.ts'
import type { GridCell, GridCells } from './grid-cell.ts'
import { warnThousands } from './warn-thousands.ts'
import { formatCount } from '../../source/counts.ts'

/** The end of the last break. */
const open = String(lastQuantity)

/** Expands a grid into rows, once: problems of a price list that many products use are reported once. */
export function gridCells(expansion: Expansion, grid: GridDocument, located: Located): GridCells {
  const known = expansion.grids.get(located.node)
  if (known) return known
  const cells = readCells(expansion, grid, located)
  expansion.grids.set(located.node, cells)
  return cells
}

function readCells(expansion: Expansion, grid: GridDocument, located: Located): GridCells {
  if (isTooLarge(expansion, grid, located)) return { cells: [], raw: false, broken: true }
  if (grid.extends !== undefined) return extendedCells(expansion, grid, located)
  return grid.entries ? rawCells(expansion, grid, located) : shortCells(expansion, grid, located)
}

/** The cells of a grid with `extends`: those of the list, changed, and its own over them. */
function extendedCells(expansion: Expansion, grid: GridDocument, located: Located): GridCells {
  checkExtension(expansion, grid, located)
  const list = extendedList(expansion, grid, located)
  const inherited: GridCells = list ? gridCells(expansion, list.value, list.located) : { cells: [], raw: false, broken: true }
  const breaks = grid.breaks ?? startsOf(inherited.cells)
  const own = ownCells(expansion, { ...grid, breaks }, located)
  return list ? extendCells(expansion, { grid, located, inherited, own }) : { ...inherited, cells: own }
}

/** The list that a grid extends; `undefined` where there is none, or where lists extend each other: these are problems. */
function extendedList(expansion: Expansion, grid: GridDocument, located: Located): Definition<GridDocument> | undefined {
  const { priceLists } = expansion
  const name = grid.extends ?? ''
  const place = spanOf(at(located, 'extends'))
  const list = priceLists.get(name)
  if (!list) {
    const fix = meantSentence(name, [...priceLists.keys()]) ?? 'Add it under `price_lists`.'
    const message = `there is no price list "${name}"`
    report(expansion, { rule: 'price-list-unknown', at: place, message, fix, lacks: 'price_lists' })
    return undefined
  }
  expansion.usedLists.add(name)
  const cycle = extendsCycle(priceLists, name)
  if (cycle?.isMember(located)) report(expansion, { rule: 'price-list-cycle', at: place, message: cycle.message, fix: cycle.fix })
  return cycle ? undefined : list
}

function rawCells(expansion: Expansion, grid: GridDocument, located: Located): GridCells {
  if (grid.breaks || grid.prices || grid.forced) {
    report(expansion, {
      rule: 'grid-shape',
      at: keySpanOf(at(located, 'entries')),
      message: 'a grid has either breaks and prices, or entries',
      fix: 'Keep one of the two forms.',
    })
  }
  const cells = (grid.entries ?? []).map((entry, index): GridCell => {
    const place = at(located, 'entries', index)
    const fields = {
      group_code: entry.group_code ?? '',
      currency_code: entry.currency_code ?? '',
      start: plain(entry.start ?? '0'),
      end: plain(entry.end ?? open),
      price: plain(entry.price),
    }
    warnThousands(expansion, entry.price, place)
    return { fields, source: spanOf(at(place, 'price')), spans: spansIn(place, keysOf(place)) }
  })
  return { cells, raw: true }
}

function spansIn(located: Located, keys: readonly string[]): Record<string, SourceSpan> {
  return Object.fromEntries(keys.map((key) => [key, spanOf(at(located, key))]))
}

/** Rules compare each pair of prices of a grid. */
const mostPrices = 50_000

/** True for a grid with too many prices, which is a problem; `entries`, the rows of the store, have no limit. */
function isTooLarge(expansion: Expansion, { breaks = [], prices = {}, forced = [] }: GridDocument, located: Located): boolean {
  const count = breaks.length * Object.keys(prices).length + forced.length
  if (count <= mostPrices) return false
  report(expansion, {
    rule: 'grid-shape',
    at: keySpanOf(located),
    message: `this grid has ${formatCount(count)} prices, more than ${formatCount(mostPrices)}`,
    fix: 'Remove breaks and groups that change nothing.',
  })
  return true
}

function shortCells(expansion: Expansion, grid: GridDocument, located: Located): GridCells {
  const needless = (['factor', 'difference', 'round'] as const).find((key) => grid[key] !== undefined)
  if (needless !== undefined) {
    report(expansion, {
      rule: 'grid-shape',
      at: keySpanOf(at(located, needless)),
      message: `${needless} changes the prices of another list, and this grid extends no list`,
      fix: `Add extends: with the name of a price list, or remove ${needless}.`,
    })
  }
  const breaks = grid.breaks ?? []
  const prices = grid.prices ?? {}
  if (Object.keys(grid).length > 0 && (breaks.length === 0 || Object.keys(prices).length === 0)) {
    // A value that is not correct has a problem already.
    const isUnread = (key: string, read: object): boolean => Object.keys(read).length === 0 && holdsSome(located, key)
    if (isUnread('breaks', breaks) || isUnread('prices', prices)) return { cells: [], raw: false, broken: true }
    report(expansion, {
      rule: 'grid-shape',
      at: keySpanOf(located),
      message: 'a grid needs breaks and prices',
      fix: 'Write breaks: [0, 10] and prices: { default: [5, 4] }, or {} for no grid.',
    })
    return { cells: [], raw: false, broken: true }
  }
  return { cells: ownCells(expansion, grid, located), raw: false }
}

function holdsSome(located: Located, key: string): boolean {
  const node = childOf(located, key)?.node
  if (node === undefined) return false
  return node.kind === 'scalar' || (node.kind === 'list' ? node.items.length : node.entries.size) > 0
}

function ownCells(expansion: Expansion, grid: GridDocument, located: Located): GridCell[] {
  const prices = childOf(located, 'prices')
  if (!prices) return forcedCells(expansion, grid, located)
  const starts = (grid.breaks ?? []).map((_, index) => spanOf(at(located, 'breaks', index)))
  const cells = keysOf(prices).flatMap((group) => groupCells(expansion, { grid, group, located, starts }))
  return [...cells, ...forcedCells(expansion, grid, located)]
}

interface Group {
  readonly grid: GridDocument
  readonly group: string
  readonly located: Located
  /** The places of the breaks. */
  readonly starts: readonly SourceSpan[]
}

function groupCells(expansion: Expansion, { grid, group, located, starts }: Group): GridCell[] {
  const breaks = grid.breaks ?? []
  const prices = grid.prices?.[group] ?? []
  if (prices.length > breaks.length) {
    report(expansion, {
      rule: 'grid-shape',
      at: spanOf(at(at(located, 'prices', group), breaks.length)),
      message: `${group} has ${prices.length} prices for ${breaks.length} breaks`,
      fix: hasDecimalCommas(prices) ? 'Write decimals with a point: a comma separates prices.' : 'Write one price per break.',
      related: { message: 'the breaks', at: spanOf(at(located, 'breaks')) },
    })
  }
  const place = at(located, 'prices', group)
  const groupAt = keySpanOf(place)
  return prices.slice(0, breaks.length).map((price, index): GridCell => {
    const priceAt = at(place, index)
    const source = spanOf(priceAt)
    warnThousands(expansion, price, priceAt)
    const fields = {
      group_code: groupCode(group),
      currency_code: '',
      start: plain(breaks[index] ?? '0'),
      end: endAt(breaks, index),
      price: plain(price),
    }
    const spans = { price: source, start: starts[index] ?? source, group_code: groupAt }
    return { fields, source, spans }
  })
}

/** A forced price has the end of the break with the same start; without one, it ends before the next break. */
function forcedCells(expansion: Expansion, grid: GridDocument, located: Located): GridCell[] {
  const breaks = grid.breaks ?? []
  const endOf = breakEnds(breaks)
  return (grid.forced ?? []).map(({ currency, group, start, price }, index): GridCell => {
    const place = at(located, 'forced', index)
    const end = endOf(Number(start))
    const fields = { group_code: groupCode(group ?? ''), currency_code: currency, start: plain(start), end, price: plain(price) }
    warnThousands(expansion, price, place)
    const spans = {
      ...spansIn(place, ['price', 'start']),
      group_code: spanOf(at(place, 'group')),
      currency_code: spanOf(at(place, 'currency')),
    }
    return { fields, source: spanOf(at(place, 'price')), spans }
  })
}

/** Finds the end for a start, once for each: many forced prices share few breaks. */
function breakEnds(breaks: readonly string[]): (start: number) => string {
  const ends = new Map<number, string>()
  return (start) => {
    const known = ends.get(start)
    if (known !== undefined) return known
    const own = breaks.findIndex((each) => Number(each) === start)
    const next = breaks.findIndex((each) => Number(each) > start)
    const end = own >= 0 ? endAt(breaks, own) : next >= 0 ? endAt(breaks, next - 1) : open
    ends.set(start, end)
    return end
  }
}

function endAt(breaks: readonly string[], index: number): string {
  const next = breaks[index + 1]
  return next === undefined ? open : String(Number(next) - 1)
}

/** `default` is the row without a group (semantics.md 4). */
function groupCode(group: string): string {
  return group === 'default' ? '' : group
}

function plain(text: string): string {
  return shortestDecimal(text) ?? text
}

/** True for `[15,00, 13,75]`, which YAML reads as four prices. */
function hasDecimalCommas(prices: readonly string[]): boolean {
  return prices.length % 2 === 0 && prices.every((price, index) => (index % 2 === 0 ? /^\d+$/ : /^\d\d$/).test(price))
}
