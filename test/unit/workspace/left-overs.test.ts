import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import type { Desired } from '../../../src/records/desired.ts'
import { documentedCapabilities, type Capabilities } from '../../../src/resources/capabilities.ts'
import { fieldOf, resourceOf, type ResourceName } from '../../../src/resources/registry.ts'
import { storedValue } from '../../../src/resources/scalar.ts'
import { byCode } from '../../../src/source/by-code.ts'
import type { StoreClient } from '../../../src/store/store-client.ts'
import { anyCatalogue } from '../../support/any-catalogue.ts'
import { desired, knownCapabilities, live } from '../../support/desired-records.ts'
import { modelClient } from '../../support/model-client.ts'
import { modelStore, type ModelStore } from '../../support/model-store.ts'
import { modelOf } from '../../support/law-model.ts'
import { deleteAlone, planFor } from '../../support/plan-model.ts'
import { isWhole } from '../../support/whole.ts'

const ofProduct: readonly ResourceName[] = [
  'Product',
  'ExtraImages',
  'Merchandising',
  'PricingAdvanced',
  'ProdAccessGroup',
  'ProductAttributes',
  'Options',
  'VariantOptions',
  'Variants',
  'ProdCat',
]

/** Every row of a product and its variants, without the keys that the store or an earlier record chose. A promotion of nothing is none. */
function contentOf(model: ModelStore, sku: string): string[] {
  const variants = model.rows('Variants').filter((row) => row['sku'] === sku)
  const keys = new Set([sku, ...variants.map(({ code }) => code)])
  return ofProduct.flatMap((resource) => {
    const { key, natural } = resourceOf(resource)
    const rows = model.rows(resource).filter((row) => keys.has(row['sku']) || keys.has(row['variant_code']))
    const isNothing = (values: number): boolean => resource === 'Merchandising' && values === 1
    return rows.flatMap((row) => {
      const values = Object.entries(row).filter(([name]) => name !== key || natural.includes(name))
      const set = values.map(([name, value]) => [name, storedValue(fieldOf(resource, name), value)] as const)
      const own = set.filter(([name, value]) => value !== storedValue(fieldOf(resource, name), '')).toSorted(([a], [b]) => byCode(a, b))
      return isNothing(own.length) ? [] : [`${resource} ${JSON.stringify(own)}`]
    })
  })
}

function createdProducts({ changes }: Plan): string[] {
  return changes.flatMap((change) =>
    change.kind === 'record' && change.resource === 'Product' && change.action === 'create' ? [change.root.key] : [],
  )
}

test('a product whose key was used before has nothing but what the catalogue declares, or is not created', async () => {
  const seen = { created: 0, leftOver: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(
      anyCatalogue,
      anyCatalogue,
      fc.constantFrom(knownCapabilities, documentedCapabilities),
      fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }),
      async (before, after, capabilities, gone) => {
        const model = modelOf(before, capabilities)
        for (const { sku = '' } of model.rows('Product')) deleteAlone(model, 'Product', { sku })
        for (const index of gone) {
          const { code = '' } = model.rows('Variants')[index] ?? {}
          if (code !== '') deleteAlone(model, 'Variants', { code })
        }

        const plan = await planFor(after, modelClient(model, capabilities, 1))
        for (const step of plan.steps) model.perform(step, plan.steps)
        const second = await planFor(after, modelClient(model, capabilities, 2))

        const whole = modelOf(after, capabilities)
        for (const sku of createdProducts(plan))
          expect(contentOf(model, sku).toSorted(byCode)).toEqual(contentOf(whole, sku).toSorted(byCode))
        expect(second.changes.filter(({ action }) => action !== 'cannot')).toEqual([])
        seen.created += createdProducts(plan).length
        seen.leftOver += plan.hazards.filter(({ kind }) => kind === 'left-over').length
        seen.refused += plan.changes.filter(({ action }) => action === 'cannot').length
      },
    ),
    { numRuns: isWhole ? 600 : 150 },
  )
  expect(Object.values(seen).every((count) => count > 100)).toBe(true)
})

const tee: Desired = { roots: { Product: [desired('Product', { sku: 'TEE', title: 'Tee', inactive: 'false' })] }, files: [] }

/** A store whose key may not read promotions. */
function withoutPromotions(model: ModelStore, capabilities: Capabilities): StoreClient {
  const client = modelClient(model, capabilities, 1)
  return {
    ...client,
    count: async (resource) => {
      if (resource !== 'Merchandising') return client.count(resource)
      throw new OperationalError('store-refused-key', 'This key may not read Merchandising.', { context: { status: 403 } })
    },
  }
}

test('a resource that the catalogue does not manage and the key cannot read is named, and does not block', async () => {
  const model = modelStore(knownCapabilities)
  model.seed([live('ProdAccessGroup', { sku: 'TEE', group_code: 'vip' })])

  const plan = await planFor(tee, withoutPromotions(model, knownCapabilities))

  expect(plan.changes.map(({ action, address }) => `${action} ${address}`)).toEqual(['create product.TEE', 'remove product.TEE/access.vip'])
  expect(plan.notices).toEqual([
    'Merchandising cannot be read, so rows that a removed record has left there apply to a new record with the same key.',
  ])
})

test('nothing is read for left-over rows where nothing is created', async () => {
  const model = modelOf(tee, knownCapabilities)
  model.seed([live('ProdAccessGroup', { sku: 'GONE', group_code: 'vip' })])
  const client = modelClient(model, knownCapabilities, 1)
  const counted: ResourceName[] = []
  const watched: StoreClient = { ...client, count: (resource) => (counted.push(resource), client.count(resource)) }

  const plan = await planFor(tee, watched)

  expect([plan.changes, counted]).toEqual([[], []])
})

test('rows of another product or variant that exists are never taken for left-over ones', async () => {
  const model = modelStore(knownCapabilities)
  model.seed([
    live('Product', { sku: 'MUG', title: 'Mug' }),
    live('Variants', { code: 'TEE', sku: 'MUG', price: '5' }),
    live('PricingAdvanced', { sku: 'TEE', start: '0', end: '9999999', price: '5' }),
  ])

  const plan = await planFor(tee, modelClient(model, knownCapabilities, 1))

  expect(plan.changes.map((change) => [change.address, change.action === 'cannot' && change.reason])).toEqual([
    [
      'product.TEE',
      'The store has variant TEE at MUG: a product with the same code would get its prices and stock. Choose another code, or remove that variant first.',
    ],
  ])
})
