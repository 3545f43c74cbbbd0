import { OperationalError } from '../errors.ts'
import { checkVariantOptions } from '../live/check-variant-options.ts'
import type { Plan } from '../plan/plan.ts'
import { writesResource } from '../plan/writes-resource.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { storeKey } from '../records/store-identity.ts'
import type { StoreClient } from '../store/store-client.ts'
import { makeRenditions } from './make-renditions.ts'
import { plan, type PlanOptions } from './plan.ts'
import { refuseStale } from './refuse-stale.ts'
import { refuseOtherAddresses } from './webhook-addresses.ts'

/**
 * Checks that a plan from a file can be applied to this store with this catalogue: it is for this store, and the catalogue means what it
 * meant then (docs/decisions/023-saved-plans.md); the plan of an undo depends on no catalogue. Whether records of the store have changed since is checked by `apply`, record by record.
 * Resizes the pictures that the plan will send.
 *
 * Throws `plan-stale`, with what differs from a plan of now, and for a webhook whose address is another one here; `variable-missing`; `CatalogueInvalid`; and `store-fault` where the VariantOptions of the store have
 * other fields.
 *
 * @example
 * const saved = await readPlanFile('plan.json')
 * await checkSavedPlan(saved, { catalogue, store })
 * await apply({ plan: saved, catalogue, store })
 */
export async function checkSavedPlan(saved: Plan, options: PlanOptions): Promise<void> {
  const { catalogue, store, onProgress } = options
  refuseOtherStore(saved, store)
  const { catalogue: meaning, capabilities } = saved.madeFrom
  const canSame = canonicalJson(capabilities) === canonicalJson(store.capabilities)
  if (saved.madeFrom.undoes !== undefined) {
    if (canSame) return
    throw new OperationalError('plan-stale', 'The capabilities of the store have changed since the plan was made. Nothing was written.', {
      fix: `Run \`planogram undo ${saved.madeFrom.undoes}\` again.`,
    })
  }
  refuseOtherAddresses(saved, catalogue.sources.resolveWebhook)
  const isSame = meaning === catalogue.contentHash && canSame
  const selection = saved.selection && { ...saved.selection, isRepeated: true }
  if (!isSame) refuseStale(saved, await plan({ ...options, ...(selection && { selection }) }))
  if (writesResource(saved.steps, 'VariantOptions')) await checkVariantOptions(store)
  await makeRenditions(saved, catalogue.sources, onProgress)
}

/** Throws `plan-stale` for a plan that was made for another store, by name or address. */
export function refuseOtherStore({ madeFrom }: Plan, store: StoreClient): void {
  const [planned, given] = [storeKey(madeFrom.store), storeKey(store)]
  if (planned.name === given.name && planned.baseUrl === given.baseUrl && planned.filesUrl === given.filesUrl) return
  throw new OperationalError(
    'plan-stale',
    `The plan is for store ${madeFrom.store.name} (${madeFrom.store.baseUrl}), not for ${store.name} (${store.baseUrl}). Nothing was written.`,
  )
}
