import { z } from 'zod'
import { inventory } from '../resources/inventory.ts'
import { fieldsOf } from './fields-of.ts'
import { valueForms } from './value-forms.ts'

/** `inventory:` of a product or variant (platform.md, "Inventory"). */
export const inventoryDocument = z
  .strictObject(fieldsOf(inventory, 'quantity', 'stock_message'), { error: 'a map with quantity and stock_message' })
  .register(valueForms, { forms: [{ kind: 'map', firstKey: 'quantity' }] })
  .meta({ title: 'Inventory', description: inventory.doc })

/** A parsed `inventory:`. */
export type InventoryDocument = z.infer<typeof inventoryDocument>
