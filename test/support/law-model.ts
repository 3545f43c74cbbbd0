import type { Change } from '../../src/diff/change.ts'
import { diffStore } from '../../src/diff/diff-store.ts'
import { scopeOf } from '../../src/live/scope-of.ts'
import { planSteps } from '../../src/plan/plan-steps.ts'
import type { Step } from '../../src/plan/step.ts'
import { asStored } from '../../src/records/as-stored.ts'
import type { Desired } from '../../src/records/desired.ts'
import type { Capabilities } from '../../src/resources/capabilities.ts'
import { diffContext, knownCapabilities, stream } from './desired-records.ts'
import { modelStore, type ModelStore } from './model-store.ts'
import { shopperPrices, type ShopperPrices, shopperScope } from './shopper-prices.ts'

/** Small bodies, so that small catalogues need several. */
export const limits = { recordsPerRequest: 3, bodyBytes: 4000, skusPerDelete: 2, targetBytes: 30 }

/** The changes from a model of a store to a catalogue. */
export async function diffModel(
  desired: Desired,
  model: ModelStore,
  more: { capabilities?: Capabilities; turn?: number; packsAfter?: number } = {},
): Promise<readonly Change[]> {
  const { capabilities = knownCapabilities, turn = 0, ...packing } = more
  const live = scopeOf(desired, capabilities).map((scope) => [scope.resource, stream(model.read(scope, turn))])
  const { changes } = await diffStore(desired, Object.fromEntries(live), { ...diffContext(capabilities), ...packing })
  return changes
}

/** Their steps, in small bodies. */
export function stepsOf(changes: readonly Change[], capabilities: Capabilities = knownCapabilities, barrier = false): readonly Step[] {
  return planSteps(changes, { limits, capabilities, barrier }).steps
}

/** A model of a store that holds a catalogue. */
export function modelOf(catalogue: Desired, capabilities: Capabilities = knownCapabilities): ModelStore {
  const model = modelStore(capabilities)
  model.seed(Object.values(catalogue.roots).flat().map(asStored))
  return model
}

/** The prices that shoppers of all groups pay. */
export function pricesOf(model: ModelStore): Promise<ShopperPrices> {
  return shopperPrices(stream(model.read(shopperScope)), ['dealer', 'vip'])
}

/** All steps, each after what it needs: one of the orders in which they can run beside each other. */
export function* inSomeOrder(steps: readonly Step[], dice: Iterator<number>): Generator<Step> {
  const done = new Set<string>()
  while (done.size < steps.length) {
    const ready = steps.filter(({ id, needs }) => !done.has(id) && needs.every((need) => done.has(need)))
    const next = ready[(dice.next().value ?? 0) % ready.length]
    if (!next) throw new Error('the needs go round in a circle')
    done.add(next.id)
    yield next
  }
}
