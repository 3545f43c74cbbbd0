import * as fc from 'fast-check'
import { resourceOf } from '../../src/resources/registry.ts'
import type { ModelStore } from './model-store.ts'
import { deleteAlone } from './plan-model.ts'

/** What somebody does in a store between two plans. */
export interface StoreEdit {
  readonly kind: 'removed' | 'written' | 'orphan' | 'doubled' | 'slug' | 'grid'
  readonly resource: 'Product' | 'Variants' | 'Cat' | 'UserGroups'
  readonly index: number
}

export const anyStoreEdit: fc.Arbitrary<StoreEdit> = fc.record({
  kind: fc.constantFrom<StoreEdit['kind']>('removed', 'written', 'orphan', 'doubled', 'slug', 'grid'),
  resource: fc.constantFrom<StoreEdit['resource']>('Product', 'Variants', 'Cat', 'UserGroups'),
  index: fc.nat(9),
})

/** Makes an edit in a model store; nothing where it has no such record. */
export function editStore({ kind, resource, index }: StoreEdit, model: ModelStore): void {
  const { key, titleField, slugField, fields } = resourceOf(resource)
  const rows = model.rows(resource)
  const row = rows[index % Math.max(1, rows.length)]
  if (kind === 'orphan') return addOrphans(`nobody-${index}`, model)
  if (row === undefined || key === null) return
  const own = { [key]: row[key] ?? '' }
  const write = (field: string | undefined, value: string): void => {
    if (field !== undefined) model.seed([{ resource, fields: { ...own, [field]: value }, children: {} }])
  }
  if (kind === 'removed') deleteAlone(model, resource, own)
  if (kind === 'doubled') model.insert('ProdCat', { sku: row[key] ?? '', cat_code: 'none' })
  if (kind === 'written') write(titleField, `${index}`)
  if (kind === 'slug') write(slugField, 'shared')
  if (kind === 'grid') write(fields['advanced_pricing'] && 'advanced_pricing', 'true')
}

function addOrphans(sku: string, model: ModelStore): void {
  model.insert('ProdCat', { sku, cat_code: 'none' })
  model.insert('PricingAdvanced', { uid: sku, sku, price: '1' })
}
