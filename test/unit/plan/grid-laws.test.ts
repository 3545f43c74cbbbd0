import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffStore } from '../../../src/diff/diff-store.ts'
import { scopeOf } from '../../../src/live/scope-of.ts'
import { defaultLimits } from '../../../src/plan/plan-limits.ts'
import { planSteps } from '../../../src/plan/plan-steps.ts'
import type { Step } from '../../../src/plan/step.ts'
import type { GridRow } from '../../../src/pricing/grid-row.ts'
import type { Desired } from '../../../src/records/desired.ts'
import type { Scope } from '../../../src/records/scope.ts'
import type { Capabilities } from '../../../src/resources/capabilities.ts'
import { anyGrid, pricesOf } from '../../support/any-grid.ts'
import { desired, diffContext, knownCapabilities } from '../../support/desired-records.ts'
import { modelOf } from '../../support/law-model.ts'
import type { ModelStore } from '../../support/model-store.ts'
import { product } from '../../support/planned-changes.ts'

const scope: Scope = {
  resource: 'Product',
  fields: ['sku', 'price', 'advanced_pricing'],
  children: [{ resource: 'PricingAdvanced', fields: ['uid', 'sku', 'start', 'end', 'price', 'group_code', 'currency_code'], children: [] }],
}

const anyWays = fc
  .tuple(fc.constantFrom('atomic', 'unknown'), fc.constantFrom('generic', 'shown'))
  .map(([batches, deletes]): Capabilities => ({ ...knownCapabilities, batches, deletes }))

function whole(group_code: string, price: string): GridRow {
  return { group_code, currency_code: '', start: '0', end: '9999999', price }
}

/** Two grids that have nothing in common, and two with the same breaks in which a group of one row, forced prices and copies come and go. */
const anyChange = fc
  .record({
    after: anyGrid,
    other: anyGrid,
    isNear: fc.boolean(),
    groups: fc.tuple(fc.boolean(), fc.boolean()),
    copied: fc.array(fc.nat(), { maxLength: 1 }),
  })
  .map(({ after, other, isNear, groups: [leaves, joins], copied }) => {
    const near = after.filter(({ group_code }) => group_code === '')
    const before = isNear
      ? [...near.map((row) => (row.currency_code === '' ? { ...row, price: '7' } : row)), ...(leaves ? [whole('dealer', '3')] : [])]
      : other
    const wanted = isNear ? [...near.filter(({ currency_code }) => currency_code === ''), ...(joins ? [whole('vip', '4')] : [])] : after
    return { before, after: wanted, copies: copied.flatMap((at) => before[at % before.length] ?? []) }
  })

function catalogueOf(rows: readonly GridRow[]): Desired {
  const PricingAdvanced = rows.map((row) => desired('PricingAdvanced', { ...row, sku: 'TEE' }))
  return {
    roots: { Product: [product('TEE', { price: '5', advanced_pricing: 'true', inactive: 'false' }, { PricingAdvanced })] },
    files: [],
  }
}

function storeWith(before: readonly GridRow[], copies: readonly GridRow[], capabilities: Capabilities): ModelStore {
  const model = modelOf(catalogueOf(before), capabilities)
  model.seed(copies.map((row) => ({ resource: 'PricingAdvanced', fields: { ...row, sku: 'TEE' }, children: {} })))
  return model
}

async function planFor(
  rows: readonly GridRow[],
  model: ModelStore,
  capabilities: Capabilities,
): Promise<ReturnType<typeof planSteps> & { way: string }> {
  const catalogue = catalogueOf(rows)
  async function* read(each: Scope): AsyncGenerator<ReturnType<ModelStore['read']>[number]> {
    yield* model.read(each)
  }
  const live = Object.fromEntries(scopeOf(catalogue, capabilities).map((each) => [each.resource, read(each)]))
  const { changes } = await diffStore(catalogue, live, diffContext(capabilities))
  const way = changes
    .flatMap((change) => (change.kind === 'grid' ? [`${change.grid.way}${change.grid.aside ? ', rows aside' : ''}`] : []))
    .join()
  return { ...planSteps(changes, { limits: defaultLimits, capabilities }), way }
}

/** A body in the parts in which the store may write it. */
function partsOf(step: Step, { batches }: Capabilities): readonly Step[] {
  return step.kind === 'post' && batches !== 'atomic' ? step.records.map((record) => ({ ...step, records: [record] })) : [step]
}

function shopOf(model: ModelStore): { readonly prices: ReadonlyMap<string, string>; readonly simple: string | null } {
  const [root] = model.read(scope)
  if (!root) throw new Error('the product is gone')
  return { prices: pricesOf(root), simple: root.fields['advanced_pricing'] === 'true' ? null : (root.fields['price'] ?? '') }
}

interface Bounds {
  readonly old: ReadonlyMap<string, string>
  readonly final: ReadonlyMap<string, string>
  /** The simple prices that the plan names for the time without the grid. */
  readonly named: readonly (string | null)[]
}

/** The prices of a moment that are neither of the bounds, nor named. */
function wrongPrices({ prices, simple }: ReturnType<typeof shopOf>, { old, final, named }: Bounds): readonly string[] {
  if (simple !== null) return named.includes(simple) ? [] : [`the simple price ${simple}`]
  return [...prices].flatMap(([who, price]) => ([old.get(who), final.get(who)].includes(price) ? [] : [`${price} for ${who}`]))
}

test(
  'at any moment of a change of a grid on sale each customer pays an old price, a new one, or the one that the plan names',
  { timeout: 120_000 },
  async () => {
    const ways = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(anyChange, anyWays, async ({ before, after, copies }, capabilities) => {
        const model = storeWith(before, copies, capabilities)
        const { steps, hazards, way } = await planFor(after, model, capabilities)
        ways.set(way, (ways.get(way) ?? 0) + 1)
        const [old, final] = [shopOf(model).prices, shopOf(storeWith(after, [], capabilities)).prices]
        const named = hazards.flatMap((hazard) => (hazard.kind === 'hides-grid' ? [hazard.price] : []))

        const wrong: string[] = []
        for (const part of steps.flatMap((step) => partsOf(step, capabilities))) {
          model.perform(part, steps)
          wrong.push(...wrongPrices(shopOf(model), { old, final, named }).map((text) => `${way}, ${part.title}: ${text}`))
        }

        expect(wrong).toEqual([])
        expect(shopOf(model).prices).toEqual(final)
        expect((await planFor(after, model, capabilities)).steps).toEqual([])
      }),
      { numRuns: 300 },
    )
    const tried = ['bridge', 'in-place', 're-cut', 're-cut, rows aside', 'single-rows'].map((way) => ways.get(way) ?? 0)
    expect(Math.min(...tried)).toBeGreaterThanOrEqual(5)
  },
)

test('stopped after any step, a new plan ends with the same rows', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyChange, anyWays, async ({ before, after, copies }, capabilities) => {
      const { steps } = await planFor(after, storeWith(before, copies, capabilities), capabilities)
      const wanted = storeWith(after, [], capabilities).dump()

      for (const stop of steps.keys()) {
        const model = storeWith(before, copies, capabilities)
        for (const step of steps.slice(0, stop)) model.perform(step, steps)
        const rest = await planFor(after, model, capabilities)
        for (const step of rest.steps) model.perform(step, rest.steps)

        expect(model.dump(), `stopped after ${stop}`).toEqual(wanted)
      }
    }),
    { numRuns: 60 },
  )
})
