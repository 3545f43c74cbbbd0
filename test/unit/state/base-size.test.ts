import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openState } from '../../../src/state/open-state.ts'
import type { AppliedRoot } from '../../../src/state/base-write.ts'
import { at, request, store } from './contract/sample-journal.ts'

const colours = ['Red', 'Blue', 'Green', 'Black', 'White', 'Grey', 'Orange']

/** A product as in the catalogues of the benchmark: 12 fields, stock and two categories. */
function product(index: number): AppliedRoot {
  const id = String(index).padStart(7, '0')
  const colour = colours[index % colours.length] ?? ''
  const key = `SKU-${id}`
  return {
    resource: 'Product',
    key,
    base: {
      record: {
        resource: 'Product',
        fields: {
          sku: key,
          title: `Widget ${id} ${colour} Medium`,
          description: `A sturdy <b>${colour.toLowerCase()}</b> widget & its fittings, size Medium, part ${id} of the catalogue; fits most 19" racks.`,
          price: String(1 + ((index * 7919) % 99900) / 100),
          weight: String(0.1 + (index % 250) / 10),
          brand: `Brand ${index % 8}`,
          gtin: `93${String(index * 17).padStart(11, '0')}`,
          mpn: `MPN-${(index * 31) % 1_000_000}`,
          slug: `widget-${id}`,
          inactive: index % 50 === 0 ? 'true' : 'false',
          external_id: `ERP-${id}`,
        },
        children: {
          Inventory: [{ resource: 'Inventory', fields: { quantity: String((index * 13) % 500) }, children: {} }],
          ProdCat: [index % 40, 40 + (index % 25)].map((code) => ({
            resource: 'ProdCat',
            fields: { cat_code: `cat-${code}` },
            children: {},
          })),
        },
      },
      source: { file: 'products-000.yaml', line: index * 13, column: 3 },
    },
  }
}

test('the base of a product takes at most 400 bytes on disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-base-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'state.db')
  const state = await openState(path)
  const { fence } = await state.acquireLease(request)
  const products = Array.from({ length: 2000 }, (_, index) => product(index))

  await state.saveBase(store, fence, { at: at(1), applied: products, forgotten: [] })
  await state.close()

  const bytes = statSync(path).size / products.length
  console.log(`${bytes.toFixed(0)} bytes for each of ${products.length} products`)
  expect(bytes).toBeGreaterThan(50)
  expect(bytes).toBeLessThan(400)
})
