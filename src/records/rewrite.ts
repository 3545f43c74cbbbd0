import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'

/** A value that the store changed in an accepted way: line ends and entities of text, rounding of decimals that are no price. */
export interface Rewrite {
  readonly resource: ResourceName
  /** The fields that identify the record. */
  readonly key: Fields
  readonly field: string
  /** The value that was written, as canonical text. */
  readonly sent: string
  /** The value that the store shows, as canonical text. */
  readonly stored: string
}
