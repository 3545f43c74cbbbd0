import type { GridDocument } from '../../documents/grid-document.ts'
import { addDecimals, compareDecimals, multiplyDecimals, roundToMultiple } from '../../records/decimal.ts'
import { at, keySpanOf, type Located, spanOf } from '../../yaml/source-node.ts'
import { spansCalculatedFrom } from './calculated-from.ts'
import { type Expansion, report } from './expansion.ts'
import type { GridCell, GridCells } from './grid-cell.ts'

type Reporting = Pick<Expansion, 'problems'>

/** A grid with `extends`, the cells of its list, and those that it gives itself. */
export interface Extension {
  readonly grid: GridDocument
  readonly located: Located
  readonly inherited: GridCells
  readonly own: readonly GridCell[]
}

/**
 * The cells of a list times `factor` or plus `difference`, then rounded (semantics.md 4). An own price replaces the cells of its group
 * that it overlaps, with their forced prices; an own forced price replaces those of its currency.
 */
export function extendCells(reporting: Reporting, { grid, located, inherited, own }: Extension): GridCells {
  const besideOwn = keptBeside(
    own.filter(({ fields }) => fields.currency_code === ''),
    inherited.cells,
  )
  // A forced price replaces only those of its own cell, which can be an inherited one.
  const ended = withCellEnds(own, besideOwn)
  const kept = keptBeside(ended, besideOwn)
  checkForced(reporting, { grid, located }, kept)
  return { ...inherited, cells: [...kept.map((cell) => calculate(reporting, { grid, located }, cell)), ...ended] }
}

/** The inherited cells that no own one replaces. */
function keptBeside(own: readonly GridCell[], inherited: readonly GridCell[]): GridCell[] {
  const nearer = Map.groupBy(own, ({ fields }) => fields.group_code)
  return inherited.filter((cell) => !(nearer.get(cell.fields.group_code) ?? []).some((each) => replaces(each, cell)))
}

/** Reports keys that contradict each other. */
export function checkExtension(reporting: Reporting, grid: GridDocument, located: Located): void {
  const reportAt = (key: string, message: string, fix: string): void =>
    report(reporting, { rule: 'grid-shape', at: keySpanOf(at(located, key)), message, fix })
  if (grid.entries) reportAt('entries', 'a grid either extends a list or has entries', 'Keep one of the two forms.')
  if (grid.factor !== undefined && grid.difference !== undefined) {
    reportAt('difference', 'a grid has either a factor or a difference', 'Keep one of the two.')
  }
  if (grid.breaks && !grid.prices && !grid.forced) {
    reportAt('breaks', 'these breaks have no prices', 'Write prices for them, or remove them: the breaks of the list apply.')
  }
}

/** The starts of the default group, or of the first group where there is none. */
export function startsOf(cells: readonly GridCell[]): string[] {
  const plain = cells.filter(({ fields }) => fields.currency_code === '')
  const group = plain.some(({ fields }) => fields.group_code === '') ? '' : plain[0]?.fields.group_code
  const starts = plain.filter(({ fields }) => fields.group_code === group).map(({ fields }) => fields.start)
  return [...new Set(starts)].toSorted((a, b) => Number(a) - Number(b))
}

/** Own forced prices with the ends of the cells that they belong to, own or inherited. */
function withCellEnds(own: readonly GridCell[], kept: readonly GridCell[]): GridCell[] {
  const ends = new Map<string, string>()
  for (const { fields } of [...own, ...kept].toReversed()) {
    if (fields.currency_code === '') ends.set(cellKey(fields), fields.end)
  }
  return own.map((cell) => {
    const { fields } = cell
    const end = ends.get(cellKey(fields))
    return fields.currency_code === '' || end === undefined ? cell : { ...cell, fields: { ...fields, end } }
  })
}

function cellKey({ group_code, start }: GridCell['fields']): string {
  return `${start} ${group_code}`
}

/** True where an own cell replaces an inherited one of its group. */
function replaces({ fields: own }: GridCell, { fields: cell }: GridCell): boolean {
  if (own.currency_code !== '' && own.currency_code !== cell.currency_code) return false
  return Number(own.start) <= Number(cell.end) && Number(cell.start) <= Number(own.end)
}

type Extending = Pick<Extension, 'grid' | 'located'>

/** A difference is an amount in the default currency, so it cannot be added to a forced price. */
function checkForced(reporting: Reporting, { grid, located }: Extending, kept: readonly GridCell[]): void {
  const forced = grid.difference === undefined ? undefined : kept.find(({ fields }) => fields.currency_code !== '')
  if (!forced) return
  const { currency_code: currency, start } = forced.fields
  report(reporting, {
    rule: 'extended-price',
    at: spanOf(at(located, 'difference')),
    message: `${grid.extends ?? ''} forces a price in ${currency} from quantity ${start}, and a difference is not an amount in ${currency}`,
    fix: 'Write the forced price here under `forced`, or use a factor.',
    related: { message: 'the forced price', at: forced.source },
  })
}

function calculate(reporting: Reporting, { grid, located }: Extending, cell: GridCell): GridCell {
  const { factor, difference, round } = grid
  const from = cell.fields.price
  const exact = factor === undefined ? addDecimals(from, difference ?? '0') : multiplyDecimals(from, factor)
  const price = (round === undefined ? exact : roundToMultiple(exact ?? from, round)) ?? from
  const source = spanOf(at(located, 'extends'))
  if ((compareDecimals(price, '0') ?? 1) <= 0) {
    const change = factor !== undefined ? 'factor' : difference !== undefined ? 'difference' : 'round'
    report(reporting, {
      rule: 'extended-price',
      at: spanOf(at(located, change)),
      message: `${cell.fields.group_code === '' ? 'the default price' : `the price of group ${cell.fields.group_code}`} from quantity ${cell.fields.start} would be ${price}`,
      fix: 'Write a price for it here, or change the list less.',
      related: { message: 'the price of the list', at: cell.source },
    })
  }
  return {
    fields: { ...cell.fields, price },
    source,
    spans: { ...cell.spans, price: source, ...spansCalculatedFrom(cell.spans['price'] ?? cell.source, cell.spans) },
  }
}
