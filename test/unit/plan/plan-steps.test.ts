import { expect, test } from 'vitest'
import { diffFiles } from '../../../src/diff/diff-files.ts'
import { documentedCapabilities } from '../../../src/resources/capabilities.ts'
import { desired, diffContext, knownCapabilities, live } from '../../support/desired-records.ts'
import { brief, changesOf, entries, onGrid, planned, product, stored, storedEntries } from '../../support/planned-changes.ts'

test('an empty store: pictures, groups, categories, then products whole and hidden, read back, shown', () => {
  const tee = product(
    'TEE',
    { ...onGrid, image: 'tee.jpg' },
    {
      ProdCat: [desired('ProdCat', { sku: 'TEE', cat_code: 'sale' })],
      ProdAccessGroup: [desired('ProdAccessGroup', { sku: 'TEE', group_code: 'vip' })],
      PricingAdvanced: entries('TEE', { '0': '20' }),
      Variants: [
        desired(
          'Variants',
          { code: 'TEE-s', sku: 'TEE', price: '20', advanced_pricing: 'true' },
          {
            children: {
              PricingAdvanced: entries('TEE-s', { '0': '21' }),
              VariantOptions: [desired('VariantOptions', { sku: 'TEE', variant_code: 'TEE-s', o_group: 'size', o_value: 's' })],
            },
          },
        ),
      ],
    },
  )
  const draft = product('DRAFT', { inactive: 'true' })
  const sale = desired('Cat', { code: 'sale' }, { children: { CatParent: [desired('CatParent', { cat_code: 'sale', parent_code: '0' })] } })
  const picture = { path: 'images/items/tee.jpg', from: 'images/tee.jpg', size: 9, sha256: 'aa', source: tee.source }
  const changes = [
    ...changesOf(desired('UserGroups', { code: 'vip', title: 'VIP' })),
    ...changesOf(sale),
    ...changesOf(tee),
    ...changesOf(draft),
    ...diffFiles([picture], [], diffContext()),
  ]

  const { steps, hazards } = planned(changes)

  expect(brief(steps)).toEqual([
    's001 files | upload images/items/tee.jpg | PUT images/items/tee.jpg | file',
    's002 groups | create 1 group | POST UserGroups of 1 | keyed',
    's003 categories | create 1 category | POST Cat+CatParent of 1 | keyed',
    's004 products | create 2 products with 1 variant, hidden until they are verified | POST Product+PricingAdvanced+ProdAccessGroup+(Variants+PricingAdvanced+VariantOptions)+ProdCat of 2 | insert after s001 s002 s003',
    's005 verify | read back 2 products | read back s004 | read after s004',
    's006 go live | show 1 product | POST Product of 1 | keyed after s005',
  ])
  expect(hazards).toEqual([])
  const bodies = steps.flatMap((step) => (step.kind === 'post' ? [step.records] : []))
  expect(bodies[2]?.map(({ fields }) => fields['inactive'])).toEqual(['true', 'true'])
  expect(bodies[2]?.[0]).toEqual({
    resource: 'Product',
    fields: { sku: 'TEE', title: 'Title of TEE', inactive: 'true', image: 'tee.jpg', price: '20', advanced_pricing: 'true' },
    children: {
      ProdCat: [live('ProdCat', { sku: 'TEE', cat_code: 'sale' })],
      ProdAccessGroup: [live('ProdAccessGroup', { sku: 'TEE', group_code: 'vip' })],
      PricingAdvanced: [live('PricingAdvanced', { sku: 'TEE', start: '0', end: '9999999', price: '20' })],
      Variants: [
        live(
          'Variants',
          { code: 'TEE-s', sku: 'TEE', price: '20', advanced_pricing: 'true' },
          {
            PricingAdvanced: [live('PricingAdvanced', { sku: 'TEE-s', start: '0', end: '9999999', price: '21' })],
            VariantOptions: [live('VariantOptions', { variant_code: 'TEE-s', o_group: 'size', sku: 'TEE', o_value: 's' })],
          },
        ),
      ],
    },
  })
  expect(bodies[3]).toEqual([live('Product', { sku: 'TEE', inactive: 'false' })])
})

test('where a store does not say what a doubled link does, a body of links is an insert', () => {
  const sale = desired('Cat', { code: 'sale' }, { children: { CatParent: [desired('CatParent', { cat_code: 'sale', parent_code: '0' })] } })

  const { steps } = planned(changesOf(sale), { capabilities: { ...knownCapabilities, links: 'unknown' } })

  expect(steps.map(({ idempotency }) => idempotency)).toEqual(['insert'])
})

