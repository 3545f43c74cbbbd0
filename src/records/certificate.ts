import type { ResourceName } from '../resources/registry.ts'

/** A line of the completeness certificate: the rows read of one resource, compared with the count of the store. */
export interface CertificateLine {
  readonly resource: ResourceName
  /** Number of rows read, without repetitions. */
  readonly seen: number
  /** `totalResults` of the store. */
  readonly total: number
  /** Keys of rows without a parent record. They are reported and never block. */
  readonly orphans: readonly string[]
}
