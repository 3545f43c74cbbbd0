import { graphemesOf } from '../report/text-width.ts'
import type { ReviewMove } from './review-decisions.ts'
import { groupings } from './review-groups.ts'
import { rowOrders } from './sort-groups.ts'
import type { ReviewRow, RowList } from './row-list.ts'
import {
  type ReviewAction,
  type ReviewBounds,
  type ReviewRequest,
  type ReviewState,
  type RowAction,
  chosenTab,
  rowAt,
  type TextAction,
} from './review-state.ts'

/** The state after an action, always within its bounds. An ended review does not change. */
export function reduceReview(state: ReviewState, action: ReviewAction, bounds: ReviewBounds): ReviewState {
  if (state.ending !== null) return state
  const isKey = action.type !== 'pictures'
  return settleReview(afterAction(isKey && state.notice !== '' ? { ...state, notice: '' } : state, action, bounds), bounds)
}

/** The state with cursor, window and scrolling within its bounds: after an action, and after the terminal is resized. */
export function settleReview(state: ReviewState, bounds: ReviewBounds): ReviewState {
  const cursor = clamp(state.cursor, state.shown.rows.length - 1)
  const top = clamp(Math.min(Math.max(state.top, cursor - bounds.height + 1), cursor), state.shown.rows.length - bounds.height)
  const scroll = state.screen === 'list' ? 0 : clamp(state.scroll, bounds.textLength(state) - bounds.height)
  return cursor === state.cursor && top === state.top && scroll === state.scroll ? state : { ...state, cursor, top, scroll }
}

function afterAction(state: ReviewState, action: ReviewAction, bounds: ReviewBounds): ReviewState {
  switch (action.type) {
    case 'move':
      return moved(state, action.by * unitOf(action.unit, bounds))
    case 'type':
    case 'erase':
    case 'complete':
    case 'submit':
      return afterText(state, action, bounds)
    case 'end':
      return { ...state, ending: action.ending }
    case 'back':
      return back(state, bounds)
    case 'notice':
      return { ...state, notice: action.text }
    case 'pictures':
      return { ...state, pictures: new Map([...state.pictures, [action.path, action.pair]]) }
    case 'show':
      return opened(state, action.what)
    case 'row':
      return afterRowKey(state, action.key, bounds)
    default:
      return action satisfies never
  }
}

/** What enters text. */
function afterText(state: ReviewState, action: TextAction, bounds: ReviewBounds): ReviewState {
  switch (action.type) {
    case 'type':
      return typed(state, action.text, bounds)
    case 'erase':
      return erased(state, bounds)
    case 'complete':
      return state.isTyping ? withRows({ ...state, filter: bounds.complete(state.filter) }, bounds) : state
    case 'submit':
      return submitted(state, bounds)
    default:
      return action satisfies never
  }
}

/** What the keys do that are about the rows of the list. */
function afterRowKey(state: ReviewState, action: RowAction, bounds: ReviewBounds): ReviewState {
  switch (action.type) {
    case 'fold':
      return folded(state, action.isFolded, bounds)
    case 'group':
      return regrouped(state, { grouping: following(groupings, state.grouping) }, bounds)
    case 'order':
      return regrouped(state, { order: following(rowOrders, state.order) }, bounds)
    case 'finding':
      return toFinding(state, action.by, bounds)
    case 'decide':
      return decided(state, bounds)
    case 'currency':
      return toCurrency(state, bounds)
    case 'approve-all':
      return afterMove(state, bounds.approveAll, bounds)
    case 'edit':
    case 'open-page':
      return requested(state, action.type === 'edit' ? 'edit' : 'open')
    case 'requested':
      return { ...state, request: null }
    default:
      return action satisfies never
  }
}

function unitOf(unit: 'row' | 'screen' | 'all', { height }: ReviewBounds): number {
  if (unit === 'row') return 1
  return unit === 'screen' ? Math.max(1, height - 1) : Number.MAX_SAFE_INTEGER
}

function moved(state: ReviewState, by: number): ReviewState {
  if (state.screen === 'list') return { ...state, cursor: shift(state.cursor, by) }
  return { ...state, scroll: shift(state.scroll, by) }
}

