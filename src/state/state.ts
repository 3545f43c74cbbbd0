/** One apply, as the state stores it. Times are ISO 8601; texts are the caller's and opaque here. */
export interface RunRow {
  readonly id: string
  /** The store's address, as the caller names it. */
  readonly store: string
  readonly planHash: string
  readonly startedAt: string
  /** `null`: not ended, so the process died or is still running. */
  readonly endedAt: string | null
  readonly outcome: string | null
}

/** The steps that a run is about to make, in order; all are written in one transaction. */
export interface RunStart {
  readonly id: string
  readonly store: string
  readonly planHash: string
  readonly at: string
  readonly steps: readonly { readonly id: string; readonly title: string }[]
}

/** How a step ended. */
export interface Conclusion {
  readonly stepId: string
  readonly outcome: string
  readonly message: string | null
  readonly at: string
}

/** One step of a run: intended and not concluded means that it is unknown whether the store received it. */
export interface JournalRow {
  readonly stepId: string
  readonly title: string
  readonly intendedAt: string | null
  readonly concludedAt: string | null
  readonly outcome: string | null
  readonly message: string | null
}

/** A file as it was uploaded or hashed: while size and `modified` are the same, so is the hash. */
export interface RememberedFile {
  readonly path: string
  /** Identifies its content, lower-case hex (`pictureContent`). */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** The store's own text for the time of change. */
  readonly modified: string
}

/**
 * What planogram remembers between commands: a port, of which SQLite is the first implementation.
 * `test/unit/state/state-contract.ts` is its definition.
 *
 * Writes take effect in the order of their calls, each whole or not at all. The promise of a write resolves once the write
 * is on disk, where it survives a kill and a power cut. Writes called in one turn of the event loop are committed together;
 * one that is rejected leaves the others of its turn alone. A read sees every write that was called before it. Several
 * processes may share one state. After `close` every call is rejected.
 */
export interface State {
  startRun(run: RunStart): Promise<void>
  /** Await it before the request of the step is sent. */
  intend(runId: string, stepId: string, at: string): Promise<void>
  /** Records the outcome of a step; one that was never sent (blocked, satisfied) has no intent. */
  conclude(runId: string, conclusion: Conclusion): Promise<void>
  endRun(runId: string, outcome: string, at: string): Promise<void>
  /** All runs, the latest first. */
  runs(): Promise<readonly RunRow[]>
  /** The steps of a run in the order of its plan; an unknown run has none. */
  journalOf(runId: string): Promise<readonly JournalRow[]>
  rememberFile(store: string, file: RememberedFile): Promise<void>
  /** By path. */
  rememberedFiles(store: string): Promise<ReadonlyMap<string, RememberedFile>>
  /** Commits what was called before, then closes. */
  close(): Promise<void>
}
