import type { Change } from '../diff/change.ts'
import type { CertificateLine } from '../records/certificate.ts'
import type { StoreIdentity } from '../records/store-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { GuardResult } from './guards/guard-result.ts'
import type { Hazard } from './hazard.ts'
import type { MoveProposal } from './proposed-moves.ts'
import type { Selection } from './selection.ts'
import type { Step } from './step.ts'
import type { Untouched } from './untouched.ts'

/** The address of a webhook of the catalogue whose url does not say all of it, as it was when the plan was made. */
export interface PlannedAddress {
  readonly name: string
  /** As the catalogue has it, with what can be a secret as `${NAME}` or `***`. */
  readonly url: string
  /** `addressDigest`. */
  readonly digest: string
}

/** What a plan was made from. */
export interface PlanOrigin {
  /** sha256 over what the catalogue means (docs/decisions/023-saved-plans.md). */
  readonly catalogue: string
  readonly store: StoreIdentity
  readonly capabilities: Capabilities
  /** Empty for the plan of an undo: only the records of its run were read. */
  readonly certificate: readonly CertificateLine[]
  /** Where another machine, or a variable that was changed, gives another one, the plan is stale; absent: none. No part of the plan hash. */
  readonly webhooks?: readonly PlannedAddress[]
  /** The run that the plan undoes; such a plan is not made from a catalogue, and `catalogue` is that of the run. */
  readonly undoes?: string
}

/** Changes, ordered steps and hazards: a value, saved as JSON. Holds no secret. */
export interface Plan {
  readonly formatVersion: string
  readonly engineVersion: string
  /** ISO 8601; not part of the plan hash. */
  readonly madeAt: string
  readonly madeFrom: PlanOrigin
  readonly changes: readonly Change[]
  readonly steps: readonly Step[]
  readonly hazards: readonly Hazard[]
  /** The guards that stop an apply of this plan, in a fixed order; empty where none does. */
  readonly guards: readonly GuardResult[]
  /** Settings that this version does not enforce yet, and other remarks. */
  readonly notices: readonly string[]
  /**
   * Where it is known from what was applied before: `state`, or the commit that `--base` names. `none`: nothing was, `unknown`: the store has
   * records of the catalogue and it is not known who wrote them, `foreign`: the state is of another embedded store. No part of the plan hash.
   */
  readonly base: string
  /** What to check in the plan, by the history of the store. Stops nothing; not part of the plan hash, since another machine may have another history. */
  readonly warnings: readonly string[]
  /** What the plan leaves as it is. No part of the plan hash. */
  readonly untouched: Untouched
  /** What the plan is limited to; absent: it is about the whole catalogue. No part of the plan hash but for what is changed. */
  readonly selection?: Selection
  /** Records that seem to have only another key; absent: none. Not part of the plan hash. */
  readonly proposal?: MoveProposal
  /** Counts of requests and bytes that the steps will need; the bytes of `renditions` of the uploads are not known yet, default 0. */
  readonly estimate: { readonly writes: number; readonly uploads: number; readonly uploadBytes: number; readonly renditions?: number }
  /** sha256 over the meaning only (`planHashOf`): neither times and versions, nor counts of rows and places in documents. */
  readonly planHash: string
}

/** A plan as far as it is shown: of its steps the kind alone. */
export type ShownPlan = Omit<Plan, 'steps'> & { readonly steps: readonly Pick<Step, 'kind'>[] }
