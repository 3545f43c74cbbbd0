import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressIndex } from '../../../src/catalogue/explain/address-index.ts'
import { explainAddress } from '../../../src/catalogue/explain/explain-address.ts'
import { loadCatalogue } from '../../../src/catalogue/load-catalogue.ts'
import { diffFiles } from '../../../src/diff/diff-files.ts'
import { makePlan } from '../../../src/plan/make-plan.ts'
import { defaultLimits } from '../../../src/plan/plan-limits.ts'
import { planFileSchema } from '../../../src/plan/plan-schema.ts'
import { pricedSku } from '../../../src/pricing/priced-sku.ts'
import { plainQuery } from '../../../src/pricing/price-query.ts'
import type { ExplainView } from '../../../src/report/explain-text.ts'
import { planView } from '../../../src/report/view/plan-view.ts'
import type { PriceTableView } from '../../../src/report/price-table.ts'
import { type Capabilities, documentedCapabilities } from '../../../src/resources/capabilities.ts'
import { anyCatalogue } from '../../support/any-catalogue.ts'
import { diffContext, knownCapabilities } from '../../support/desired-records.ts'
import { projectRoot } from '../../support/command-line.ts'
import { diffModel, modelOf } from '../../support/law-model.ts'
import { notPlain } from '../../support/not-plain.ts'

const at = { file: 'shop.yaml', start: 0, end: 1 }
const pictures = ['new', 'kept', 'made'].map((name) => ({
  path: `images/items/${name}.jpg`,
  from: `images/${name}.jpg`,
  size: name === 'made' ? null : 9,
  sha256: 'a'.repeat(64),
  source: at,
}))
const present = [{ path: 'images/items/kept.jpg', size: 8, sha256: null }]

const madeFrom = (capabilities: Capabilities): Parameters<typeof makePlan>[0]['madeFrom'] => ({
  catalogue: 'c'.repeat(64),
  store: { name: 'local', baseUrl: 'https://shop.example', filesUrl: null },
  capabilities,
  certificate: [{ resource: 'Product', seen: 1, total: 1, orphans: 1 }],
})

test('changes, a plan and its view are plain data: JSON prints them whole, and the schema of the plan file accepts them', async () => {
  const kinds = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      anyCatalogue,
      anyCatalogue,
      fc.constantFrom(knownCapabilities, documentedCapabilities, { ...knownCapabilities, files: false }),
      async (before, after, capabilities) => {
        const records = await diffModel(after, modelOf(before, capabilities), { capabilities })

        const changes = [...records, ...diffFiles(pictures, present, diffContext(capabilities))]
        const plan = makePlan({
          changes,
          madeFrom: madeFrom(capabilities),
          notices: ['one'],
          limits: defaultLimits,
          engineVersion: '0.1.0',
          madeAt: '2026-11-20T07:00:00Z',
        })
        const view = planView(plan)

        for (const value of [changes, plan, view]) {
          expect(notPlain(value)).toEqual([])
          expect(JSON.parse(JSON.stringify(value))).toStrictEqual(value)
        }
        const { changes: changeSchema, hazards: hazardSchema, steps: stepSchema } = planFileSchema.shape
        expect(changeSchema.parse(changes)).toStrictEqual(changes)
        expect(hazardSchema.parse(plan.hazards)).toStrictEqual(plan.hazards)
        expect(stepSchema.parse(plan.steps)).toStrictEqual(plan.steps)
        for (const { kind, action } of changes) kinds.add(`${kind} ${action}`)
        for (const { kind } of plan.hazards) kinds.add(kind)
      },
    ),
    { numRuns: 200 },
  )
  const all = ['record', 'grid'].flatMap((kind) => ['create', 'update', 'remove'].map((action) => `${kind} ${action}`))
  expect([...kinds]).toEqual(expect.arrayContaining([...all, 'record cannot', 'file create', 'file update', 'file cannot']))
  expect([...kinds]).toEqual(expect.arrayContaining(['hides-grid', 'removes-grid', 'removes-rows', 'overwrites-file']))
})

test('explanations and tables of prices are plain data', async () => {
  const { catalogue, sources } = await loadCatalogue({ root: join(projectRoot, 'catalog.example'), env: {}, trace: true })
  const addresses = [...addressIndex(catalogue.desired).keys()].filter((_, index) => index % 25 === 0)

  const explained = addresses.map((address): ExplainView => {
    return { explanation: explainAddress(catalogue, address, sources.textOf), live: null, failure: null, store: 'local' }
  })
  const priced = (catalogue.desired.roots.Product ?? []).map((root): PriceTableView => {
    const sku = root.fields['sku'] ?? ''
    return { sku, title: '', query: plainQuery, tables: [{ skus: [sku], desired: pricedSku(root, sku), live: 'not read' }], store: 'local' }
  })

  expect([explained.length, priced.length].every((count) => count > 20)).toBe(true)
  expect([...explained, ...priced].flatMap((view) => notPlain(view))).toEqual([])
})

test('values that are not plain data are reported with their path', () => {
  const value = {
    plain: [1, 'a', null, { b: true }],
    map: new Map(),
    none: undefined,
    list: [Number.NaN],
    get late(): number {
      return 1
    },
    act: (): void => undefined,
  }

  expect(notPlain(value)).toEqual([
    '$.map is a Map',
    '$.none is a undefined',
    '$.list.0 is NaN',
    '$.late is an accessor',
    '$.act is a function',
  ])
})
