import { expect, test } from 'vitest'
import { withLeftOvers } from '../../../src/diff/left-overs.ts'
import type { Change } from '../../../src/diff/change.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { visitsOf } from '../../support/count-visits.ts'
import { desired, knownCapabilities, live } from '../../support/desired-records.ts'
import { changesOf, entries, offGrid, onGrid, planned, product, stored, storedEntries } from '../../support/planned-changes.ts'

/** Small enough that many bodies and lanes are needed. */
const limits = { recordsPerRequest: 10, skusPerDelete: 5 }

/** So many skus: `P0`, `P1` ... */
function skus(size: number): string[] {
  return Array.from({ length: size }, (_, index) => `P${index}`)
}

function vipEntry(sku: string): DesiredRecord {
  return desired('PricingAdvanced', { sku, group_code: 'vip', start: '0', end: '9999999', price: '15' })
}

function updatedAndInserted(size: number): readonly Change[] {
  return skus(size).flatMap((sku) =>
    changesOf(
      product(sku, onGrid, { PricingAdvanced: [...entries(sku, { '0': '19' }), vipEntry(sku)] }),
      stored(sku, onGrid, { PricingAdvanced: storedEntries(sku, { '0': '20' }) }),
    ),
  )
}

function recut(size: number): readonly Change[] {
  return skus(size).flatMap((sku) =>
    changesOf(
      product(sku, onGrid, { PricingAdvanced: entries(sku, { '0': '20', '12': '17.5' }) }),
      stored(sku, onGrid, { PricingAdvanced: storedEntries(sku, { '0': '25' }) }),
    ),
  )
}

function createdWithLeftOvers(size: number): readonly Change[] {
  const changes = skus(size).flatMap((sku) => changesOf(product(sku, offGrid, { PricingAdvanced: entries(sku, { '0': '20' }) })))
  const orphans = skus(size).map((sku) => live('PricingAdvanced', { uid: `left-${sku}`, sku, start: '0', end: '9999999', price: '3' }))
  return withLeftOvers(changes, orphans, knownCapabilities)
}

function variant(code: string, sku: string): DesiredRecord {
  const children = {
    PricingAdvanced: entries(code, { '0': '21' }),
    Inventory: [desired('Inventory', { sku: code, quantity: '5' })],
    VariantOptions: [desired('VariantOptions', { sku, variant_code: code, o_group: 'size', o_value: code })],
  }
  return desired('Variants', { code, sku, price: '20', advanced_pricing: 'true' }, { children })
}

function storedVariant(code: string, sku: string): RecordTree {
  return live(
    'Variants',
    { code, sku, price: '20', advanced_pricing: 'true' },
    {
      PricingAdvanced: storedEntries(code, { '0': '21' }),
      Inventory: [live('Inventory', { sku: code, quantity: '5' })],
      VariantOptions: [live('VariantOptions', { code: `o-${code}`, sku, variant_code: code, o_group: 'size', o_value: code })],
    },
  )
}

function variantsOfOneProduct(size: number): readonly Change[] {
  const variants = skus(size).map((sku) => variant(`TEE-${sku}`, 'TEE'))
  return changesOf(product('TEE', {}, { Variants: variants }), stored('TEE', {}, { Variants: [] }))
}

function createdMatrix(size: number): readonly Change[] {
  return changesOf(product('TEE', {}, { Variants: skus(size).map((sku) => variant(`TEE-${sku}`, 'TEE')) }))
}

function variantsThatGoFromOneProduct(size: number): readonly Change[] {
  const variants = skus(size).map((sku) => storedVariant(`TEE-${sku}`, 'TEE'))
  return changesOf(product('TEE', {}, { Variants: [] }), stored('TEE', {}, { Variants: variants }))
}

function aVariantOfEachProductGoes(size: number): readonly Change[] {
  return skus(size).flatMap((sku) =>
    changesOf(
      product(sku, { weight: '2' }, { Variants: [] }),
      stored(sku, { weight: '1' }, { Variants: [storedVariant(`${sku}-s`, sku)] }),
    ),
  )
}

function shownAfterTheirRows(size: number): readonly Change[] {
  return skus(size).flatMap((sku) =>
    changesOf(
      product(sku, { inactive: 'false', weight: '2' }, { Inventory: [desired('Inventory', { sku, quantity: '5' })] }),
      stored(sku, { inactive: 'true', weight: '1' }, { Inventory: [live('Inventory', { sku, quantity: '4' })] }),
    ),
  )
}

function rowsThatGo(size: number): readonly Change[] {
  return skus(size).flatMap((sku) =>
    changesOf(
      product(sku, { weight: '2' }, { ProdCat: [] }),
      stored(sku, { weight: '1' }, { ProdCat: [live('ProdCat', { sku, cat_code: 'sale' })] }),
    ),
  )
}

function categoriesInARow(size: number): readonly Change[] {
  return skus(size).flatMap((code, index) =>
    changesOf(
      desired(
        'Cat',
        { code, name: code },
        { children: { CatParent: [desired('CatParent', { cat_code: code, parent_code: `P${index - 1}` })] } },
      ),
    ),
  )
}

test.each([
  ['price entries updated and inserted in place', updatedAndInserted],
  ['grids that are deleted and inserted again', recut],
  ['new products whose skus still have price entries', createdWithLeftOvers],
  ['variants that join one product', variantsOfOneProduct],
  ['a new product with its variants', createdMatrix],
  ['variants that are removed from one product', variantsThatGoFromOneProduct],
  ['a variant removed from each product', aVariantOfEachProductGoes],
  ['products that are shown after their rows are written', shownAfterTheirRows],
  ['a row removed from each product', rowsThatGo],
  ['categories, each below the one before', categoriesInARow],
])('planning %s looks at each change a constant number of times', (_, make) => {
  const { few, growth } = visitsOf(make, (changes) => planned(changes, { limits }))

  expect(few).toBeGreaterThan(500)
  expect(growth).toBeLessThanOrEqual(10.5)
})
