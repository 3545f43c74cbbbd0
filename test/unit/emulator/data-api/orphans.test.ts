import { expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { storeRequest } from '../store-request.ts'

const orphans: readonly (readonly [spec: string, node: string])[] = [
  ['Variants', '<Variant><code>A-s</code><sku>A</sku><price>0.01</price></Variant>'],
  [
    'VariantOptions',
    '<VariantOptions><sku>A</sku><variant_code>A-s</variant_code><o_group>size</o_group><o_value>s</o_value></VariantOptions>',
  ],
  ['PricingAdvanced', '<PricingAdvanced><sku>A</sku><price>5</price></PricingAdvanced>'],
  ['PricingAdvanced', '<PricingAdvanced><sku>A-s</sku><price>6</price></PricingAdvanced>'],
  ['ProdAccessGroup', '<ProdAccessGroup><sku>A</sku><group_code>vip</group_code></ProdAccessGroup>'],
  ['Inventory', '<Inventory><sku>A</sku><quantity>3</quantity></Inventory>'],
  ['ProductAttributes', '<ProductAttributes><sku>A</sku><label>Fit</label><value>Slim</value></ProductAttributes>'],
  ['ProdCat', '<ProdCat><sku>A</sku><cat_code>tees</cat_code></ProdCat>'],
]

const joined =
  'Product+PricingAdvanced+ProdAccessGroup+Inventory+ProductAttributes+ProdCat+(Variants+PricingAdvanced+VariantOptions)/' +
  '?_fields=sku|PricingAdvanced:price|ProdAccessGroup:group_code|Inventory:quantity|ProductAttributes:label|ProdCat:cat_code|Variants:code|VariantOptions:o_value'

test('children without a parent are accepted, read, counted, and belong to a parent that is created with their key', async () => {
  await using store = await startEmulator()
  const send = storeRequest(store)

  const replies: number[] = []
  for (const [spec, node] of orphans) replies.push((await send('POST', spec, `<ResultSet>${node}</ResultSet>`)).status)
  const before = await Promise.all([...new Set(orphans.map(([spec]) => spec))].map(async (spec) => (await send('GET', `${spec}/`)).counts))
  const without = (await send('GET', joined)).records
  await send('POST', 'Product', '<ResultSet><Product><sku>A</sku></Product></ResultSet>')
  const after = (await send('GET', joined)).records

  expect(replies).toEqual(orphans.map(() => 200))
  expect(before).toEqual(['0 1 1', '0 1 1', '0 2 2', '0 1 1', '0 1 1', '0 1 1', '0 1 1'])
  expect([without, after]).toEqual([
    [],
    [
      '<Product><sku>A</sku><PricingAdvanced><price>5</price></PricingAdvanced><ProdAccessGroup><group_code>vip</group_code></ProdAccessGroup>' +
        '<Inventory><quantity>3</quantity></Inventory><ProductAttributes><label>Fit</label></ProductAttributes><ProdCat><cat_code>tees</cat_code></ProdCat>' +
        '<Variant><code>A-s</code><PricingAdvanced><price>6</price></PricingAdvanced><VariantOptions><o_value>s</o_value></VariantOptions></Variant></Product>',
    ],
  ])
})

test('what a deleted product leaves behind comes back with a product of the same key', async () => {
  await using store = await startEmulator()
  const send = storeRequest(store)
  const product = '<ResultSet><Product><sku>A</sku></Product></ResultSet>'
  await send('POST', 'Product+Variants', product.replace('</Product>', '<Variant><code>A-s</code></Variant></Product>'))

  await send('DELETE', 'Product/A')
  const orphan = (await send('GET', 'Variants/?_fields=code,sku')).records
  await send('POST', 'Product', product)

  expect(orphan).toEqual(['<Variant><code>A-s</code><sku>A</sku></Variant>'])
  expect((await send('GET', 'Product+Variants/A?_fields=sku|Variants:code')).records).toEqual([
    '<Product><sku>A</sku><Variant><code>A-s</code></Variant></Product>',
  ])
})
