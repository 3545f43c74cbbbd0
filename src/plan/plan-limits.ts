import { longestTarget } from '../records/target-bytes.ts'

/** How much a plan puts into one request. */
export interface PlanLimits {
  /** Root records per body (`limits.records_per_request` of the config). */
  readonly recordsPerRequest: number
  /** Bytes of a body, as estimated by `bodyBytes`; a single record may be larger. */
  readonly bodyBytes: number
  /** Skus of one DELETE of price entries (docs/api.md, "Limits": about 50). */
  readonly skusPerDelete: number
  /** Bytes of the parameters in the target of a DELETE. */
  readonly targetBytes: number
}

export const defaultLimits: PlanLimits = { recordsPerRequest: 100, bodyBytes: 1_000_000, skusPerDelete: 50, targetBytes: longestTarget }
