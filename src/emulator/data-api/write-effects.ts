import type { ResourceName } from '../../resources/registry.ts'

/** One row that a body wrote, at the top or nested. */
export interface WrittenRow {
  readonly resource: ResourceName
  /** The number of the row. */
  readonly row: number
  readonly created: boolean
  /** What the body gave, as it is stored, write-only fields included. */
  readonly values: ReadonlyMap<string, string>
}

/** What a POST sets off besides the rows themselves (platform.md, "States and transitions"). */
export interface WriteEffects {
  /**
   * After a record of a body with all that is nested in it, inside the transaction of the write: whatever happens here goes when the
   * write is taken back. `statusMail`: the request asked for mails on the status of its orders.
   */
  written(rows: readonly WrittenRow[], statusMail: boolean): void
  /** After the body, whether it was written or refused: what is due goes out, and nobody waits for it. */
  settle(): void
}
