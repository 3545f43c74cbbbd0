import type { SourcePlace, SourceSpan } from '../source/source.ts'
import type { Definition } from '../records/definition.ts'
import type { ReadRecord } from '../resources/record-tree.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { BaseRecords } from '../records/base-record.ts'
import type { HeldKey } from '../records/held-key.ts'
import type { ChangeRoot } from './change.ts'
import type { Moves } from './moves.ts'
import type { ShareFields } from './shared-fields.ts'

/** What the differ needs besides the records: what the store supports, and where a span is in its document. */
export interface DiffContext {
  readonly capabilities: Capabilities
  locate(span: SourceSpan): SourcePlace
  /** The price list, the defaults or the overlay that a value is written in; default: values are written in the entries of their records. */
  readonly definitionOf?: (span: SourceSpan) => Definition | null
  /** What was last applied to the store; default: nothing is known. */
  readonly base?: BaseRecords
  /** The records that have another key now; default: none. */
  readonly moves?: Moves
  /**
   * Reads the keys that records hold which are not among the live roots, or whose rows were not read. Called once, with the skus of the
   * products that the store does not have. Default: nothing is known of them.
   */
  readonly readHeld?: (newSkus: readonly string[]) => Promise<readonly HeldKey[]>
  /** Receives each live root record that is equal to that of the catalogue. */
  readonly onEqual?: (live: ReadRecord) => void
  /**
   * Of each resource, so many changes of records that the store does not have are kept as they are; those of further records are packed
   * (`PackedRoot`). Default: none is packed, so that the changes are plain data.
   */
  readonly packsAfter?: number
  /** Default: each change has its own fields. */
  readonly shareFields?: ShareFields
}

/** The root record that is being compared. */
export interface RootPlace {
  readonly root: ChangeRoot
  /** True where shoppers see the root record now. */
  readonly shown: boolean
  readonly context: DiffContext
}
