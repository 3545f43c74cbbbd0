import type { ResourceName } from '../resources/registry.ts'

/** One line of the completeness certificate: what was read of one resource, against what the store says there is. */
export interface CertificateLine {
  readonly resource: ResourceName
  /** Rows seen, each counted once. */
  readonly seen: number
  /** `totalResults` of the store. */
  readonly total: number
  /** Keys of rows whose parent record was not read (orphans). They are named and never block. */
  readonly orphans: readonly string[]
}
