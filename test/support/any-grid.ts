import * as fc from 'fast-check'
import { effectivePrice } from '../../src/pricing/effective-price.ts'
import type { GridRow } from '../../src/pricing/grid-row.ts'
import { plainQuery } from '../../src/pricing/price-query.ts'
import { pricedSku } from '../../src/pricing/priced-sku.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'

/** Rows as a store has them: with the uids 1, 2, 3. */
export function withUids(rows: readonly GridRow[]): readonly GridRow[] {
  return rows.map((row, index) => ({ ...row, uid: String(index + 1) }))
}

const price = fc.integer({ min: 1, max: 9 }).map(String)

function column(group_code: string, starts: readonly number[], prices: readonly string[]): GridRow[] {
  return starts.map((start, index) => ({
    group_code,
    currency_code: '',
    start: String(start),
    end: String((starts[index + 1] ?? 10_000_000) - 1),
    price: prices[index] ?? '1',
  }))
}

const breaks = fc.constantFrom([0], [0, 10], [0, 12], [0, 10, 50])
const columnOf = (group: string): fc.Arbitrary<GridRow[]> =>
  fc.tuple(breaks, fc.array(price, { minLength: 3, maxLength: 3 })).map(([starts, prices]) => column(group, starts, prices))

/** A grid that breaks no rule of the platform: the default group, some others, some prices forced in a currency. */
export const anyGrid: fc.Arbitrary<readonly GridRow[]> = fc
  .tuple(
    columnOf(''),
    fc.option(columnOf('dealer')),
    fc.option(columnOf('vip')),
    fc.array(fc.tuple(fc.nat({ max: 8 }), price), { maxLength: 2 }),
  )
  .map(([standard, dealer, vip, forced]) => {
    const plain = [...standard, ...(dealer ?? []), ...(vip ?? [])]
    const cells = new Map(forced.map(([at, amount]) => [at % plain.length, amount]))
    const inEuro = [...cells].flatMap(([at, amount]) => {
      const cell = plain[at]
      return cell ? [{ ...cell, currency_code: 'EUR', price: amount }] : []
    })
    return [...plain, ...inEuro]
  })

/** What customers of each group pay for a product, by group, quantity and currency: `none` where there is no price. */
export function pricesOf(product: RecordTree): ReadonlyMap<string, string> {
  const sku = pricedSku(product, product.fields['sku'] ?? '')
  if (!sku) throw new Error('it is no product')
  const asked = ['', 'dealer', 'vip', 'nobody'].flatMap((group) =>
    [1, 9, 10, 11, 12, 49, 50, 9_999_999].flatMap((quantity) => [null, 'EUR'].map((currency) => ({ group, quantity, currency }))),
  )
  return new Map(
    asked.map(({ group, quantity, currency }) => {
      const currencies = { default: 'NOK', rates: { EUR: '0.1' } }
      const { price } = effectivePrice(sku, { ...plainQuery, groups: group === '' ? [] : [group], quantity, currency, currencies })
      return [`${group} ${quantity} ${currency}`, price ?? 'none']
    }),
  )
}
