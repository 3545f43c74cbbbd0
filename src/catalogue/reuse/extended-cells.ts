import { addDecimals, compareDecimals, multiplyDecimals, roundToMultiple } from '../../records/decimal.ts'
import type { GridDocument } from '../../documents/grid-document.ts'
import { type Expansion, report } from '../expand/expansion.ts'
import type { GridCell, GridCells } from '../expand/grid-cells.ts'
import { meantSentence } from '../../documents/meant-sentence.ts'
import { at, keySpanOf, type Located, spanOf } from '../../yaml/source-node.ts'
import { extendsCycle } from './extends-cycle.ts'
import { spansMadeFrom } from './made-from.ts'

/** A grid with `extends`, and the two readers that it needs. */
export interface Extension {
  readonly grid: GridDocument
  readonly located: Located
  readonly read: (grid: GridDocument, located: Located) => GridCells
  /** The cells that the grid gives by itself; `breaks` are those of the list where it gives none. */
  readonly own: (breaks: readonly string[]) => readonly GridCell[]
}

/**
 * The cells of a list times `factor` or plus `difference`, then rounded (semantics.md 4), and over them what the grid gives by
 * itself: an own price replaces the cells of its group that it overlaps, with their forced prices; an own forced price those
 * of its currency.
 */
export function extendedCells(expansion: Expansion, extension: Extension): GridCells {
  const { grid, located, read, own } = extension
  const place = at(located, 'extends')
  const list = expansion.priceLists.get(grid.extends ?? '')
  checkForm(expansion, extension)
  if (!list) {
    const fix = meantSentence(grid.extends ?? '', [...expansion.priceLists.keys()]) ?? 'Add it under `price_lists`.'
    report(expansion, {
      rule: 'price-list-unknown',
      at: spanOf(place),
      message: `there is no price list "${grid.extends ?? ''}"`,
      fix,
      lacks: 'price_lists',
    })
    return { cells: own([]), raw: false, broken: true }
  }
  expansion.usedLists.add(grid.extends ?? '')
  const cycle = extendsCycle(expansion.priceLists, grid.extends ?? '')
  if (cycle) {
    if (cycle.isMember(located)) report(expansion, { rule: 'price-list-cycle', at: spanOf(place), message: cycle.message, fix: cycle.fix })
    return { cells: own([]), raw: false, broken: true }
  }
  const { cells: inherited, raw, broken } = read(list.value, list.located)
  const given = own(startsOf(inherited))
  const nearer = Map.groupBy(given, ({ fields }) => fields.group_code)
  const kept = inherited.filter((cell) => !(nearer.get(cell.fields.group_code) ?? []).some((own) => replaces(own, cell)))
  const cells = onTheirCells(given, kept)
  checkForced(expansion, extension, kept)
  return { cells: [...kept.map((cell) => derive(expansion, extension, cell)), ...cells], raw, ...(broken === true ? { broken } : {}) }
}

function checkForm(expansion: Expansion, { grid, located }: Extension): void {
  const complain = (key: string, message: string, fix: string): void =>
    report(expansion, { rule: 'grid-shape', at: keySpanOf(at(located, key)), message, fix })
  if (grid.entries) complain('entries', 'a grid either extends a list or has entries', 'Keep one of the two forms.')
  if (grid.factor !== undefined && grid.difference !== undefined) {
    complain('difference', 'a grid has either a factor or a difference', 'Keep one of the two.')
  }
  if (grid.breaks && !grid.prices && !grid.forced) {
    complain('breaks', 'these breaks have no prices', 'Write prices for them, or take them out: the breaks of the list hold.')
  }
}

/** The starts of the default group, or of the first group where there is none. */
function startsOf(cells: readonly GridCell[]): string[] {
  const plain = cells.filter(({ fields }) => fields.currency_code === '')
  const group = plain.some(({ fields }) => fields.group_code === '') ? '' : plain[0]?.fields.group_code
  const starts = plain.filter(({ fields }) => fields.group_code === group).map(({ fields }) => fields.start)
  return [...new Set(starts)].toSorted((a, b) => Number(a) - Number(b))
}

/** Forced prices with the ends of the cells that they stand on, own or inherited. */
function onTheirCells(given: readonly GridCell[], kept: readonly GridCell[]): GridCell[] {
  const ends = new Map<string, string>()
  for (const { fields } of [...given, ...kept].toReversed()) {
    if (fields.currency_code === '') ends.set(cellKey(fields), fields.end)
  }
  return given.map((cell) => {
    const { fields } = cell
    const end = ends.get(cellKey(fields))
    return fields.currency_code === '' || end === undefined ? cell : { ...cell, fields: { ...fields, end } }
  })
}

function cellKey({ group_code, start }: GridCell['fields']): string {
  return `${start} ${group_code}`
}

/** Whether an own cell takes the place of an inherited one of its group. */
function replaces({ fields: own }: GridCell, { fields: cell }: GridCell): boolean {
  if (own.currency_code !== '' && own.currency_code !== cell.currency_code) return false
  return Number(own.start) <= Number(cell.end) && Number(cell.start) <= Number(own.end)
}

/** A difference is an amount of the default currency: what it would do to a forced price, nobody can say. */
function checkForced(expansion: Expansion, { grid, located }: Extension, kept: readonly GridCell[]): void {
  const forced = grid.difference === undefined ? undefined : kept.find(({ fields }) => fields.currency_code !== '')
  if (!forced) return
  const { currency_code: currency, start } = forced.fields
  report(expansion, {
    rule: 'extended-price',
    at: spanOf(at(located, 'difference')),
    message: `${grid.extends ?? ''} forces a price in ${currency} from quantity ${start}, and a difference is no amount of that currency`,
    fix: 'Give the forced price here under `forced`, or use a factor.',
    related: { message: 'the forced price', at: forced.source },
  })
}

function derive(expansion: Expansion, { grid, located }: Extension, cell: GridCell): GridCell {
  const { factor, difference, round } = grid
  const from = cell.fields.price
  const exact = factor === undefined ? addDecimals(from, difference ?? '0') : multiplyDecimals(from, factor)
  const price = (round === undefined ? exact : roundToMultiple(exact ?? from, round)) ?? from
  const source = spanOf(at(located, 'extends'))
  if ((compareDecimals(price, '0') ?? 1) <= 0) {
    const change = factor !== undefined ? 'factor' : difference !== undefined ? 'difference' : 'round'
    report(expansion, {
      rule: 'extended-price',
      at: spanOf(at(located, change)),
      message: `${cell.fields.group_code === '' ? 'the default price' : `the price of group ${cell.fields.group_code}`} from quantity ${cell.fields.start} would be ${price}`,
      fix: 'Give a price of its own here, or change the list less.',
      related: { message: 'the price of the list', at: cell.source },
    })
  }
  return {
    fields: { ...cell.fields, price },
    source,
    spans: { ...cell.spans, price: source, ...spansMadeFrom(cell.spans['price'] ?? cell.source, cell.spans) },
  }
}
