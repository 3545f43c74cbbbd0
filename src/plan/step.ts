import type { RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import { type Fields, writeStages } from '../resources/resource.ts'

/**
 * The order of the steps of a plan: without a barrier a step never needs a step of a later stage. Files come first, since
 * categories name pictures too and are visible at once. `before prices` and `after prices` hold what must not happen while the
 * prices of an existing product change: see `priceOrder`.
 */
export const stages = ['files', ...writeStages, 'verify', 'go live', 'removals', 'after prices', 'file removals'] as const

/** A stage of the steps of a plan. */
export type Stage = (typeof stages)[number]

/**
 * How a step may be sent again: `keyed` upserts by a key of the catalogue (freely), `by-id` updates by the store's id (freely),
 * `insert` adds rows without a key (read back first), `delete` of all rows of a parent and `file` PUT (freely), `read` writes nothing.
 */
export type Idempotency = 'keyed' | 'by-id' | 'insert' | 'delete' | 'file' | 'read'

/** One exchange with the store, self-contained. */
export type Step = StepFrame &
  (
    | { readonly kind: 'post'; readonly spec: string; readonly records: readonly RecordTree[] }
    | { readonly kind: 'delete-prices'; readonly skus: readonly string[] }
    /** One price entry, by its uid. */
    | { readonly kind: 'delete-entry'; readonly sku: string; readonly uid: string }
    | { readonly kind: 'delete-row'; readonly resource: ResourceName; readonly where: Fields }
    /** `size` is `null` for a rendition, made of `from` when it is sent; `sha256` is then its identity. */
    | { readonly kind: 'put-file'; readonly path: string; readonly from: string; readonly size: number | null; readonly sha256: string }
    /** Deletes a file with this content, which no record names any more. */
    | { readonly kind: 'delete-file'; readonly path: string; readonly size: number; readonly sha256: string }
    /** Reads back what the named steps wrote and compares: no step that needs it runs on rows that are missing or differ. */
    | { readonly kind: 'verify'; readonly of: readonly string[] }
    /** Sends nothing: where anything that it needs has failed, no step that needs it is carried out. */
    | { readonly kind: 'barrier' }
  )

/** True for a step that is sent to the Files API. */
export function isFileStep({ kind }: Step): boolean {
  return kind === 'put-file' || kind === 'delete-file'
}

/** What every step has. */
export interface StepFrame {
  /** `s001`, `s002`, ...: the order of the plan. */
  readonly id: string
  readonly stage: Stage
  /** What it does, for people: "create 60 products with 210 variants". */
  readonly title: string
  readonly idempotency: Idempotency
  /** Ids of the steps that must succeed first; all are earlier in the plan. */
  readonly needs: readonly string[]
  /** Addresses of the changes that it carries out, completely or in part. */
  readonly changes: readonly string[]
}
