import type { ChosenTab } from './grid-tabs.ts'
import type { PicturePair } from './picture-lines.ts'
import type { ReviewMove } from './review-decisions.ts'
import type { Grouping } from './review-groups.ts'
import type { RowOrder } from './sort-groups.ts'
import type { VisibleRows } from './review-rows.ts'
import type { ReviewRow } from './row-list.ts'

/** How a review ends: apply the plan, quit, or Ctrl-C. */
export type ReviewEnding = 'apply' | 'quit' | 'interrupted'

export type ReviewScreenName = 'summary' | 'list' | 'detail' | 'confirm' | 'help'

/** Something outside of the review that a key asks for. */
export interface ReviewRequest {
  readonly kind: 'edit' | 'open'
  readonly row: ReviewRow
}

/** The state of a review. A value; `reduceReview` returns the next one. */
export interface ReviewState {
  readonly screen: ReviewScreenName
  /** The screen that `back` returns to from the help and the confirmation. */
  readonly returnTo: 'summary' | 'list' | 'detail'
  readonly grouping: Grouping
  readonly order: RowOrder
  /** Keys of rows that are not folded or unfolded as they are at first. */
  readonly toggled: ReadonlySet<string>
  /** Indexes of the root records and files that are skipped. */
  readonly skipped: ReadonlySet<number>
  readonly shown: VisibleRows
  /** Index into `shown.rows`. */
  readonly cursor: number
  /** The first visible row of the list. */
  readonly top: number
  /** The first visible line of a text screen. */
  readonly scroll: number
  readonly filter: string
  /** True while the filter is being typed. */
  readonly isTyping: boolean
  /** The text typed so far to confirm. */
  readonly typed: string
  /** True after a wrong word. */
  readonly isRefused: boolean
  /** Index of the finding that was shown last; -1: none. */
  readonly finding: number
  /** The pictures that were shown, by the path of the file. */
  readonly pictures: ReadonlyMap<string, PicturePair>
  /** The currency of a price grid that was chosen; `null`: none. */
  readonly tab: ChosenTab | null
  /** What the last key did, in one line; empty after the next key. */
  readonly notice: string
  readonly request: ReviewRequest | null
  readonly ending: ReviewEnding | null
}

/** The limits of the state; they change with the size of the terminal. */
export interface ReviewBounds {
  /** A filter of blanks finds everything, and nothing is folded. */
  readonly rowsOf: (state: Pick<ReviewState, 'grouping' | 'order' | 'toggled' | 'skipped' | 'filter'>) => VisibleRows
  /** The number of rows or lines that fit on the screen. */
  readonly height: number
  /** The number of lines of the text that a state shows. */
  readonly textLength: (state: ReviewState) => number
  /** The word that must be typed to apply; `null`: nothing can be typed, because guards stop the whole plan or it is only reviewed. */
  readonly confirmWordOf: (state: Pick<ReviewState, 'skipped'>) => string | null
  /** What skipping or approving the records of some rows changes. */
  readonly decide: (rows: readonly ReviewRow[], skipped: ReadonlySet<number>) => ReviewMove
  readonly approveAll: ReviewMove
  /** The finding at an index, and the row that it is about. */
  readonly findings: readonly { readonly notice: () => string; readonly place: { readonly root: number; readonly at: number } | null }[]
  /** The currencies of the price grid of a row, and the one that opens. */
  readonly tabsOf: (row: ReviewRow) => { readonly count: number; readonly first: number }
  /** The longest text that completes the filter; the filter itself where nothing does. */
  readonly complete: (filter: string) => string
}

export type ReviewAction =
  | TextAction
  | { readonly type: 'row'; readonly key: RowAction }
  | { readonly type: 'move'; readonly by: number; readonly unit: 'row' | 'screen' | 'all' }
  | { readonly type: 'back' }
  | { readonly type: 'show'; readonly what: 'open' | 'filter' | 'help' | 'confirm' }
  | { readonly type: 'notice'; readonly text: string }
  | { readonly type: 'pictures'; readonly path: string; readonly pair: PicturePair }
  | { readonly type: 'end'; readonly ending: Exclude<ReviewEnding, 'apply'> }

/** What enters or completes text. */
export type TextAction =
  | { readonly type: 'type'; readonly text: string }
  | { readonly type: 'erase' }
  | { readonly type: 'submit' }
  | { readonly type: 'complete' }

/** What is about the rows of the list. `requested`: what a key asked for was done. */
export type RowAction =
  | { readonly type: 'group' }
  | { readonly type: 'order' }
  | { readonly type: 'decide' }
  | { readonly type: 'approve-all' }
  | { readonly type: 'currency' }
  | { readonly type: 'edit' }
  | { readonly type: 'open-page' }
  | { readonly type: 'requested' }
  | { readonly type: 'fold'; readonly isFolded: boolean }
  | { readonly type: 'finding'; readonly by: 1 | -1 }

/** The first state of a review: on its summary; a plan with one change is shown at once. */
export function startReview(bounds: Pick<ReviewBounds, 'rowsOf'>, skipped: ReadonlySet<number> = new Set()): ReviewState {
  const choice = { grouping: 'cause', order: 'plan', toggled: new Set<string>(), skipped, filter: '' } as const
  const shown = bounds.rowsOf(choice)
  return {
    ...choice,
    screen: shown.rows.length === 1 ? 'detail' : 'summary',
    returnTo: 'summary',
    shown,
    cursor: 0,
    top: 0,
    scroll: 0,
    isTyping: false,
    typed: '',
    isRefused: false,
    finding: -1,
    pictures: new Map(),
    tab: null,
    notice: '',
    request: null,
    ending: null,
  }
}

/** The row of the cursor. */
export function rowAt({ shown, cursor }: Pick<ReviewState, 'shown' | 'cursor'>): ReviewRow | undefined {
  return shown.rows.at(cursor)
}

/** The currency that was chosen for the price grid of a row; `null`: none. */
export function chosenTab({ tab }: Pick<ReviewState, 'tab'>, { root, at }: Pick<ReviewRow, 'root' | 'at'>): number | null {
  return tab?.root === root && tab.at === at ? tab.tab : null
}
