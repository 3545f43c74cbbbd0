import type { BaseRecord } from '../records/base-record.ts'
import type { OwnFile } from '../records/known-file.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { BaseWrite, RootKey } from './base-write.ts'
import type { PreImage, RememberedFile } from './kept-file.ts'
import type { Pruned, Retention } from './retention.ts'

/**
 * The right of one process to write to one store, from a state that several processes may share. It ends at `expiresAt` unless
 * it is renewed. Times are ISO 8601, given by the caller, and compared as instants.
 */
export interface Lease {
  /** The store's address, as the caller names it. */
  readonly store: string
  /** Greater than that of every earlier lease of the store; each write of a run carries it. */
  readonly fence: number
  /** Who holds it, for people: process, user and host. */
  readonly holder: string
  readonly acquiredAt: string
  readonly expiresAt: string
}

/** Who asks for the lease of a store, when, and until when it is needed. */
export interface LeaseRequest {
  readonly store: string
  readonly holder: string
  readonly at: string
  readonly expiresAt: string
}

/** One apply, as the state stores it. Texts are the caller's and opaque here. */
export interface RunRow {
  readonly id: string
  readonly store: string
  readonly planHash: string
  readonly startedAt: string
  /** `null`: not ended, so the process died or is still running. */
  readonly endedAt: string | null
  readonly outcome: string | null
  /** The names of the guards that were overridden for its plan. */
  readonly overrides: readonly string[]
  /** `null`: a run of an older planogram, which did not count. */
  readonly counts: ChangeCounts | null
  /** The run that it undoes. */
  readonly undoes: string | null
}

/** The numbers of changes of a plan, by action. */
export interface ChangeCounts {
  readonly create: number
  readonly update: number
  readonly remove: number
  readonly cannot: number
}

/** A run that is about to start: its plan, in bytes that are opaque here, and the fence of its lease. */
export interface RunStart {
  readonly id: string
  readonly store: string
  readonly planHash: string
  readonly at: string
  readonly plan: Uint8Array
  readonly fence: number
  /** The names of the guards that are overridden for this plan; default: none. */
  readonly overrides?: readonly string[]
  /** The changes of its plan; default: not counted. */
  readonly counts?: ChangeCounts
  /** The run that it undoes; default: none. */
  readonly undoes?: string
}

/** How and when a run ended. */
export interface RunEnd {
  readonly outcome: string
  readonly at: string
  /** The outcome of the open runs of the store that started earlier; default: they stay open. */
  readonly outcomeOfEarlier?: string
}

/** A request of a run that is about to be sent. */
export interface AttemptStart {
  /** Counts the requests of the run. */
  readonly number: number
  readonly step: string
  /** The ids of the operations that it carries. */
  readonly operations: readonly string[]
  readonly at: string
  /** When the store cannot act on it any more, should its answer be lost (`limits.settle`). */
  readonly settlesAt: string
}

/** What came back for a request: the store did it, did not do it, or nobody knows. */
export type Answer = 'confirmed' | 'refused' | 'lost'

/** What came back for the request with this number. */
export interface AttemptEnd {
  readonly number: number
  readonly at: string
  readonly answer: Answer
  readonly message: string | null
  /** How its operations ended, where the answer says so: as with a `classify` that follows at once; default: nothing is recorded of them. */
  readonly operations?: readonly Verdict[]
  /** True: it may be on disk later, with the next write that cannot wait or after 100 ms; default false. */
  readonly canWait?: boolean
}

/** A request of a run, as the state stores it. `answer` is `null` while none came: it may be under way, or the process died. */
export interface AttemptRow {
  readonly number: number
  readonly step: string
  readonly operations: readonly string[]
  readonly sentAt: string
  readonly settlesAt: string
  readonly answeredAt: string | null
  readonly answer: Answer | null
  readonly message: string | null
}

/** How an operation ended. `blocked`: not sent, since something that it needs failed. `unknown`: it may still take effect. */
export type Outcome = 'done' | 'satisfied' | 'failed' | 'blocked' | 'unknown'

