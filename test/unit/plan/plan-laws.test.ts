import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from '../../../src/diff/change.ts'
import { planSteps } from '../../../src/plan/plan-steps.ts'
import { stages, type Step } from '../../../src/plan/step.ts'
import { gridFaults } from '../../../src/pricing/grid-faults.ts'
import { gridRowOf } from '../../../src/pricing/grid-row.ts'
import { documentedCapabilities, type Capabilities } from '../../../src/resources/capabilities.ts'
import { anyAddedVariants, anyCatalogue, anyLeavingVariants } from '../../support/any-catalogue.ts'
import { knownCapabilities } from '../../support/desired-records.ts'
import { wrongPrices } from '../../support/shopper-prices.ts'
import { diffModel, inSomeOrder, limits, modelOf, pricesOf, stepsOf } from '../../support/law-model.ts'
import type { ModelStore } from '../../support/model-store.ts'
import { isWhole } from '../../support/whole.ts'

/** A seeded sample; `PLANOGRAM_FULL=1` runs many more. */
const runs = isWhole ? { numRuns: 400 } : { numRuns: 60, seed: 4_711 }
/** Two catalogues of few keys; or one, before variants are added to it, and after some cannot be chosen any more. */
const anySides = fc.oneof(fc.record({ before: anyCatalogue, after: anyCatalogue }), anyAddedVariants, anyLeavingVariants)
/** Each pair of what decides the way of a grid: atomic bodies, and deletes of single rows. */
const anyWays = fc.constantFrom<Capabilities>(
  knownCapabilities,
  { ...knownCapabilities, batches: 'unknown' },
  { ...knownCapabilities, deletes: 'shown' },
  { ...knownCapabilities, batches: 'unknown', deletes: 'shown' },
)

function writes({ kind }: Step): boolean {
  return kind !== 'verify' && kind !== 'barrier'
}

function doable(changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ action }) => action !== 'cannot')
}

/** Skus that a shopper can buy now by a grid with faults, or by a simple price that is not there. */
function broken(model: ModelStore, ofHidden = false): string[] {
  const shown = new Set(
    model
      .rows('Product')
      .filter(({ inactive }) => ofHidden || inactive !== 'true')
      .map(({ sku }) => sku),
  )
  const owners = [
    ...model.rows('Product').map(({ sku, ...row }) => ({ ...row, sku, of: sku })),
    ...model.rows('Variants').map(({ code, sku, ...row }) => ({ ...row, sku: code, of: sku })),
  ]
  return owners
    .filter(({ of }) => shown.has(of))
    .flatMap((owner) => {
      const rows = model.rows('PricingAdvanced').filter(({ sku }) => sku === owner.sku)
      const { advanced_pricing: on = '', price = '' } = owner as Partial<Record<string, string>>
      const sound = on === 'true' ? rows.length > 0 && gridFaults(rows.map((fields) => gridRowOf({ fields }))).length === 0 : price !== ''
      return sound ? [] : [owner.sku ?? '']
    })
}

test('a store that holds the catalogue differs in nothing, whatever it can do', async () => {
  await fc.assert(
    fc.asyncProperty(anyCatalogue, fc.constantFrom(knownCapabilities, documentedCapabilities), async (catalogue, capabilities) => {
      const changes = await diffModel(catalogue, modelOf(catalogue, capabilities), { capabilities })

      expect(changes).toEqual([])
    }),
    runs,
  )
})

test('after the steps of a plan nothing is left that can be done', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      anyCatalogue,
      anyCatalogue,
      fc.constantFrom(knownCapabilities, documentedCapabilities),
      fc.boolean(),
      async (before, after, capabilities, barrier) => {
        const model = modelOf(before, capabilities)
        const changes = await diffModel(after, model, { capabilities })

        const steps = stepsOf(changes, capabilities, barrier)
        for (const step of steps) model.perform(step, steps)

        const left = await diffModel(after, model, { capabilities })
        for (const step of steps) seen.add(`${step.stage} ${step.kind}`)
        expect(doable(left)).toEqual([])
        expect(capabilities.deletes === 'generic' ? left : []).toEqual([])
        expect(new Set(changes.map(({ address }) => address)).size).toBe(changes.length)
      },
    ),
    runs,
  )
  expect(seen.size).toBeGreaterThan(14)
})

test('every step needs only steps before it, of no later stage, and none twice', async () => {
  await fc.assert(
    fc.asyncProperty(anyCatalogue, anyCatalogue, async (before, after) => {
      const steps = stepsOf(await diffModel(after, modelOf(before)))

      const order = new Map(steps.map(({ id }, index) => [id, index]))
      const rank = steps.map(({ stage }) => stages.indexOf(stage))
      expect(order.size).toBe(steps.length)
      expect(rank).toEqual(rank.toSorted((a, b) => a - b))
      for (const [index, step] of steps.entries()) {
        const named = step.kind === 'verify' ? [...step.needs, ...step.of] : step.needs
        expect(named.filter((id) => (order.get(id) ?? steps.length) >= index)).toEqual([])
        expect(new Set(step.needs).size).toBe(step.needs.length)
      }
    }),
    runs,
  )
})

test('the steps converge in any order that respects the needs', async () => {
  await fc.assert(
    fc.asyncProperty(anyCatalogue, anyCatalogue, fc.boolean(), fc.infiniteStream(fc.nat()), async (before, after, barrier, dice) => {
      const model = modelOf(before)
      const steps = stepsOf(await diffModel(after, model), knownCapabilities, barrier)

      for (const step of inSomeOrder(steps, dice)) model.perform(step, steps)

      expect(await diffModel(after, model)).toEqual([])
    }),
    runs,
  )
})

