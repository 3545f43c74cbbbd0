import { tmpdir } from 'node:os'
import type { DiffContext } from '../diff/diff-context.ts'
import { type DriftChange, driftChanges } from '../diff/drift-changes.ts'
import { OperationalError } from '../errors.ts'
import { scopeOf } from '../live/scope-of.ts'
import { storeIdentity } from '../live/store-names.ts'
import { emptyBase } from '../records/base-record.ts'
import type { CertificateLine } from '../records/certificate.ts'
import type { DesiredSources } from '../records/desired.ts'
import { manageDefaults } from '../records/manage-settings.ts'
import type { StoreIdentity } from '../records/store-identity.ts'
import { plannedRoots } from '../resources/registry.ts'
import type { SourcePlace } from '../source/source.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { baseDesired } from './base-desired.ts'
import { checkGiven } from './check-given.ts'
import { compareRecords } from './compare-records.ts'
import { noWebhooks } from './compare-webhooks.ts'
import { openPlanProgress } from './plan-progress.ts'
import type { PlannedCatalogue } from './plan.ts'
import type { OnProgress } from './progress.ts'
import { stateBase, type StateBase } from './state-base.ts'
import { withState } from './with-state.ts'

/** Where to look for drift; `catalogue` and `store` are required. */
export interface DriftOptions {
  readonly catalogue: Pick<PlannedCatalogue, 'root' | 'config'> & Partial<Pick<PlannedCatalogue, 'desired'>>
  /** The store, of `connectStore` or `openStore`; it is only read. */
  readonly store: StoreClient
  /** Where it is known what was applied; default: the state file that the config names, open for this call. */
  readonly state?: State
  readonly onProgress?: OnProgress
}

/** What somebody changed in a store since the last apply: plain data. */
export interface Drift {
  readonly store: StoreIdentity
  /** By root record; `before` is what was applied, `after` what the store has. */
  readonly changes: readonly DriftChange[]
  readonly certificate: readonly CertificateLine[]
}

/**
 * Compares a store with what was last applied to it, whatever the catalogue declares now; old records that `moved` of the catalogue names may
 * be removed. Root records that were never applied, webhooks and contents of pictures are not compared. Reads the store and writes nothing to
 * it.
 *
 * Throws `base-missing` where it is not known what was applied, `store-incomplete` where the read cannot be proved complete, and the errors
 * of an unreachable store.
 *
 * @example
 * const { changes } = await drift({ catalogue, store })
 * console.log(changes.map(({ action, address }) => `${action} ${address}`))
 */
export async function drift(options: DriftOptions): Promise<Drift> {
  checkGiven(options, ['catalogue', 'store'])
  return withState(options, async (state) => driftFrom(await knownBase(options.store, state), options))
}

/** The base of a store. Throws `base-missing` where nothing is known. */
export async function knownBase(store: StoreClient, state: State): Promise<StateBase> {
  const base = await stateBase(state, store)
  const isKnown = plannedRoots.some((resource) => Iterator.from(base.keys(resource)).next().done === false)
  const why = base.isForeign ? 'The state is of another embedded store: it' : 'It'
  if (!isKnown) throw new OperationalError('base-missing', `${why} is not known what was last applied to store ${store.name}.`)
  return base
}

/** As `drift`, from this base. */
export async function driftFrom(base: StateBase, { catalogue, store, onProgress }: Omit<DriftOptions, 'state'>): Promise<Drift> {
  const { capabilities } = store
  using known = await baseDesired(base, tmpdir(), (records) => onProgress?.({ kind: 'reading-base', records }))
  onProgress?.({ kind: 'reading-store', resource: 'Product', records: 0 })
  const { desired, sources } = known
  const context: DiffContext = { capabilities, locate: () => nowhere }
  const progress = openPlanProgress(onProgress)
  const scopes = scopeOf(desired, capabilities)
  // Their addresses are in the base as digests, of values that only an apply has: the records above have none of them.
  const webhooks = { known: [], addresses: [], compare: () => Promise.resolve(noWebhooks) }
  const comparison = { context, progress, scopes, base: emptyBase, manage: manageDefaults, webhooks }
  const compared = await compareRecords({ desired, store }, comparison)
  progress.compared()
  const drifted = driftChanges(compared.records).filter((change) => !isMovedAndGone(change, catalogue.desired))
  const changes = drifted.map((change) => ({ ...change, source: sources.get(change.root.address) ?? null }))
  return { store: storeIdentity(store), changes, certificate: compared.certificate }
}

/** True for an old record of a move that somebody has removed: it is not needed any more. */
function isMovedAndGone({ action, address, root }: DriftChange, desired: DesiredSources | undefined): boolean {
  if (action !== 'remove' || address !== root.address) return false
  return (desired?.moved ?? []).some(({ resource, from }) => resource === root.resource && from === root.key)
}

const nowhere: SourcePlace = { file: '', line: 0, column: 0 }
