import { skuOf } from '../records/named-fields.ts'
import type { Desired, DesiredRecord } from '../records/desired.ts'
import { everySellable } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import type { Rule } from './rule.ts'

const maps = [
  { resource: 'Merchandising', name: 'merchandising', keeps: 'a discount', empty: 'Write discount: "" for no discount' },
  { resource: 'Inventory', name: 'inventory', keeps: 'the stock', empty: 'Write quantity: 0 for none' },
] as const

/** An empty map of fields changes nothing, although it looks like "none" (semantics.md 2). */
export const emptyMap: Rule = {
  id: 'empty-map',
  topic: 'texts',
  doc: '`merchandising` and `inventory` have at least one field.',
  severity: 'warning',
  why: 'platform.md, "Merchandising" and "Inventory", 1:1: a field that is left out is not managed. `merchandising: {}` looks like "no discount", but a discount in the store stays. Only collections (`categories: []`) are emptied this way.',
  fix: 'Write `merchandising: { discount: "" }` to remove a discount, or remove the key.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired }) => foldFindings('empty-map', emptyMaps(desired)),
}

function emptyMaps(desired: Desired): readonly Finding[] {
  const found: Finding[] = []
  for (const sellable of everySellable(desired)) {
    for (const map of maps) {
      for (const record of sellable.children[map.resource]?.filter(isEmpty) ?? []) found.push(finding(sellable, record, map))
    }
  }
  return found
}

function finding(sellable: DesiredRecord, { source }: DesiredRecord, { name, keeps, empty }: (typeof maps)[number]): Finding {
  return {
    subject: `${name} of ${skuOf(sellable)}`,
    body: `is empty and changes nothing: ${keeps} in the store stays`,
    fix: `${empty}, or remove ${name}.`,
    severity: 'warning',
    at: source,
  }
}

/** True for a record with no field but the sku, on create too. */
function isEmpty({ fields, onCreate }: DesiredRecord): boolean {
  for (const field in fields) if (field !== 'sku') return false
  return Object.keys(onCreate?.fields ?? {}).length === 0
}