/** How one operation ended, and what was seen of it in the store. */
export interface Verdict {
  readonly id: string
  readonly step: string
  readonly outcome: Outcome
  readonly seen: string | null
  readonly message: string | null
}

/** How operations ended. */
export interface Verdicts {
  readonly at: string
  readonly operations: readonly Verdict[]
  /** True: they may be on disk later, with the next write that cannot wait or after 100 ms; default false. */
  readonly canWait?: boolean
}

/** One operation of a run: its last verdict (`outcome` is `null` when there is none since it was last sent), and how often it was sent. */
export interface OperationRow {
  readonly id: string
  /** For a run of a version 1 state: the id and the title of the step. */
  readonly step: string
  readonly outcome: Outcome | null
  readonly seen: string | null
  readonly message: string | null
  readonly attempts: number
}

/** A request whose effect is not known, and those of its operations that no verdict has settled since it was sent. */
export interface Unsettled {
  readonly runId: string
  readonly number: number
  readonly operations: readonly string[]
  readonly sentAt: string
  readonly settlesAt: string
}

/** What is in a state, for people. */
export interface StateReport {
  /** What is damaged, one sentence each; empty where nothing is. */
  readonly problems: readonly string[]
  /** How many rows were read and checked. */
  readonly rows: number
  /** The version of its tables. */
  readonly version: number
  /** The whole state, in bytes; those of `freeBytes` are reused. */
  readonly bytes: number
  readonly freeBytes: number
  readonly runs: number
  /** The ids of runs that have not ended, the latest first. */
  readonly openRuns: readonly string[]
  /** The number of requests whose effect is not known. */
  readonly unsettled: number
  readonly plans: { readonly count: number; readonly bytes: number }
  /** Files that were overwritten. */
  readonly pictures: { readonly count: number; readonly bytes: number }
  /** Root records that were applied. */
  readonly baseRecords: number
  readonly rememberedFiles: number
  /** The last lease of each store, unless it was released. */
  readonly leases: readonly Lease[]
}

/**
 * What planogram remembers between commands: a port, of which SQLite is the first implementation.
 * `test/unit/state/state-contract.ts` is its definition.
 *
 * Writes take effect in the order of their calls, each whole or not at all. The promise of a write resolves once the write
 * is on disk, where it survives a kill and a power cut. Writes called in one turn of the event loop are committed together;
 * one that is rejected leaves the others of its turn alone. A read sees every write that was called before it. Several
 * processes may share one state. Where the disk fails or is full, that write and all after it are rejected with one
 * `state-broken`. After `close` every other call is rejected with `wrong-usage`.
 *
 * Each write of a run carries the fence of a lease. It is rejected with `lease-lost` when the lease of the run's store has
 * another fence, was released, or is over at the time of the write.
 */
export interface State {
  /** Rejects with `lease-held` while another holds the lease; one that has expired is taken over. */
  acquireLease(request: LeaseRequest): Promise<Lease>
  /** Moves the end of a lease, also of one that has expired. Rejects with `lease-lost` when another took it over, or it was released. */
  renewLease(lease: Lease, times: { readonly at: string; readonly expiresAt: string }): Promise<Lease>
  /** Ends a lease. One that is lost already is left as it is. */
  releaseLease(lease: Lease): Promise<void>
  /** The last lease of a store, also one that has expired; `null` when it was released or there was none. */
  leaseOf(store: string): Promise<Lease | null>

  /** Records a run and its plan; the bytes of a plan hash are stored once. */
  startRun(run: RunStart): Promise<void>
  /** Await it before the request is sent. A run that has ended is open again. */
  intend(runId: string, fence: number, attempt: AttemptStart): Promise<void>
  /**
   * Takes back requests that were intended and never sent, as if they had not been intended. One that was never intended, or was answered,
   * is a bug.
   */
  withdraw(runId: string, fence: number, requests: { readonly at: string; readonly numbers: readonly number[] }): Promise<void>
  /** Records what came back for a request, and with `operations` how they ended. */
  conclude(runId: string, fence: number, end: AttemptEnd): Promise<void>
  /**
   * Records how operations ended, also of ones that were never sent. `done`, `satisfied` and `failed` settle the requests of
   * all runs of the store that carried the operation and whose effect was not known; `blocked` and `unknown` do not.
   */
  classify(runId: string, fence: number, verdicts: Verdicts): Promise<void>
  /** Ends a run, and with `outcomeOfEarlier` the open runs of its store that started before it. */
  endRun(runId: string, fence: number, end: RunEnd): Promise<void>

