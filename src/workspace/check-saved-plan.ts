import { OperationalError } from '../errors.ts'
import { checkVariantOptions } from '../live/check-variant-options.ts'
import { storeIdentity } from '../live/store-names.ts'
import type { Plan } from '../plan/plan.ts'
import { writesResource } from '../plan/writes-resource.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { isSameStore, type StoreIdentity } from '../records/store-identity.ts'
import type { StoreClient } from '../store/store-client.ts'
import { checkGiven } from './check-given.ts'
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
  checkGiven({ ...options, plan: saved }, ['plan', 'catalogue', 'store'])
  const { catalogue, store, onProgress } = options
  refuseOtherStore(saved, store)
  if (saved.madeFrom.undoes !== undefined) return refuseOtherCapabilities(saved, store)
  refuseOtherAddresses(saved, catalogue.sources.resolveWebhook)
  const isSame = saved.madeFrom.catalogue === catalogue.contentHash && hasSameCapabilities(saved, store)
  const selection = saved.selection && { ...saved.selection, isRepeated: true }
  if (!isSame) refuseStale(saved, await plan({ ...options, ...(selection && { selection }) }))
  if (writesResource(saved.steps, 'VariantOptions')) await checkVariantOptions(store)
  await makeRenditions(saved, catalogue.sources, onProgress)
}

/** Throws `plan-stale` for the plan of an undo that was made for a store with other capabilities. */
export function refuseOtherCapabilities(saved: Plan, store: StoreClient): void {
  if (hasSameCapabilities(saved, store)) return
  throw new OperationalError('plan-stale', 'The capabilities of the store have changed since the plan was made. Nothing was written.', {
    fix: `Run \`planogram undo ${saved.madeFrom.undoes ?? ''}\` again.`,
  })
}

function hasSameCapabilities({ madeFrom }: Plan, store: StoreClient): boolean {
  return canonicalJson(madeFrom.capabilities) === canonicalJson(store.capabilities)
}

/** Throws `plan-stale` for a plan that was made for another store, by name, address or id. */
export function refuseOtherStore({ madeFrom }: Plan, store: StoreClient): void {
  const here = storeIdentity(store)
  if (isSameStore(madeFrom.store, here)) return
  throw new OperationalError('plan-stale', `The plan is for ${otherStore(madeFrom.store, here)}. Nothing was written.`)
}

/** How the store of a plan differs from this one. */
function otherStore(planned: StoreIdentity, here: StoreIdentity): string {
  if (isSameStore({ ...planned, id: here.id ?? '' }, here))
    return `another embedded store than that of this folder, also named ${here.name}`
  if (isSameStore({ ...planned, filesUrl: here.filesUrl }, here))
    return `store ${planned.name} with ${filesOf(planned)}, not with ${filesOf(here)}`
  return `store ${planned.name} (${planned.baseUrl}), not for ${here.name} (${here.baseUrl})`
}

function filesOf({ filesUrl }: StoreIdentity): string {
  return filesUrl === null ? 'no files_url' : `files_url ${filesUrl}`
}
