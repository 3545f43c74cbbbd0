import type { GridRow } from '../pricing/grid-row.ts'
import { collapseGrid, gridKey, priceRows } from './collapse/collapse-grid.ts'
import { isGridOn } from './collapse/collapse-pricing.ts'
import type { DocumentMap } from '../yaml/document-value.ts'
import type { Plain } from '../yaml/source-node.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { RecordSource } from '../records/record-source.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { EditOutcome, Written } from './written-catalogue.ts'

/** A price list of the catalogue with its grid, and the grids of its users in the store. */
export interface UsedList {
  readonly name: string
  readonly desired: readonly GridRow[]
  /** The grid of each product or variant that uses the list; `null` for one without a grid. */
  readonly live: readonly (readonly GridRow[] | null)[]
}

/** The price lists that products and variants name, with the grids of their users in the store. */
export function usedLists(written: Written, desired: RecordSource<DesiredRecord>, live: RecordSource<RecordTree>): readonly UsedList[] {
  const lists = new Map<string, { readonly desired: readonly GridRow[]; readonly live: (readonly GridRow[] | null)[] }>()
  /** Users of a list usually have the same rows: they are kept once. */
  const grids = new Map<string, readonly GridRow[]>()
  const use = (name: string | undefined, own: RecordTree, there: RecordTree | undefined): void => {
    if (name === undefined) return
    const list = lists.get(name) ?? { desired: priceRows(own), live: [] }
    lists.set(name, list)
    list.live.push(there && isGridOn(there) ? shared(grids, priceRows(there)) : null)
  }
  for (const product of desired) {
    const sku = product.fields['sku'] ?? ''
    const there = live.get(sku)
    if (!there) continue
    use(nameIn(written.valueOf(['products', sku])), product, there)
    for (const variant of product.children.Variants ?? []) {
      const code = variant.fields['code'] ?? ''
      const own = there.children.Variants?.find(({ fields }) => fields['code'] === code)
      use(variantList(written, sku, code), variant, own)
    }
  }
  return Array.from(lists, ([name, list]) => ({ name, ...list }))
}

function shared(grids: Map<string, readonly GridRow[]>, rows: readonly GridRow[]): readonly GridRow[] {
  const key = gridKey(rows)
  const known = grids.get(key) ?? rows
  grids.set(key, known)
  return known
}

/** The price list that a level names; `undefined` where it has its own grid or price, or none. */
function nameIn(level: Plain | undefined): string | undefined {
  const pricing = typeof level === 'object' && !Array.isArray(level) ? level['pricing'] : undefined
  return typeof pricing === 'string' ? pricing : undefined
}

function variantList(written: Written, sku: string, code: string): string | undefined {
  const levels = [['override', code], ['list', code], ['each']].map((path) => written.valueOf(['products', sku, 'variants', ...path]))
  return nameIn(levels.find((level) => typeof level === 'object' && ('price' in level || 'pricing' in level)))
}

/**
 * The price lists whose users all have the same other grid in the store: the list changed, not the products. A list that extends a
 * changed one is left out, because it can be right once the other one is edited.
 */
export function changedLists(written: Written, lists: readonly UsedList[]): { readonly name: string; readonly grid: DocumentMap }[] {
  const changed = new Map(
    lists.flatMap(({ name, desired, live }) => {
      const [first] = live
      if (!first || live.some((rows) => rows === null || gridKey(rows) !== gridKey(first))) return []
      return gridKey(first) === gridKey(desired) ? [] : [[name, first] as const]
    }),
  )
  const isWaiting = (name: string): boolean => basesOf(written, name).some((base) => changed.has(base))
  return [...changed].flatMap(([name, rows]) => (isWaiting(name) ? [] : [{ name, grid: collapseGrid(rows) }]))
}

/** The lists that a list extends, the nearest first. */
function basesOf(written: Written, name: string): string[] {
  const bases: string[] = []
  for (let next: Plain | undefined = name; typeof next === 'string' && bases.length <= mostBases;) {
    next = written.valueOf(['price_lists', next, 'extends'])
    if (typeof next === 'string') bases.push(next)
  }
  return bases
}

const mostBases = 100

/** Replaces the grid of a price list. */
export function editPriceList(written: Written, { name, grid }: { readonly name: string; readonly grid: DocumentMap }): EditOutcome {
  const file = written.filesOf('price_lists', name).at(-1)
  if (file === undefined) return 'cannot'
  return written.edit({ entry: { section: 'price_lists', key: name }, values: new Map([[file, [[null, grid]]]]), texts: new Map() })
}
