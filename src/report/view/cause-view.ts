import type { KindCounts } from './root-view.ts'

/**
 * What changes can have in common. `price list`, `defaults`, `overlay`: a shared definition of the catalogue gives the new values;
 * `category`, `group`: a record that several others refer to is created or removed in the same plan; `label`: the same edit of an
 * option, an attribute or another label of several roots; `folder`: records that are new in a document or folder, or were removed from it;
 * `store`: somebody changed the values in the store.
 */
export type CauseKind = 'price list' | 'defaults' | 'overlay' | 'category' | 'group' | 'label' | 'folder' | 'store'

/**
 * The unit of a review: one field of an updated record, one grid, one file, or a created or removed record as a whole.
 * Each unit of a plan belongs to exactly one cause or to none.
 */
export interface UnitRef extends UnitWithin {
  /** Index in `PlanView.roots`. */
  readonly root: number
}

/** A unit of a root record or file that is known. */
export interface UnitWithin {
  /** Index in `RootView.below`; -1: the change of the root itself. */
  readonly at: number
  /** The field of an updated record; `null`: the whole change. */
  readonly field: string | null
}

/** A price that a change moves, as customers pay it. Texts are sanitized. */
export interface PriceMove {
  readonly sku: string
  /** `dealer 10-49 EUR`, or empty for a simple price. */
  readonly where: string
  readonly before: string
  readonly after: string
  /** `▲99,900.0 %`. */
  readonly percent: string
  /** The natural logarithm of after / before; `null` where one of them is 0. */
  readonly logRatio: number | null
  /** `prices.yaml:6`, where the price is written; or empty. */
  readonly place: string
}

/** The prices that the units of a cause move. */
export interface CausePrices {
  /** Cells and simple prices that move. */
  readonly moves: number
  /** The lowest and highest price before and after, without forced currencies. */
  readonly before: { readonly lowest: string; readonly highest: string }
  readonly after: { readonly lowest: string; readonly highest: string }
  /** The natural logarithm of the median of after / before. */
  readonly medianLog: number
  /** The move that is farthest from the median. */
  readonly farthest: PriceMove
}

/** Units that come from one place, with what a reviewer must know of them. Texts are sanitized. */
export interface CauseView {
  /** `price list tees`: unique in a plan, the same in the next plan of the same cause; for filters and links. */
  readonly key: string
  readonly kind: CauseKind
  /** `price list tees`, in YAML's words. */
  readonly title: string
  /** `prices/tees.yaml:3`, or empty. */
  readonly place: string
  /** `1,000 products, 9 cells each, ▼3.0 % everywhere`. */
  readonly summary: string
  /** Outliers first, then in the order of the plan. */
  readonly units: readonly UnitRef[]
  /** How many of `units`, from the first, move a price far from the median: |log ratio - median| > max(3 median absolute deviations, 5 %). */
  readonly outliers: number
  /** The number of root records and files. */
  readonly roots: number
  readonly kinds: readonly KindCounts[]
  /** Codes of customer groups whose prices move; an empty code is the default price. */
  readonly groups: readonly string[]
  /** `null` where no price moves. */
  readonly prices: CausePrices | null
  /** Indexes in `PlanView.findings` of what concerns these units. */
  readonly findings: readonly number[]
}

/** The units of one root record, or one file, that have no shared cause; `unitsOfAlone` returns them with their root. */
export interface AloneView {
  readonly root: number
  readonly units: readonly UnitWithin[]
  readonly findings: readonly number[]
}
