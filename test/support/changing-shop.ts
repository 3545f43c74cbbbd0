import { expect } from 'vitest'
import type { RunClock } from '../../src/apply/clock.ts'
import type { Run } from '../../src/apply/events.ts'
import type { EmulatorOptions } from '../../src/emulator/emulator-options.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { ResourceName } from '../../src/resources/registry.ts'
import type { Fields } from '../../src/resources/resource.ts'
import { apply } from '../../src/workspace/apply.ts'
import { type Drift, drift } from '../../src/workspace/drift.ts'
import { loadCatalogue } from '../../src/workspace/load-catalogue.ts'
import { plan } from '../../src/workspace/plan.ts'
import { planApproved } from '../../src/workspace/plan-approved.ts'
import { planUndo } from '../../src/workspace/plan-undo.ts'
import { type EmptyShop, openEmptyShop } from './empty-shop.ts'
import { virtualClock } from './virtual-clock.ts'

/** A shop whose catalogue is one document, which is changed, planned and applied. */
export interface ChangingShop extends Omit<EmptyShop, 'folder'> {
  readonly planOf: (text: string, targets?: readonly string[]) => Promise<Plan>
  /** The plan without these records, as after a review. */
  readonly approvedOf: (made: Plan, skipped: readonly string[]) => Promise<Plan>
  readonly apply: (made: Plan, runId?: string, clock?: RunClock) => Promise<Run>
  /** Starts the run of `apply`, and stops it when so many steps have ended. */
  readonly stopAfter: (made: Plan, steps: number) => Promise<Run>
  readonly undoOf: (run: string) => Promise<Plan>
  /** What somebody has changed in the store since the last apply. */
  readonly drift: () => Promise<Drift>
  /** What the store has of each record of a resource, by key. */
  readonly fields: (resource: ResourceName, names: readonly string[]) => Promise<Readonly<Record<string, Fields>>>
}

/** Opens a shop to which a document was applied. */
export async function openChangingShop(text: string, config = '', switches: EmulatorOptions['switches'] = {}): Promise<ChangingShop> {
  const { folder, emulator, store, state } = await openEmptyShop({ 'planogram.yaml': config, 'shop.yaml': '' }, { switches })
  const load = (): ReturnType<typeof loadCatalogue> => loadCatalogue({ root: folder.root })
  const shop: ChangingShop = {
    emulator,
    store,
    state,
    planOf: async (document, targets = []) => {
      folder.write('shop.yaml', document)
      const selection = targets.length === 0 ? {} : { selection: { targets, excludes: [] } }
      return plan({ catalogue: await load(), store, state, ...selection })
    },
    approvedOf: async (made, skipped) => planApproved(made, skipped, { catalogue: await load(), store, state }),
    apply: async (made, runId = 'run-1', clock = virtualClock()) =>
      apply({ plan: made, catalogue: await load(), store, state, clock, runId }),
    stopAfter: async (made, steps) => {
      const stop = new AbortController()
      let ended = 0
      const onEvent = ({ type }: { readonly type: string }): void => {
        if (type === 'step-ended' && (ended += 1) >= steps) stop.abort()
      }
      return apply({ plan: made, catalogue: await load(), store, state, clock: virtualClock(), runId: 'run-1', stop: stop.signal, onEvent })
    },
    undoOf: async (run) => planUndo({ run, store, state, config: (await load()).config }),
    drift: async () => drift({ catalogue: await load(), store, state }),
    fields: async (resource, names) => {
      const all: Record<string, Fields> = {}
      const key_ = resource === 'Product' ? 'sku' : 'code'
      for await (const { fields } of store.readAll({ resource, fields: [key_, ...names], children: [] })) {
        all[fields[key_] ?? ''] = Object.fromEntries(names.map((name) => [name, fields[name] ?? '']))
      }
      return all
    },
  }
  const { outcome } = await shop.apply(await shop.planOf(text), 'run-0')
  expect(outcome).toBe('done')
  return shop
}
