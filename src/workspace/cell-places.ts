import type { Change } from '../diff/change.ts'
import type { GuardCase, GuardResult, PricedRow } from '../plan/guards/guard-result.ts'
import { gridRowOf, quantitiesOf } from '../pricing/grid-row.ts'
import type { DesiredRecord, DesiredSources } from '../records/desired.ts'
import { keyOf } from '../records/named-fields.ts'
import { recordSource } from '../records/record-source.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'

/** Where a plan is made from. */
interface Placing {
  readonly changes: readonly Change[]
  readonly desired: DesiredSources
  readonly locate: (span: SourceSpan) => SourcePlace
}

/** The guards with the place of the price entry in each case about one: a change of a grid has the place of its first entry that differs. */
export function withCellPlaces(guards: readonly GuardResult[], { changes, desired, locate }: Placing): readonly GuardResult[] {
  const products = recordSource(desired.roots.Product ?? [])
  const placed = (found: GuardCase): GuardCase => {
    const { price, address } = found
    const row = price?.of === 'grid' ? price.row : null
    const change = row && changes.find((each) => each.address === address)
    const product = change?.kind === 'grid' ? products.get(change.root.key) : undefined
    const entry = product && row && entryOf(product, price?.sku ?? '', row)
    return entry ? { ...found, source: locate(entry.source) } : found
  }
  return guards.map((guard) => ({ ...guard, cases: guard.cases.map(placed) }))
}

/** The price entry of a sku that a price is from. */
function entryOf(product: DesiredRecord, sku: string, { group_code, currency_code, start }: PricedRow): DesiredRecord | undefined {
  const owner = keyOf(product) === sku ? product : product.children.Variants?.find((variant) => keyOf(variant) === sku)
  return owner?.children.PricingAdvanced?.find((entry) => {
    const row = gridRowOf(entry)
    const { from, to } = quantitiesOf(row)
    return row.group_code === group_code && row.currency_code === currency_code && from <= Number(start) && Number(start) <= to
  })
}