  /** All runs, the latest first. */
  runs(): Promise<readonly RunRow[]>
  runOf(runId: string): Promise<RunRow | null>
  /** The bytes of the plan of a run; `null` for an unknown run, and for a run of a version 1 state. */
  planOf(runId: string): Promise<Uint8Array | null>
  /** The requests of a run, by number; an unknown run has none. */
  attemptsOf(runId: string): Promise<readonly AttemptRow[]>
  /** The operations of a run, in the order in which they were first sent or classified; an unknown run has none. */
  operationsOf(runId: string): Promise<readonly OperationRow[]>
  /** The requests of all runs of a store that have no answer, or whose answer was lost, until a verdict settles them; oldest run first. */
  unsettled(store: string): Promise<readonly Unsettled[]>

  /** Keeps the bytes of a file that the run is about to overwrite. Of several for one path of a run, the first one stays. */
  keepPreImage(
    runId: string,
    fence: number,
    file: Omit<PreImage, 'size'> & { readonly at: string; readonly bytes: Uint8Array },
  ): Promise<void>
  /** What a run has overwritten, by path; an unknown run has overwritten nothing. */
  preImagesOf(runId: string): Promise<ReadonlyMap<string, PreImage>>
  /** The bytes of a file that some run has overwritten, by its content; `null` where none is kept. */
  keptPicture(sha256: string): Promise<Uint8Array | null>

  /** Records what was applied to a store, with the fence of its lease. */
  saveBase(store: string, fence: number, write: BaseWrite): Promise<void>
  /** Every root record that was applied to a store, by resource and key: the content that it was saved with, `null` where it is not known. */
  baseContents(store: string): Promise<ReadonlyMap<ResourceName, ReadonlyMap<string, string | null>>>
  /** `baseDigest` of a root record as it was last applied; `null` where it was not. */
  baseDigestOf(store: string, root: RootKey): Promise<string | null>
  /** The hash of the catalogue that the base was last complete with; `null` where it never was. */
  baseCatalogue(store: string): Promise<string | null>
  /** A root record as it was last applied; `null` where it was not. */
  baseOf(store: string, root: RootKey): Promise<BaseRecord | null>
  /**
   * By resource, the keys of the root records whose base can have values that the store rewrote (`BaseRow.stored`): those that were saved with some,
   * and all that an older version saved.
   */
  rewrittenBase(store: string): Promise<ReadonlyMap<ResourceName, ReadonlySet<string>>>
  /** The files of a store that are ours, by path. */
  ownFiles(store: string): Promise<ReadonlyMap<string, OwnFile>>

  /** The names of all stores of which something is known. */
  stores(): Promise<readonly string[]>
  /** What is known of a store becomes that of another name, of which nothing may be known. */
  renameStore(from: string, to: string): Promise<void>

  rememberFiles(store: string, files: readonly RememberedFile[]): Promise<void>
  /** Call it before the file is uploaded: a memory that survives a failed upload would be wrong. */
  forgetFile(store: string, path: string): Promise<void>
  /** By path. */
  rememberedFiles(store: string): Promise<ReadonlyMap<string, RememberedFile>>

  /**
   * Deletes the other runs with their journals, then the plans and pictures that no run has. A run stays that has not ended, has a request
   * whose effect is not known, or is undone by another run.
   */
  prune(retention: Retention): Promise<Pruned>
  /** Gives the disk what is free. */
  compact(): Promise<void>
  /** Reads every row to find damage, and counts what is in the state. */
  check(): Promise<StateReport>
  /** Writes a consistent copy of the state to a new file, while others use it. Rejects with `file-unwritable` where the file exists or cannot be created. */
  backup(path: string): Promise<void>
  /** Commits what was called before, then closes; a second call does nothing. */
  close(): Promise<void>
}
