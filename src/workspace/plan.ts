import type { CatalogueSources } from '../catalogue/catalogue.ts'
import type { Config } from '../catalogue/config/config.ts'
import type { Plan } from '../plan/plan.ts'
import type { PlanLimits } from '../plan/plan-limits.ts'
import type { Problem } from '../problems/problem.ts'
import type { DesiredSources } from '../records/desired.ts'
import type { EqualRecords } from '../records/equal-records.ts'
import { checkNumber } from '../source/check-number.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { refuseErrors } from './catalogue-invalid.ts'
import { checkGiven } from './check-given.ts'
import { engineVersion } from './engine-version.ts'
import type { PlannedSelection } from './limit-plan.ts'
import { makeRenditions } from './make-renditions.ts'
import { type GivenBase, planLive } from './plan-live.ts'
import type { OnProgress } from './progress.ts'
import { withState } from './with-state.ts'

/** The parts of a catalogue that a plan is made from: `loadCatalogue` returns them. */
export interface PlannedCatalogue {
  readonly root: string
  readonly config: Config
  readonly desired: DesiredSources
  readonly problems: readonly Problem[]
  readonly contentHash: string
  readonly notices: readonly string[]
  readonly sources: CatalogueSources
}

/** What to plan; `catalogue` and `store` are required. */
export interface PlanOptions {
  readonly catalogue: PlannedCatalogue
  /** The store to compare it with, of `connectStore` or `openStore`; it is only read. */
  readonly store: StoreClient
  /** The memory of earlier runs; default: the state file that the config names, open for this call. */
  readonly state?: State
  /** The time that the plan records; default: the current time. */
  readonly now?: () => Date
  /** The size of requests; default: `limits` of the config, else 100 records and 1,000,000 bytes per request. */
  readonly limits?: Partial<PlanLimits>
  /** True where nothing is shown to shoppers before everything was checked; default false. */
  readonly barrier?: boolean
  /** What was applied before; default: what the state has of the store. */
  readonly base?: GivenBase
  /** Limits the plan to some root records and files, and what they need; default: the whole catalogue. */
  readonly selection?: PlannedSelection
  readonly onProgress?: OnProgress
}

/**
 * Compares a catalogue with a store and returns the changes and the ordered steps that make the store match. A store that matches
 * gives a plan without steps. Reads the store and writes nothing to it; resizes the pictures that the plan will send.
 *
 * Throws `CatalogueInvalid` for a catalogue with errors and for a picture that cannot be resized, `store-incomplete` where the read
 * cannot be proved complete, and the errors of an unreachable store; `wrong-usage` for a limit of 0; `variable-missing` where the address of a webhook
 * needs an environment variable that the catalogue was loaded without.
 *
 * @example
 * const catalogue = await loadCatalogue({ root: 'my-shop', env: process.env })
 * await using connection = await connectStore({ catalogue, env: process.env })
 * const made = await plan({ catalogue, ...connection })
 * console.log(made.changes.map(({ action, address }) => `${action} ${address}`))
 */
export function plan(options: PlanOptions): Promise<Plan> {
  return planKnowing(options)
}

/** What a plan of this program can do besides. */
interface OwnOptions {
  /**
   * Root records that an earlier plan of this catalogue and store found equal; the plan adds to them. They are compared by the text of the
   * store's answer alone, and a plan without changes has no notices of them.
   */
  readonly equal?: EqualRecords | undefined
  /** See `PlanContext`: the plan prints as the same JSON. */
  readonly derivesRecords?: boolean
  /** See `DiffContext`: the same. */
  readonly packsAfter?: number | undefined
}

/** The same with options of this program. */
export async function planKnowing(options: PlanOptions, more: OwnOptions = {}): Promise<Plan> {
  checkGiven(options, ['catalogue', 'store'])
  const { catalogue, store, now = () => new Date(), barrier = false, base, selection, onProgress } = options
  const { desired, contentHash, notices, problems, config, sources } = catalogue
  for (const [name, limit] of Object.entries(options.limits ?? {})) checkNumber(`limits.${name}`, limit, { least: 1 })
  return withState(options, async (state) => {
    refuseErrors(problems)
    const made = await planLive({
      ...more,
      desired,
      contentHash,
      store,
      state,
      locate: (span) => sources.locate(span),
      definitionOf: (span) => sources.definitionOf(span),
      notices,
      now,
      manage: config.manage,
      guards: config.guards,
      price30d: config.price30d === 'warn' ? { timezone: config.timezone } : null,
      resolveWebhook: sources.resolveWebhook,
      engineVersion,
      limits: { ...config.limits, ...options.limits },
      barrier,
      ...(base && { base }),
      ...(selection && { selection }),
      ...(onProgress && { onProgress }),
    })
    await makeRenditions(made, sources, onProgress)
    return made
  })
}