test('the order of the live rows does not show in the changes', async () => {
  await fc.assert(
    fc.asyncProperty(anyCatalogue, anyCatalogue, fc.integer({ min: 1, max: 5 }), async (before, after, turn) => {
      const model = modelOf(before)

      const changes = await diffModel(after, model, { turn })

      expect(changes).toEqual(await diffModel(after, model))
    }),
    runs,
  )
})

test('at no step a sku is on sale with a grid that is empty, torn or doubled, or without a price', async () => {
  let grids = 0
  const ways = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anyCatalogue, anyCatalogue, anyWays, fc.boolean(), async (before, after, capabilities, barrier) => {
      const model = modelOf(before, capabilities)
      const changes = await diffModel(after, model, { capabilities })
      const steps = stepsOf(changes, capabilities, barrier)
      expect(broken(model)).toEqual([])

      for (const step of steps) {
        model.perform(step, steps)
        if (step.stage === 'grids') grids += 1
        expect(broken(model), `after ${step.id} ${step.title}`).toEqual([])
      }
      for (const change of changes) if (change.kind === 'grid') ways.add(`${change.grid.way}${change.grid.aside ? ' aside' : ''}`)
    }),
    { ...runs, numRuns: Math.max(runs.numRuns, 110) },
  )
  expect(grids).toBeGreaterThan(50)
  expect([...ways]).toEqual(expect.arrayContaining(['bridge', 'in-place', 're-cut', 're-cut aside']))
})

test('at no step a shopper meets a price that is neither old nor new nor named by the plan, or loses a product', async () => {
  let steps = 0
  await fc.assert(
    fc.asyncProperty(anySides, anyWays, fc.infiniteStream(fc.nat()), async ({ before, after }, capabilities, dice) => {
      const whole = modelOf(before)
      const changes = await diffModel(after, whole, { capabilities })
      const barrier = (dice.next().value ?? 0) % 2 === 1
      const { steps: all, hazards } = planSteps(changes, { limits, capabilities, barrier })
      const old = await pricesOf(whole)
      for (const step of all) whole.perform(step, all)
      const bounds = { before: old, after: await pricesOf(whole), hazards }

      const model = modelOf(before)
      for (const step of inSomeOrder(all, dice)) {
        model.perform(step, all)
        steps += 1
        if (!writes(step)) continue
        expect(wrongPrices(await pricesOf(model), bounds), `after ${step.id} ${step.stage}: ${step.title}`).toEqual([])
      }
    }),
    { ...runs, numRuns: runs.numRuns * 2 },
  )
  expect(steps).toBeGreaterThan(runs.numRuns * 5)
})

test('a plan that follows one that was stopped shows shoppers nothing else either, in any order of both', async () => {
  let steps = 0
  await fc.assert(
    fc.asyncProperty(anySides, anyWays, fc.infiniteStream(fc.nat()), async ({ before, after }, capabilities, dice) => {
      const stopped = modelOf(before, capabilities)
      const first = planSteps(await diffModel(after, stopped, { capabilities }), { limits, capabilities })
      const old = await pricesOf(stopped)
      const stop = (dice.next().value ?? 0) % (first.steps.length + 1)
      for (const step of [...inSomeOrder(first.steps, dice)].slice(0, stop)) stopped.perform(step, first.steps)

      const rest = planSteps(await diffModel(after, stopped, { capabilities }), { limits, capabilities })

      const moments = [{ text: '', prices: await pricesOf(stopped) }]
      for (const step of inSomeOrder(rest.steps, dice)) {
        stopped.perform(step, rest.steps)
        steps += 1
        if (writes(step)) moments.push({ text: `after ${step.id} ${step.stage}: ${step.title}`, prices: await pricesOf(stopped) })
      }
      const bounds = { before: old, after: await pricesOf(stopped), hazards: [...first.hazards, ...rest.hazards] }
      for (const { text, prices } of moments) expect(wrongPrices(prices, bounds), text).toEqual([])
    }),
    { ...runs, numRuns: Math.max(runs.numRuns * 1.25, 200) },
  )
  expect(steps).toBeGreaterThan(runs.numRuns * 2)
})

test('stopped after any step, a new plan ends in the same store', async () => {
  await fc.assert(
    fc.asyncProperty(anyCatalogue, anyCatalogue, async (before, after) => {
      const whole = modelOf(before)
      const steps = stepsOf(await diffModel(after, whole))
      for (const step of steps) whole.perform(step, steps)

      for (const [stop] of steps.entries()) {
        const model = modelOf(before)
        for (const step of steps.slice(0, stop)) model.perform(step, steps)
        const rest = stepsOf(await diffModel(after, model))
        for (const step of rest) {
          model.perform(step, rest)
          expect(broken(model), `stopped at ${stop}, after ${step.id} ${step.title}`).toEqual([])
        }
        expect(model.dump(), `stopped at ${stop}`).toEqual(whole.dump())
      }
    }),
    { numRuns: isWhole ? 60 : 8, seed: 4_711 },
  )
})

test('a store with duplicate price entries is repaired completely', async () => {
  let doubled = 0
  await fc.assert(
    fc.asyncProperty(anyCatalogue, anyCatalogue, async (before, after) => {
      const model = modelOf(before)
      const rows = model.rows('PricingAdvanced').slice(0, 3)
      model.seed(rows.map(({ uid: _uid, ...fields }) => ({ resource: 'PricingAdvanced', fields, children: {} })))
      const at = broken(model, true)
      doubled += at.length
      const steps = stepsOf(await diffModel(after, model))

      for (const step of steps) {
        model.perform(step, steps)
        expect(broken(model).filter((sku) => !at.includes(sku))).toEqual([])
      }

      expect(await diffModel(after, model)).toEqual([])
    }),
    runs,
  )
  expect(doubled).toBeGreaterThan(0)
})
