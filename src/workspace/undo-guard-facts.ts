import type { Change } from '../diff/change.ts'
import type { GuardFacts } from '../plan/guards/guard-input.ts'
import { plannedRoots } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'
import { categoryFacts } from './category-facts.ts'

/** What the guards know of the plan of an undo: they compare it with what the store has, since no catalogue is read. */
export async function undoGuardFacts(
  changes: readonly Change[],
  hiddenByRun: ReadonlySet<string>,
  store: StoreClient,
): Promise<GuardFacts> {
  const rooted = changes.filter((change) => change.kind !== 'file')
  if (rooted.length === 0) return { declared: 0, priceEntries: 0, places: new Map(), hiddenByRun, drift: 'overwrite' }
  const counts = await Promise.all(plannedRoots.map((resource) => store.count(resource)))
  const created = rooted.filter(({ action, address, root }) => action === 'create' && address === root.address).length
  const hasGrids = rooted.some(({ kind }) => kind === 'grid')
  return {
    declared: counts.reduce((sum, count) => sum + count, 0) + created,
    priceEntries: hasGrids ? await store.count('PricingAdvanced') : 0,
    ...(await categoryFacts(rooted, store)),
    hiddenByRun,
    drift: 'overwrite',
  }
}
