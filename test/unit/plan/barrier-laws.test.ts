import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Step } from '../../../src/plan/step.ts'
import { anyCatalogue } from '../../support/any-catalogue.ts'
import { knownCapabilities } from '../../support/desired-records.ts'
import { diffModel, inSomeOrder, modelOf, pricesOf, stepsOf } from '../../support/law-model.ts'

/** All that must end before a step starts, however far. */
function needsOf(step: Step, steps: ReadonlyMap<string, Step>): ReadonlySet<string> {
  const found = new Set<string>()
  const left = [...step.needs]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (found.has(id)) continue
    found.add(id)
    left.push(...(steps.get(id)?.needs ?? []))
  }
  return found
}

function showsRecords(step: Step): boolean {
  return step.kind === 'post' && step.stage === 'go live'
}

test('with a barrier, what is shown waits for every check of the plan, and bridges for what is prepared', async () => {
  const seen = { barriers: 0, shows: 0, bridges: 0 }
  await fc.assert(
    fc.asyncProperty(anyCatalogue, anyCatalogue, async (before, after) => {
      const steps = stepsOf(await diffModel(after, modelOf(before)), knownCapabilities, true)
      const byId = new Map(steps.map((step) => [step.id, step]))
      const barriers = steps.filter(({ kind }) => kind === 'barrier')
      const prepared = steps.filter(({ stage }) => stage === 'files').map(({ id }) => id)

      const shows = steps.filter(showsRecords)
      const bridges = steps.filter(({ stage }) => stage === 'grids')
      const unchecked = shows.flatMap((step) => {
        const needs = needsOf(step, byId)
        const checks = steps.slice(0, steps.indexOf(step)).filter(({ kind }) => kind === 'verify')
        return [...checks, ...barriers].filter(({ id }) => !needs.has(id)).map(({ id }) => `${step.id} does not need ${id}`)
      })
      const early = bridges.flatMap((step) => {
        const needs = needsOf(step, byId)
        return prepared.filter((id) => !needs.has(id)).map((id) => `${step.id} does not need ${id}`)
      })

      expect([...unchecked, ...early]).toEqual([])
      seen.shows += shows.length
      seen.bridges += bridges.length
      seen.barriers += barriers.length
    }),
    { numRuns: 150 },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(50)
})

test('what is prepared before the first barrier changes nothing that shoppers see', async () => {
  let prepared = 0
  await fc.assert(
    fc.asyncProperty(anyCatalogue, anyCatalogue, async (before, after) => {
      const model = modelOf(before)
      const steps = stepsOf(await diffModel(after, model), knownCapabilities, true)
      const end = steps.findIndex(({ title }) => title === 'barrier: go on if all that was prepared is there')
      const shownOf = (): string =>
        JSON.stringify([
          model.rows('Product').filter(({ inactive }) => inactive !== 'true'),
          model.rows('Cat').filter(({ hide }) => hide !== 'true'),
        ])
      const [prices, shown] = [await pricesOf(model), shownOf()]

      for (const step of steps.slice(0, Math.max(0, end))) {
        model.perform(step, steps)
        prepared += 1
        expect([await pricesOf(model), shownOf()]).toEqual([prices, shown])
      }
    }),
    { numRuns: 100 },
  )
  expect(prepared).toBeGreaterThan(50)
})

test('a product or category that the plan hides is hidden before anything of it is removed or a price of it changes', async () => {
  const seen = { Product: 0, Cat: 0 }
  await fc.assert(
    fc.asyncProperty(anyCatalogue, anyCatalogue, fc.boolean(), fc.infiniteStream(fc.nat()), async (before, after, barrier, dice) => {
      const model = modelOf(before)
      const changes = await diffModel(after, model)
      const steps = stepsOf(changes, knownCapabilities, barrier)
      const hides = changes.flatMap((change) => {
        if (change.kind !== 'record' || change.action !== 'update' || (change.resource !== 'Product' && change.resource !== 'Cat'))
          return []
        const flag = change.fields.find(({ field }) => field === 'inactive' || field === 'hide')
        return flag?.after === 'true' ? [{ resource: change.resource, key: change.root.key, flag: flag.field }] : []
      })
      const rowsOf = ({ resource, key }: (typeof hides)[number]): readonly unknown[] =>
        resource === 'Cat'
          ? model.rows('CatParent').filter(({ cat_code }) => cat_code === key)
          : [
              ...model.rows('Variants').filter(({ sku }) => sku === key),
              ...model.rows('ProdAccessGroup').filter(({ sku }) => sku === key),
              ...model.rows('PricingAdvanced').filter(({ sku }) => sku === key),
              ...model.rows('Merchandising').filter(({ sku }) => sku === key),
              ...model.rows('Product').flatMap(({ sku, price }) => (sku === key ? [price] : [])),
            ]
      const isHidden = ({ resource, key, flag }: (typeof hides)[number]): boolean =>
        model.rows(resource).some((row) => (row['sku'] ?? row['code']) === key && row[flag] === 'true')
      const old = hides.map(rowsOf)

      for (const step of inSomeOrder(steps, dice)) {
        model.perform(step, steps)
        for (const [index, one] of hides.entries()) {
          if (isHidden(one)) continue
          seen[one.resource] += 1
          const gone = (old[index] ?? []).filter((row) => !rowsOf(one).some((other) => JSON.stringify(other) === JSON.stringify(row)))
          expect(gone, `${one.key} after ${step.id} ${step.title}`).toEqual([])
        }
      }
    }),
    { numRuns: 250 },
  )
  expect(Math.min(seen.Product, seen.Cat)).toBeGreaterThan(50)
})
