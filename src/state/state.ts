/** One apply, as the state keeps it. Times are ISO 8601; texts are the caller's and opaque here. */
export interface RunRow {
  readonly id: string
  /** The store's address, as the caller names it. */
  readonly store: string
  readonly planHash: string
  readonly startedAt: string
  /** `null`: never ended, so the process died or still runs. */
  readonly endedAt: string | null
  readonly outcome: string | null
}

/** What a run is about to do, in order; all steps are written in one transaction. */
export interface RunStart {
  readonly id: string
  readonly store: string
  readonly planHash: string
  readonly at: string
  readonly steps: readonly { readonly id: string; readonly title: string }[]
}

/** How a step ended. */
interface Conclusion {
  readonly stepId: string
  readonly outcome: string
  readonly message: string | null
  readonly at: string
}

/** One step of a run: intended but not concluded means that nobody knows whether the store has it. */
export interface JournalRow {
  readonly stepId: string
  readonly title: string
  readonly intendedAt: string | null
  readonly concludedAt: string | null
  readonly outcome: string | null
  readonly message: string | null
}

/** What was known of a file when it was uploaded or hashed: with the same size and `modified`, the hash still holds. */
export interface RememberedFile {
  readonly path: string
  /** What tells its content apart, lower-case hex (`pictureContent`). */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** The store's own text for the time of change. */
  readonly modified: string
}

/**
 * What planogram remembers between commands (design.md section 4). Each call is one transaction that is on the disk
 * when it returns; several processes may share one file.
 */
export interface State {
  startRun(run: RunStart): void
  /** Written before the request of the step is sent. */
  intend(runId: string, stepId: string, at: string): void
  /** Written when the answer is there; a step may be concluded that was never intended (blocked, satisfied). */
  conclude(runId: string, conclusion: Conclusion): void
  endRun(runId: string, outcome: string, at: string): void
  /** All runs, the latest first. */
  runs(): readonly RunRow[]
  /** The steps of a run in the order of its plan; an unknown run has none. */
  journalOf(runId: string): readonly JournalRow[]
  rememberFile(store: string, file: RememberedFile): void
  /** By path. */
  rememberedFiles(store: string): ReadonlyMap<string, RememberedFile>
  forgetFile(store: string, path: string): void
  close(): void
}