test('an existing product gets each kind of child as a body of its own, with what differs only', () => {
  const want = product(
    'TEE',
    { brand: 'New' },
    {
      ProdCat: ['a', 'b'].map((cat_code) => desired('ProdCat', { sku: 'TEE', cat_code })),
      Inventory: [desired('Inventory', { sku: 'TEE', stock_message: 'Soon' })],
      ProductAttributes: [desired('ProductAttributes', { sku: 'TEE', label: 'Fit', value: 'Slim' })],
    },
  )
  const have = stored(
    'TEE',
    { brand: 'Old' },
    {
      ProdCat: [live('ProdCat', { sku: 'TEE', cat_code: 'a' }), live('ProdCat', { sku: 'TEE', cat_code: 'z' })],
      Inventory: [live('Inventory', { sku: 'TEE', stock_message: '' })],
      ProductAttributes: [],
    },
  )

  const { steps, hazards } = planned(changesOf(want, have))

  expect(brief(steps)).toEqual([
    's001 products | update 1 product | POST Product of 1 | keyed',
    's002 inventory | update 1 stock record | POST Inventory of 1 | keyed',
    's003 attributes | create 1 attribute | POST ProductAttributes of 1 | keyed',
    's004 product places | create 1 product place | POST ProdCat of 1 | keyed',
    's005 removals | remove product.TEE/category.z | DELETE ProdCat {"sku":"TEE","cat_code":"z"} | delete after s001 s002 s003 s004',
  ])
  expect(steps[0]).toMatchObject({ records: [live('Product', { sku: 'TEE', brand: 'New' })], changes: ['product.TEE'] })
  expect(hazards).toEqual([
    {
      kind: 'removes-rows',
      address: 'product.TEE/category.z',
      root: { address: 'product.TEE', resource: 'Product', key: 'TEE', title: 'Title of TEE' },
      resource: 'ProdCat',
      rows: 1,
    },
  ])
})

test('a hidden product is shown after all else of it is done and read back', () => {
  const want = product('TEE', { brand: 'New', inactive: 'false' }, { ProdCat: [desired('ProdCat', { sku: 'TEE', cat_code: 'a' })] })

  const { steps, hazards } = planned(changesOf(want, stored('TEE', { brand: 'Old', inactive: 'true' }, { ProdCat: [] })))

  expect(brief(steps)).toEqual([
    's001 products | update 1 product | POST Product of 1 | keyed',
    's002 product places | create 1 product place | POST ProdCat of 1 | keyed',
    's003 verify | read back 1 product | read back s001 s002 | read after s001 s002',
    's004 go live | show 1 product | POST Product of 1 | keyed after s001 s002 s003',
  ])
  const root = { address: 'product.TEE', resource: 'Product', key: 'TEE', title: 'Title of TEE', isHidden: true }
  expect(hazards).toEqual([{ kind: 'shows-hidden', address: 'product.TEE', root }])
})

test('what cannot be done has no step, and a hidden or duplicated grid is a hazard', () => {
  const doubled = storedEntries('TEE', { '0': '20' })
  const want = product('TEE', onGrid, { PricingAdvanced: entries('TEE', { '0': '20' }) })
  const [change] = changesOf(product('X', { brand: 'New' }), stored('X', { brand: 'Old' }))

  const refused = planned(change ? [{ ...change, action: 'cannot', reason: 'no way' }] : [])
  const { hazards } = planned(
    changesOf(
      want,
      stored('TEE', onGrid, { PricingAdvanced: [...doubled, ...storedEntries('TEE', { '0': '20' })] }),
      documentedCapabilities,
    ),
  )

  expect(refused).toEqual({ steps: [], hazards: [] })
  expect(hazards.map(({ kind }) => kind)).toEqual(['duplicates-in-store', 'hides-grid'])
})

test('an overwritten picture and the last access group are hazards', () => {
  const want = product('TEE', {}, { ProdAccessGroup: [] })
  const have = stored('TEE', {}, { ProdAccessGroup: [live('ProdAccessGroup', { sku: 'TEE', group_code: 'vip' })] })
  const picture = { path: 'images/items/tee.jpg', from: 'images/tee.jpg', size: 9, sha256: 'aa', source: want.source }
  const present = [{ path: picture.path, size: 8, sha256: null }]

  const { hazards } = planned([...changesOf(want, have), ...diffFiles([picture], present, diffContext())])

  const root = { address: 'product.TEE', resource: 'Product', key: 'TEE', title: 'Title of TEE' }
  expect(hazards).toEqual([
    { kind: 'opens-access', address: 'product.TEE/access.vip', root },
    { kind: 'overwrites-file', address: 'file.images/items/tee.jpg', path: 'images/items/tee.jpg' },
    { kind: 'removes-rows', address: 'product.TEE/access.vip', root, resource: 'ProdAccessGroup', rows: 1 },
  ])
})
