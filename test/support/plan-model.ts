import type { Plan } from '../../src/plan/plan.ts'
import type { Desired } from '../../src/records/desired.ts'
import type { ResourceName } from '../../src/resources/registry.ts'
import { openState } from '../../src/state/open-state.ts'
import type { StoreClient } from '../../src/store/store-client.ts'
import { type PlanInput, planLive } from '../../src/workspace/plan-live.ts'
import type { ModelStore } from './model-store.ts'

/** The client of a model has no files, so that no plan writes to it. */
const state = await openState(':memory:')

/** Plans a catalogue against a store as the program does, at a fixed time. */
export async function planFor(
  desired: Desired,
  store: StoreClient,
  more: Pick<PlanInput, 'base' | 'selection' | 'manage' | 'guards' | 'equal' | 'packsAfter' | 'derivesRecords'> = {},
): Promise<Plan> {
  return planLive({
    desired,
    contentHash: 'c'.repeat(64),
    store,
    state,
    locate: ({ file, start }) => ({ file, line: start + 1, column: 1 }),
    notices: [],
    now: () => new Date('2026-11-20T07:00:00Z'),
    engineVersion: '0.1.0',
    limits: { recordsPerRequest: 3 },
    ...more,
  })
}

/** Deletes one record of a model, and nothing that belongs to it. */
export function deleteAlone(model: ModelStore, resource: ResourceName, key: Readonly<Record<string, string>>): void {
  const step = { id: 's001', stage: 'removals', title: '', idempotency: 'delete', needs: [], changes: [] } as const
  model.perform({ ...step, kind: 'delete-row', resource, where: key }, [])
}
