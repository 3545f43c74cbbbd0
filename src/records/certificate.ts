import type { ResourceName } from '../resources/registry.ts'

/**
 * A line of the completeness certificate: the rows read of one resource, compared with the count of the store; in the plan of what changed
 * since a commit, with the rows of the records that were read.
 */
export interface CertificateLine {
  readonly resource: ResourceName
  /** Number of rows of existing records. */
  readonly seen: number
  /** `totalResults` of the store; of the records that were read where others were not. */
  readonly total: number
  /** Number of rows without a parent record. They are reported and never block. */
  readonly orphans: number
  /** Root records of the catalogue that were not read and not compared; absent: all were. */
  readonly unread?: number
}

/** Rows of one resource whose parent record does not exist. */
export interface OrphanRows {
  readonly resource: ResourceName
  /** How many there are. */
  readonly rows: number
  /** Addresses of the first of them, sorted, each once. */
  readonly named: readonly string[]
  /** False where there are more addresses than these. */
  readonly areAll: boolean
}
