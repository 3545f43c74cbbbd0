import type { DesiredRecord } from '../../records/desired.ts'
import { skuOf } from '../../records/named-fields.ts'
import type { GridDocument } from '../../documents/grid-document.ts'
import { meantSentence } from '../../documents/meant-sentence.ts'
import type { VariantDocument } from '../../documents/variant-document.ts'
import { at, type Located, spanOf } from '../../yaml/source-node.ts'
import { type Draft, leaf, type Level, markPlace, setOwn } from './draft.ts'
import { type Expansion, report } from './expansion.ts'
import { gridCells } from './grid-cells.ts'
import { countRows } from './count-rows.ts'
import type { GridCell } from './grid-cell.ts'
import { addCalculatedFrom } from './calculated-from.ts'
import { warnThousands } from './warn-thousands.ts'

/** The price slot of one level (semantics.md 3). */
type PriceSlot = Level<Pick<VariantDocument, 'price' | 'pricing' | 'advanced_pricing'>>

/**
 * Sets price, `advanced_pricing` and the grid of a product or variant. A grid turns `advanced_pricing` on and gives the
 * price its first default break; `{}` turns it off; a price alone turns it off on create only.
 */
export function setPrice(expansion: Expansion, draft: Draft, slot: PriceSlot): void {
  const { located } = slot
  const { price, pricing } = slot.value
  setOwn(draft, 'price', slot)
  warnThousands(expansion, price, located)
  setOwn(draft, 'advanced_pricing', slot)
  tracePrice(expansion, draft, slot)
  if (pricing === undefined) return setSimple(expansion, draft, slot)
  markPlace(draft, 'pricing', located)
  const pricingAt = at(located, 'pricing')
  const grid = resolve(expansion, pricing, pricingAt)
  if (!grid) return
  const { cells, raw, broken } = gridCells(expansion, grid.document, grid.located)
  const sku = skuOf(draft)
  if (raw) expansion.rawGrids.add(sku)
  if (broken === true) expansion.partly.push(spanOf(pricingAt))
  if (!countRows(expansion, cells.length, pricingAt)) return
  const advanced = cells.length > 0 ? 'true' : 'false'
  contradict(expansion, slot, advanced)
  draft.fields['advanced_pricing'] = advanced
  draft.children.PricingAdvanced = priceEntries(sku, cells)
  const first = firstDefault(cells)
  if (price === undefined && first) {
    draft.fields['price'] = first.fields.price
    draft.spans['price'] = first.source
    addCalculatedFrom(draft.spans, first.spans)
  }
}

function priceEntries(sku: string, cells: readonly GridCell[]): DesiredRecord[] {
  return cells.map((cell) => {
    // Field by field: a copy with one more field would get its hidden class step by step.
    const { group_code, currency_code, start, end, price } = cell.fields
    return leaf('PricingAdvanced', { sku, group_code, currency_code, start, end, price }, cell)
  })
}

function tracePrice({ trace }: Expansion, draft: Draft, { value: { price, pricing }, located }: PriceSlot): void {
  if (!trace || (price === undefined && pricing === undefined)) return
  trace.priced.push({ sku: skuOf(draft), at: spanOf(at(located, pricing === undefined ? 'price' : 'pricing')) })
}

function setSimple(expansion: Expansion, draft: Draft, slot: PriceSlot): void {
  const { price, advanced_pricing: given } = slot.value
  if (price === undefined) return
  contradict(expansion, slot, 'false')
  if (given === undefined) draft.onCreate = simpleOnCreate
}

/** Of all records with a price alone. */
const simpleOnCreate: DesiredRecord['onCreate'] = { fields: { advanced_pricing: 'false' }, children: {} }

function contradict(expansion: Expansion, { value, located }: PriceSlot, derived: string): void {
  const { advanced_pricing: given, pricing } = value
  if (given === undefined || given === derived) return
  report(expansion, {
    rule: 'contradiction',
    at: spanOf(at(located, 'advanced_pricing')),
    message: `advanced_pricing is given as ${given}, but ${pricing === undefined ? 'there is a price and no grid' : `the pricing makes it ${derived}`}`,
    fix: 'Remove advanced_pricing: it follows from price and pricing.',
  })
}

interface Grid {
  readonly document: GridDocument
  readonly located: Located
}

function resolve(expansion: Expansion, pricing: string | GridDocument, located: Located): Grid | undefined {
  if (typeof pricing !== 'string') return { document: pricing, located }
  const list = expansion.priceLists.get(pricing)
  if (list) {
    expansion.usedLists.add(pricing)
    return { document: list.value, located: list.located }
  }
  const fix = meantSentence(pricing, [...expansion.priceLists.keys()])
  report(expansion, {
    rule: 'price-list-unknown',
    lacks: 'price_lists',
    at: spanOf(located),
    message: `there is no price list "${pricing}"`,
    fix: fix ?? 'Add it under `price_lists`, or write the grid here.',
  })
  return undefined
}

function firstDefault(cells: readonly GridCell[]): GridCell | undefined {
  let first: GridCell | undefined
  for (const cell of cells) {
    const isDefault = cell.fields.group_code === '' && cell.fields.currency_code === ''
    if (isDefault && (!first || Number(cell.fields.start) < Number(first.fields.start))) first = cell
  }
  return first
}
