import type { DesiredRecord } from '../records/desired.ts'
import { codeOf, everySellable } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import type { Rule } from './rule.ts'

const maps = [
  { resource: 'Merchandising', name: 'merchandising', keeps: 'a discount', empty: 'Write discount: "" for no discount' },
  { resource: 'Inventory', name: 'inventory', keeps: 'the stock', empty: 'Write quantity: 0 for none' },
] as const

/** An empty map of a single record looks like "none" and changes nothing (semantics.md 2). */
export const saysNothing: Rule = {
  id: 'says-nothing',
  doc: '`merchandising` and `inventory` give at least one field.',
  severity: 'warning',
  why: 'platform.md, "Merchandising" and "Inventory", 1:1: a field that is left out is not managed, so that `merchandising: {}` leaves a discount in the store, though it reads like none. Only collections (`categories: []`) are emptied so.',
  mend: 'Write `merchandising: { discount: "" }` to take a discount away, or take the key out.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired }) => foldFindings('says-nothing', [...everySellable(desired)].flatMap(emptyMapsOf)),
}

function emptyMapsOf(sellable: DesiredRecord): Finding[] {
  return maps.flatMap(({ resource, name, keeps, empty }) =>
    (sellable.children[resource] ?? []).filter(isBare).map((record) => ({
      subject: `${name} of ${codeOf(sellable)}`,
      body: `says nothing, so that ${keeps} in the store stays`,
      fix: `${empty}, or take ${name} out.`,
      severity: 'warning' as const,
      at: record.source,
    })),
  )
}

/** Nothing but the sku, on create too. */
function isBare({ fields, onCreate }: DesiredRecord): boolean {
  return Object.keys(fields).every((field) => field === 'sku') && Object.keys(onCreate?.fields ?? {}).length === 0
}
