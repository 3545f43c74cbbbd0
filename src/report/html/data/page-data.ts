import type { VariantMatrix } from '../../variant-cells.ts'
import type { HeatSheet } from '../chart/heat-cell.ts'

/** What a plan does to a record, a grid or a file, as in `ChangeAction`. */
export type PageAction = 'create' | 'update' | 'remove' | 'cannot'

/** One field before and after; `null`: that side does not have it. */
export interface PageField {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
  /** `▼3.0 %`, `changed in the store`. */
  readonly remark?: string
}

/** A file: sizes in words, hashes in hex, and indexes in `PageData.thumbnails`. */
export interface PageFile {
  readonly path: string
  readonly from: string
  readonly before: PagePicture | null
  readonly after: PagePicture | null
}

/** One side of a picture. `note` says why there is no thumbnail. */
export interface PagePicture {
  readonly size: string
  readonly sha256: string
  readonly thumbnail?: number
  readonly note?: string
}

/** One change with all that is shown of it. Lists that would be empty are left out. */
export interface PageChange {
  readonly address: string
  readonly action: PageAction
  readonly kind: string
  readonly name: string
  readonly place: string
  /** Why it cannot be applied. */
  readonly reason?: string
  readonly risks?: readonly string[]
  readonly fields?: readonly PageField[]
  readonly grids?: readonly HeatSheet[]
  /** How its prices move as customers pay them, as new prices divided by old ones. */
  readonly moves?: readonly number[]
  /** A sentence about how it is applied. */
  readonly note?: string
  readonly file?: PageFile
  /** Indexes in `PageData.causes`. */
  readonly causes?: readonly number[]
  /** True where a part of it has no cause that others share. */
  readonly isAlone?: boolean
  /** Indexes in `PageData.findings`. */
  readonly findings?: readonly number[]
}

/** One root record, or one file, with its changes: its own first. */
export interface PageRecord {
  readonly address: string
  readonly action: PageAction
  readonly kind: string
  readonly key: string
  readonly title: string
  readonly place: string
  readonly summary: string
  readonly changes: readonly PageChange[]
  readonly matrix?: VariantMatrix
}

/** A cause: its title, the number of its records and the move of its prices. */
export interface PageCause {
  readonly key: string
  readonly title: string
  readonly roots: number
  /** The natural logarithm of the median of its price moves; left out where no price moves. */
  readonly medianLog?: number
}

/** A finding; changes have the indexes of theirs. */
export interface PageFinding {
  readonly kind: string
  readonly sentence: string
  readonly isStop: boolean
}

/** All that the script of a page shows: plain data in which every text is sanitized. Findings are in order, the most serious first. */
export interface PageData {
  readonly records: readonly PageRecord[]
  readonly causes: readonly PageCause[]
  readonly findings: readonly PageFinding[]
  /** Pictures as `data:` addresses. */
  readonly thumbnails: readonly string[]
  /** The style of the frame in which HTML text is shown; the policy of the page contains its hash. */
  readonly frameStyle: string
}
