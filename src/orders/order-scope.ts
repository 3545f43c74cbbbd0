import type { Scope } from '../records/scope.ts'

/** An order with its lines, discounts and taxes, all their fields (platform.md, "Events": what an application that needs the full order reads). */
export const fullOrder: Scope = {
  resource: 'Order',
  fields: [],
  children: [
    { resource: 'Orderlines', fields: [], children: [] },
    { resource: 'OrderlineTax', fields: [], children: [] },
    { resource: 'OrderlineDiscounts', fields: [], children: [] },
  ],
}
