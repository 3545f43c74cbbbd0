import { invariant } from '../../errors.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { VariantDocument } from '../../documents/variant-document.ts'
import { at, childOf, keySpanOf } from '../../yaml/source-node.ts'
import { finish, markPlace, setField, startDraft } from './draft.ts'
import type { Expansion } from './expansion.ts'
import { setPictures } from './set-fields.ts'
import { type PriceSlot, setPrice } from './set-price.ts'
import { traceLevels, type VariantLevel } from './variant-levels.ts'

interface Given {
  readonly sku: string
  readonly code: string
  readonly source: SourceSpan
  /** The nearest first. */
  readonly levels: readonly VariantLevel<VariantDocument>[]
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
  for (const field of plainFields) {
    for (const { value, located } of levels) {
      const text = value[field]
      if (text === undefined) continue
      setField(draft, field, { text, parent: located, key: field })
      break
    }
  }
  const pictured = nearest(levels, ({ value }) => value.image !== undefined)
  if (pictured) setPictures(expansion, draft, { located: pictured.located, values: { image: pictured.value.image } })

  const priced = nearest(levels, ({ value }) => value.price !== undefined || value.pricing !== undefined)
  if (priced) setPrice(expansion, draft, { ...slotOf(priced.value), located: priced.located })

  const stocked = levels.filter(({ value }) => value.inventory !== undefined)
  if (stocked.length > 0) draft.children.Inventory = [expandInventory(code, stocked)]
  if (given.variantOptions) {
    draft.children.VariantOptions = given.variantOptions
    const listed = levels.find(({ located }) => childOf(located, 'options'))
    if (listed) markPlace(draft, 'options', listed.located)
  }
  if (given.sort !== undefined) draft.fields['sort'] = given.sort
  return finish(draft)
}

function slotOf({ price, pricing, advanced_pricing }: VariantDocument): Omit<PriceSlot, 'located'> {
  return { price, pricing, advanced_pricing }
}

const inventoryFields = ['quantity', 'stock_message'] as const

/** The Inventory record of a product or variant, each field from the nearest level. */
export function expandInventory(sku: string, levels: readonly VariantLevel<Pick<VariantDocument, 'inventory'>>[]): DesiredRecord {
  const [first] = levels
  invariant(first, 'some level gives an inventory')
  const draft = startDraft('Inventory', { sku }, keySpanOf(at(first.located, 'inventory')))
  for (const field of inventoryFields) {
    for (const { value, located } of levels) {
      const text = value.inventory?.[field]
      if (text === undefined) continue
      setField(draft, field, { text, parent: at(located, 'inventory'), key: field })
      break
    }
  }
  return finish(draft)
}

function nearest<T>(levels: readonly VariantLevel<T>[], gives: (level: VariantLevel<T>) => boolean): VariantLevel<T> | undefined {
  return levels.find(gives)
}
