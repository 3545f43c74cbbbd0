import { invariant } from '../../errors.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { InventoryDocument } from '../../documents/inventory-document.ts'
import type { VariantDocument } from '../../documents/variant-document.ts'
import { at, childOf, keySpanOf } from '../../yaml/source-node.ts'
import { type Draft, finish, type Level, markPlace, type PlainValues, setOwn, startDraft } from './draft.ts'
import type { Expansion } from './expansion.ts'
import { setPictures } from './set-fields.ts'
import { setPrice } from './set-price.ts'
import { traceLevels } from './variant-levels.ts'

interface Given {
  readonly sku: string
  readonly code: string
  readonly source: SourceSpan
  /** The nearest first. */
  readonly levels: readonly Level<VariantDocument>[]
  readonly variantOptions: readonly DesiredRecord[] | undefined
  /** Of subproducts. */
  readonly sort: string | undefined
}

const plainFields = [
  'description',
  'weight',
  'volume',
  'external_id',
  'custom_data1',
  'custom_data2',
  'custom_data3',
  'custom_data4',
] as const

/** One Variants record: each field from the nearest level that gives it, the price slot as a whole (semantics.md 3). */
export function expandVariant(expansion: Expansion, given: Given): DesiredRecord {
  const { sku, code, source, levels } = given
  if (expansion.trace) traceLevels(expansion.trace, levels, [sku, code])
  const draft = startDraft('Variants', { code, sku }, source)
  for (const field of plainFields) setNearest(draft, field, levels)
  const pictured = nearest(levels, ({ value }) => value.image !== undefined)
  if (pictured) setPictures(expansion, draft, { located: pictured.located, values: { image: pictured.value.image } })

  const priced = nearest(levels, ({ value }) => value.price !== undefined || value.pricing !== undefined)
  if (priced) setPrice(expansion, draft, priced)

  const stocked = inventoriesOf(levels)
  if (stocked.length > 0) draft.children.Inventory = [expandInventory(code, stocked)]
  if (given.variantOptions) {
    draft.children.VariantOptions = given.variantOptions
    const listed = levels.find(({ located }) => childOf(located, 'options'))
    if (listed) markPlace(draft, 'options', listed.located)
  }
  if (given.sort !== undefined) draft.fields['sort'] = given.sort
  return finish(draft)
}

const inventoryFields = ['quantity', 'stock_message'] as const

/** The inventories that levels give. */
function inventoriesOf(levels: readonly Level<VariantDocument>[]): readonly Level<InventoryDocument>[] {
  const inventories: Level<InventoryDocument>[] = []
  for (const { value, located } of levels) {
    if (value.inventory) inventories.push({ value: value.inventory, located: at(located, 'inventory') })
  }
  return inventories
}

/** The Inventory record of a product or variant, each field from the nearest level. */
export function expandInventory(sku: string, levels: readonly Level<InventoryDocument>[]): DesiredRecord {
  const [first] = levels
  invariant(first, 'some level gives an inventory')
  const draft = startDraft('Inventory', { sku }, keySpanOf(first.located))
  for (const field of inventoryFields) setNearest(draft, field, levels)
  return finish(draft)
}

/** Sets a field to the value of the nearest level that gives one. */
function setNearest<F extends string>(draft: Draft, field: F, levels: readonly Level<PlainValues<F>>[]): void {
  for (const level of levels) if (setOwn(draft, field, level)) return
}

function nearest<T>(levels: readonly Level<T>[], gives: (level: Level<T>) => boolean): Level<T> | undefined {
  return levels.find(gives)
}
