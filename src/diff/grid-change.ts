import { cellOf, type GridRow, gridRowOf } from '../pricing/grid-row.ts'
import { addressOf } from '../records/address.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { keyOf } from '../records/named-fields.ts'
import type { SourceSpan } from '../source/source.ts'
import type { FieldChange, GridChange, GridDiff } from './change.ts'
import { type Moved, originOf } from './compare-fields.ts'
import type { RootPlace } from './diff-context.ts'
import { courseOf, type GridFrame, leavesGridOn, priceMeanwhile } from './grid-way.ts'
import { definitionsOf, type WrittenValue } from './definitions-of.ts'
import { linesOfRows } from './price-lines.ts'
import { matchCells } from './match-cells.ts'
import type { GridPair, PreparedPair } from './prepare-pair.ts'
import { clearRefusal } from './refusals.ts'

/**
 * The grid of one product or variant as one change (design.md section 5), or `undefined` where the rows of the store are
 * the wanted ones. `advanced_pricing` of the owner belongs to the grid, and `price` too where both are written in one request.
 */
export function gridChange(pair: PreparedPair, place: RootPlace): GridChange | undefined {
  const { desired, grid } = pair
  const diff = grid ? gridDiff(grid, frameOf(pair, place)) : undefined
  if (!grid || !diff) return undefined
  const sku = keyOf(desired)
  const reason = diff.before.length > 0 && !leavesGridOn(diff.way) ? clearRefusal(sku) : undefined
  const entries = desired.children.PricingAdvanced ?? []
  const source = place.context.locate(firstChanged(desired, grid) ?? desired.source)
  const written = pair.differences.filter(({ change }) => isWritten(change, pair, diff))
  return {
    kind: 'grid',
    address: addressOf('PricingAdvanced', { sku }),
    ...(reason === undefined ? { action: actionOf(grid) } : { action: 'cannot', reason }),
    sku,
    root: place.root,
    grid: diff,
    fields: written.map(({ change }) => change),
    origin: originOf(pair.state, pair.isApplied, [...written, movedCells(grid)]),
    ...definitionsOf(
      entries.flatMap((entry) => [entry.source, ...Object.values(entry.spans)].map((span): WrittenValue => [null, span])),
      place.context,
    ),
    source,
    ...linesOfRows(diff.after, entries, { source, context: place.context }),
  }
}

/** Where the first price entry is written that the store does not have; where it has all, the first one. */
function firstChanged({ children }: DesiredRecord, { live }: GridPair): SourceSpan | undefined {
  const entries = children.PricingAdvanced ?? []
  const present = new Set(live.map(textOf))
  return (entries.find((entry) => !present.has(textOf(gridRowOf(entry)))) ?? entries[0])?.source
}

function textOf(row: GridRow): string {
  return `${cellOf(row)} ${row.price}`
}

/** Which side has other entries than were last applied. */
function movedCells({ wanted, live, base }: GridPair): Moved {
  const differs = (rows: readonly GridRow[]): boolean => base !== null && !matchCells(base, rows).same
  return { inGit: differs(wanted), inStore: differs(live) }
}

function frameOf({ desired, state, ownerBefore, differences }: PreparedPair, { shown, context }: RootPlace): GridFrame {
  return {
    owner: desired.resource === 'Variants' ? 'Variants' : 'Product',
    ownerBefore,
    onSale: shown && ownerBefore.on,
    joinsSale: shown && state === 'new',
    staysOn: ownerBefore.on && differences.every(({ change }) => change.field !== 'advanced_pricing'),
    capabilities: context.capabilities,
  }
}

function gridDiff(grid: GridPair, frame: GridFrame): GridDiff | undefined {
  const { wanted, live } = grid
  const match = matchCells(wanted, live)
  if (match.same) return undefined
  const course = courseOf(grid, match, frame)
  return {
    owner: frame.owner,
    ownerBefore: frame.ownerBefore,
    ...course,
    before: live,
    bridgePrice: priceMeanwhile(grid, course.way, frame),
    onSale: frame.onSale,
    ...(match.duplicates ? { duplicates: true } : {}),
  }
}

/** The fields of the owner's record that the steps of its grid write: a price that the grid decides on one side only changes with the switch. */
function isWritten({ field }: FieldChange, { differences }: PreparedPair, { way }: GridDiff): boolean {
  if (field === 'advanced_pricing') return true
  return field === 'price' && (!leavesGridOn(way) || differences.some(({ change }) => change.field === 'advanced_pricing'))
}

function actionOf({ wanted, live }: GridPair): 'create' | 'update' | 'remove' {
  return live.length === 0 ? 'create' : wanted.length === 0 ? 'remove' : 'update'
}
