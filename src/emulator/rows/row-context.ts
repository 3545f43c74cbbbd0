import type { ResourceName } from '../../resources/registry.ts'
import type { Resource } from '../../resources/resource.ts'
import type { Switches } from '../assumptions/switches.ts'
import type { Statements } from '../database/statements.ts'

/** A resource of the registry. */
export type NamedResource = Resource & { readonly name: ResourceName }

/** A record of a write payload: checked against the specification, but not yet against the kinds of its fields. */
export interface IncomingRecord {
  readonly resource: NamedResource
  readonly fields: ReadonlyMap<string, string>
  readonly children: readonly IncomingRecord[]
}

/** One row that a body wrote, top-level or nested. */
export interface WrittenRow {
  readonly resource: ResourceName
  /** The number of the row. */
  readonly row: number
  readonly created: boolean
  /** The values of the body as stored, write-only fields included. */
  readonly values: ReadonlyMap<string, string>
}

/** A row that a request changed. */
export interface RowChange {
  readonly resource: ResourceName
  readonly change: 'created' | 'updated' | 'removed'
  /** The key and the other fields that identify it: after the change, or before it was removed. */
  readonly key: Readonly<Record<string, string>>
}

/** What a POST causes besides the rows themselves (docs/api.md, "States and transitions"). */
export interface WriteEffects {
  /**
   * Called after each top-level record of a body with all rows written for it, inside the transaction: a rollback undoes these effects,
   * too. `statusMail`: the request asked for mails on the status of its orders.
   */
  written(rows: readonly WrittenRow[], statusMail: boolean): void
  /** Called after the body, written or refused: pending notifications are sent in the background. */
  settle(): void
}

/** What reading and writing rows needs. */
export interface RowContext {
  readonly statements: Statements
  readonly switches: Switches
  /** The store's clock. */
  readonly now: () => Date
  /** The effects of writes; `null` while seeding, which has none. */
  readonly effects: WriteEffects | null
  /** True if the request asks for mails on the status of its orders (`send_email=true`). */
  readonly statusMail?: boolean
  /** Called with the rows that a request changed, once they are committed; it must not throw. */
  readonly onCommit?: (changes: readonly RowChange[]) => void
  /** A fault: so many rows of the body are still written, nested ones counted; the others are left out without an error. */
  readonly rowsLeft?: { count: number }
  /** Awaited between two records of a body that are committed one by one, so that other requests are answered in between. */
  readonly betweenRecords?: () => Promise<void>
}

/** A write whose transaction is open; `changes` collects what it has changed. */
export interface OpenWrite extends RowContext {
  readonly changes: RowChange[]
}
