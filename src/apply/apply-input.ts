import type { ByteMemory } from '../files/byte-memory.ts'
import type { RootRef } from '../plan/operation.ts'
import type { Plan } from '../plan/plan.ts'
import type { Rewrite } from '../records/rewrite.ts'
import type { AppliedRoot, RootKey } from '../state/base-write.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import type { RunClock } from './clock.ts'
import type { ApplyEvent } from './events.ts'

/** One apply: the plan, the store it is for, and what comes from outside. */
export interface ApplyInput {
  readonly plan: Plan
  readonly store: StoreClient
  readonly state: State
  /**
   * The bytes of a picture by its path from the catalogue root and its content (`from` and `sha256` of its step). Not called for the plan
   * of an undo, whose pictures are in the state. Its bytes can be in `memory`, which is used again after the upload.
   */
  readonly readPicture: (from: string, sha256: string, memory: ByteMemory) => Promise<Uint8Array>
  readonly clock: RunClock
  /** A new name; that of an earlier run of the same plan to go on with it. */
  readonly runId: string
  /** Who applies, for the message of another apply; default: this process. */
  readonly holder?: string
  /** Aborted: no request is started, requests in flight finish. */
  readonly stop: AbortSignal
  readonly onEvent: (event: ApplyEvent) => void
  /**
   * `concurrency`: the most requests at the same time; fewer while the store does not keep up. `settleMs`: how long a write whose answer
   * was lost can still take effect.
   */
  readonly limits: { readonly concurrency: number; readonly settleMs: number }
  /** When no earlier run of the store was at work any more (`isIdle`); default: now. */
  readonly endedBy?: Date | undefined
  /** The names of the guards that are overridden for this plan, for the record; default: none. */
  readonly overrides?: readonly string[]
  /** Reads every root before the first write, and writes nothing where one has changed; default false. */
  readonly strict?: boolean
  /**
   * What becomes of a root record in the base when all its changes are made and read back, and the store has `rewritten` these values of
   * it; default: the base is not written.
   */
  readonly baseOf?: (root: RootRef, rewritten: readonly Rewrite[]) => Promise<BaseEnd | null>
}

/** The base of one root record after its changes: a new value, or none. */
export type BaseEnd = { readonly applied: AppliedRoot } | { readonly forgotten: RootKey }
