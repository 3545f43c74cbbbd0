import { resourceOf } from '../../../resources/registry.ts'
import type { NamedResource, OpenWrite } from '../row-context.ts'
import type { Values } from './insert-row.ts'
import { rowByKey } from './row-identity.ts'
import { saveRow } from './save-row.ts'

/**
 * With `autoInventory: yes` (assumptions.md W34), after a row was created with these values: a product gets a stock row. One that an earlier
 * product of this sku left behind is not changed.
 */
export function addInventory(open: OpenWrite, { name }: NamedResource, values: Values): void {
  if (name !== 'Product' || open.switches.autoInventory === 'no') return
  const inventory = resourceOf('Inventory')
  const sku = values.get('sku') ?? ''
  const row = new Map([
    ['sku', sku],
    ['quantity', '0'],
  ])
  if (rowByKey(open, inventory, sku) === null) saveRow(open, inventory, { row: null, values: row })
}