function opened(state: ReviewState, what: 'open' | 'filter' | 'help' | 'confirm'): ReviewState {
  switch (what) {
    case 'open':
      if (state.screen === 'summary') return { ...state, screen: 'list' }
      return state.screen === 'list' && state.shown.rows.length > 0 ? { ...state, screen: 'detail', scroll: 0 } : state
    case 'filter':
      return { ...state, screen: 'list', isTyping: true }
    case 'help':
      if (state.screen === 'help') return { ...state, screen: state.returnTo, scroll: 0 }
      return { ...state, screen: 'help', returnTo: returnScreenOf(state), scroll: 0 }
    case 'confirm':
      return { ...state, screen: 'confirm', returnTo: returnScreenOf(state), scroll: 0, typed: '', isRefused: false }
    default:
      return what satisfies never
  }
}

function returnScreenOf({ screen, returnTo }: ReviewState): ReviewState['returnTo'] {
  return screen === 'help' || screen === 'confirm' ? returnTo : screen
}

/** Folds or unfolds the row of the cursor; folding a row that cannot be folded goes to the one above it. */
function folded(state: ReviewState, isFolded: boolean, bounds: ReviewBounds): ReviewState {
  const row = rowAt(state)
  if (row === undefined) return state
  if (row.isFolded === !isFolded && state.filter === '') return withRows(toggledRow(state, row.key), bounds)
  if (!isFolded || row.depth === 0) return state
  const above = state.shown.rows.parentOf(state.cursor)
  return above < 0 ? state : { ...state, cursor: above }
}

function toggledRow(state: ReviewState, key: string): ReviewState {
  const toggled = new Set(state.toggled)
  if (!toggled.delete(key)) toggled.add(key)
  return { ...state, toggled }
}

/** With other groups or another order, the cursor stays on its record. */
function regrouped(state: ReviewState, change: Partial<Pick<ReviewState, 'grouping' | 'order'>>, bounds: ReviewBounds): ReviewState {
  const row = rowAt(state)
  const next = { ...state, ...change, screen: 'list', toggled: change.grouping === undefined ? state.toggled : new Set<string>() } as const
  const shown = bounds.rowsOf(next)
  const found = row === undefined || row.root < 0 ? -1 : shown.rows.indexOfChange(row.root, row.at)
  const what = change.grouping === undefined ? `sorted by ${next.order}` : `grouped by ${next.grouping}`
  return { ...next, shown, cursor: Math.max(0, found), top: 0, notice: what }
}

function following<T>(values: readonly T[], value: T): T {
  return values[(values.indexOf(value) + 1) % values.length] ?? value
}

/** Goes to the next finding with a row, unfolded, without a filter. */
function toFinding(state: ReviewState, by: 1 | -1, bounds: ReviewBounds): ReviewState {
  const { findings } = bounds
  if (findings.length === 0) return { ...state, notice: 'Nothing in this plan needs a closer look.' }
  const from = state.finding < 0 && by < 0 ? 0 : state.finding
  const finding = (from + by + findings.length) % findings.length
  const { notice, place } = findings[finding] ?? { notice: () => '', place: null }
  const next: ReviewState = { ...state, finding, filter: '', isTyping: false }
  const words = `${finding + 1}/${findings.length} ${notice()}`
  if (place === null) return { ...withRows(next, bounds), notice: words }
  return { ...revealed({ ...next, screen: state.screen === 'detail' ? 'detail' : 'list', scroll: 0 }, place, bounds), notice: words }
}

/** Opens the next currency of a price grid. */
function toCurrency(state: ReviewState, bounds: ReviewBounds): ReviewState {
  const row = rowAt(state)
  if (row === undefined) return state
  const { count, first } = bounds.tabsOf(row)
  if (count < 2) return { ...state, notice: 'This row has no price grid with more than one currency.' }
  return { ...state, scroll: 0, tab: { root: row.root, at: row.at, tab: ((chosenTab(state, row) ?? first) + 1) % count } }
}

