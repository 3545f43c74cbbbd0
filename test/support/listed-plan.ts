import type { GridChange } from '../../src/diff/change.ts'
import { priceSlips } from '../../src/plan/price-slips.ts'
import { evaluateGuards } from '../../src/plan/guards/evaluate-guards.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { GridRow } from '../../src/pricing/grid-row.ts'
import { guardDefaults } from '../../src/records/guard-limits.ts'
import { movedGrid, planOf, rootRecord, row } from './sample-plan.ts'

/** A price of one product that moves unlike the others. */
export interface PlantedSlip {
  readonly at: number
  readonly factor: number
  readonly group?: string
  readonly currency?: string
  /** True for a product with a grid of its own, from no list. */
  readonly own?: boolean
}

interface Listed {
  readonly products: number
  /** 0: each product has a grid of its own. */
  readonly lists: number
  readonly slips?: readonly PlantedSlip[]
  /** Default: all guards are off. */
  readonly guarded?: boolean
}

/** A plan in which every price of products with grids from price lists falls by 3 %, but for the planted ones. */
export function listedPlan({ products, lists, slips = [], guarded = false }: Listed): Plan {
  const planted = new Map(slips.map((slip) => [slip.at, slip]))
  const changes = Array.from({ length: products }, (_, at) => product(at, lists === 0 ? null : at % lists, planted.get(at)))
  const facts = {
    declared: products,
    priceEntries: 0,
    places: new Map<string, number>(),
    hiddenByRun: new Set<string>(),
    drift: 'overwrite',
  } as const
  const guards = guarded ? evaluateGuards(changes, guardDefaults, facts) : []
  return planOf(changes, { hazards: priceSlips(changes), guards, base: 'state' })
}

function product(at: number, list: number | null, slip: PlantedSlip | undefined): GridChange {
  const sku = `SKU-${at}`
  const before = pricesOf(100 + (list ?? at % 50) * 20)
  const after = before.map((entry) => ({ ...entry, price: rounded(Number(entry.price) * factorOf(entry, slip)) }))
  return movedGrid({
    sku,
    root: rootRecord('Product', sku, `Product ${at}`),
    before,
    after,
    source: { file: `products/${list ?? 0}.yaml`, line: at + 2, column: 3 },
    ...(list !== null &&
      !slip?.own && {
        definitions: [{ kind: 'price list', name: `list-${list}`, source: { file: 'prices.yaml', line: list * 6 + 2, column: 3 } }],
      }),
  })
}

function pricesOf(price: number): readonly GridRow[] {
  return [
    row(1, 9, String(price)),
    row(10, 9_999_999, rounded(price * 0.9)),
    row(1, 9_999_999, { price: rounded(price * 0.8), group_code: 'dealer' }),
    row(1, 9_999_999, { price: String(price * 2), currency_code: 'EUR' }),
  ]
}

function factorOf({ group_code, currency_code }: GridRow, slip: PlantedSlip | undefined): number {
  return slip && group_code === (slip.group ?? '') && currency_code === (slip.currency ?? '') ? slip.factor : 0.97
}

function rounded(price: number): string {
  return String(Math.round(price * 100) / 100)
}