/** The state with the cursor on the row of a change; what is folded above it is unfolded. */
function revealed(state: ReviewState, place: { readonly root: number; readonly at: number }, bounds: ReviewBounds): ReviewState {
  const all = bounds.rowsOf({ ...state, filter: ' ' }).rows
  const exact = all.indexOfChange(place.root, place.at)
  const index = exact < 0 ? all.indexOfChange(place.root) : exact
  const target = all.at(index)
  if (target === undefined) return withRows(state, bounds)
  let next = withRows(state, bounds)
  for (const row of rowsAbove(all, index)) {
    if (next.shown.rows.at(next.shown.rows.indexOf(row))?.isFolded === true) next = withRows(toggledRow(next, row.key), bounds)
  }
  return { ...next, cursor: Math.max(0, next.shown.rows.indexOf(target)) }
}

/** The rows that a row is below, the outermost first. */
function rowsAbove(rows: RowList, index: number): readonly ReviewRow[] {
  const parent = rows.at(rows.parentOf(index))
  return parent === undefined ? [] : [...rowsAbove(rows, rows.parentOf(index)), parent]
}

function decided(state: ReviewState, bounds: ReviewBounds): ReviewState {
  const row = rowAt(state)
  if (row === undefined) return state
  const rows =
    row.kind === 'group' ? rowsOfGroup(bounds.rowsOf({ ...state, filter: state.filter === '' ? ' ' : state.filter }).rows, row) : [row]
  return afterMove(state, bounds.decide(rows, state.skipped), bounds)
}

function rowsOfGroup(rows: RowList, head: ReviewRow): readonly ReviewRow[] {
  const first = rows.indexOf(head)
  let end = first + 1
  while (rows.at(end)?.group === head.group) end += 1
  return rows.slice(first, end)
}

function afterMove(state: ReviewState, { skipped, notice }: ReviewMove, bounds: ReviewBounds): ReviewState {
  return { ...withRows({ ...state, skipped }, bounds), notice }
}

function requested(state: ReviewState, kind: ReviewRequest['kind']): ReviewState {
  const row = rowAt(state)
  return row === undefined ? state : { ...state, request: { kind, row } }
}

function back(state: ReviewState, bounds: ReviewBounds): ReviewState {
  switch (state.screen) {
    case 'help':
    case 'confirm':
      return { ...state, screen: state.returnTo, scroll: 0 }
    case 'detail':
      return { ...state, screen: 'list' }
    case 'list':
      if (state.isTyping || state.filter !== '') return withRows({ ...state, isTyping: false, filter: '' }, bounds)
      return { ...state, screen: 'summary', scroll: 0 }
    case 'summary':
      return { ...state, ending: 'quit' }
    default:
      return state.screen satisfies never
  }
}

function typed(state: ReviewState, text: string, bounds: ReviewBounds): ReviewState {
  if (state.screen === 'confirm' && bounds.confirmWordOf(state) === null) return state
  if (state.screen === 'confirm') return { ...state, typed: state.typed + text, isRefused: false }
  return state.isTyping ? withRows({ ...state, filter: state.filter + text }, bounds) : state
}

function erased(state: ReviewState, bounds: ReviewBounds): ReviewState {
  if (state.screen === 'confirm') return { ...state, typed: withoutLast(state.typed), isRefused: false }
  return state.isTyping ? withRows({ ...state, filter: withoutLast(state.filter) }, bounds) : state
}

function submitted(state: ReviewState, bounds: ReviewBounds): ReviewState {
  if (state.screen !== 'confirm') return { ...state, isTyping: false }
  const confirmWord = bounds.confirmWordOf(state)
  if (confirmWord === null) return back(state, bounds)
  return state.typed.trim() === confirmWord ? { ...state, ending: 'apply' } : { ...state, typed: '', isRefused: true }
}

/** The state with its rows; the cursor stays on its row where that is still visible. */
function withRows(state: ReviewState, { rowsOf }: Pick<ReviewBounds, 'rowsOf'>): ReviewState {
  const shown = rowsOf(state)
  const row = rowAt(state)
  const found = row === undefined ? -1 : shown.rows.indexOf(row)
  return { ...state, shown, cursor: found < 0 ? Math.min(state.cursor, Math.max(0, shown.rows.length - 1)) : found }
}

function withoutLast(text: string): string {
  return graphemesOf(text).slice(0, -1).join('')
}

function shift(from: number, by: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, from + by))
}

function clamp(value: number, last: number): number {
  return Math.max(0, Math.min(value, last))
}
