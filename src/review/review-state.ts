import { graphemesOf } from '../report/text-width.ts'
import type { Shown } from './review-rows.ts'

/** How a review ends: apply the plan, quit, or Ctrl-C. */
export type ReviewEnding = 'apply' | 'quit' | 'interrupted'

export type ReviewScreenName = 'summary' | 'list' | 'detail' | 'confirm' | 'help'

/** The state of a review. A value; `reduceReview` returns the next one. */
export interface ReviewState {
  readonly screen: ReviewScreenName
  /** The screen that `back` returns to from the help and the confirmation. */
  readonly returnTo: 'summary' | 'list' | 'detail'
  readonly shown: Shown
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
  readonly ending: ReviewEnding | null
}

/** The limits of the state; they change with the size of the terminal. */
export interface ReviewBounds {
  readonly find: (filter: string) => Shown
  /** The number of rows or lines that fit on the screen. */
  readonly height: number
  /** The number of lines of the text that a state shows. */
  readonly textLength: (state: ReviewState) => number
  /** The word that must be typed to apply; `null`: guards stop the plan, and nothing can be typed. */
  readonly confirmWord: string | null
}

export type ReviewAction =
  | { readonly type: 'move'; readonly by: number; readonly unit: 'row' | 'screen' | 'all' }
  | { readonly type: 'open' | 'back' | 'filter' | 'erase' | 'submit' | 'help' | 'confirm' }
  | { readonly type: 'end'; readonly ending: Exclude<ReviewEnding, 'apply'> }
  | { readonly type: 'type'; readonly text: string }

/** The first state of a review, on its summary. */
export function startReview(shown: Shown): ReviewState {
  return {
    screen: 'summary',
    returnTo: 'summary',
    shown,
    cursor: 0,
    top: 0,
    scroll: 0,
    filter: '',
    isTyping: false,
    typed: '',
    isRefused: false,
    ending: null,
  }
}

/** The state after an action, always within its bounds. An ended review does not change. */
export function reduceReview(state: ReviewState, action: ReviewAction, bounds: ReviewBounds): ReviewState {
  return state.ending === null ? settleReview(afterAction(state, action, bounds), bounds) : state
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
      return typed(state, action.text, bounds)
    case 'erase':
      return erased(state, bounds)
    case 'submit':
      return submitted(state, bounds)
    case 'end':
      return { ...state, ending: action.ending }
    case 'back':
      return back(state, bounds)
    case 'open':
    case 'filter':
    case 'help':
    case 'confirm':
      return opened(state, action.type)
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

function back(state: ReviewState, bounds: ReviewBounds): ReviewState {
  switch (state.screen) {
    case 'help':
    case 'confirm':
      return { ...state, screen: state.returnTo, scroll: 0 }
    case 'detail':
      return { ...state, screen: 'list' }
    case 'list':
      if (state.isTyping || state.filter !== '') return filtered({ ...state, isTyping: false }, '', bounds)
      return { ...state, screen: 'summary', scroll: 0 }
    case 'summary':
      return { ...state, ending: 'quit' }
    default:
      return state.screen satisfies never
  }
}

function typed(state: ReviewState, text: string, bounds: ReviewBounds): ReviewState {
  if (state.screen === 'confirm' && bounds.confirmWord === null) return state
  if (state.screen === 'confirm') return { ...state, typed: state.typed + text, isRefused: false }
  return state.isTyping ? filtered(state, state.filter + text, bounds) : state
}

function erased(state: ReviewState, bounds: ReviewBounds): ReviewState {
  if (state.screen === 'confirm') return { ...state, typed: withoutLast(state.typed), isRefused: false }
  return state.isTyping ? filtered(state, withoutLast(state.filter), bounds) : state
}

function submitted(state: ReviewState, bounds: ReviewBounds): ReviewState {
  const { confirmWord } = bounds
  if (state.screen !== 'confirm') return { ...state, isTyping: false }
  if (confirmWord === null) return back(state, bounds)
  return state.typed.trim() === confirmWord ? { ...state, ending: 'apply' } : { ...state, typed: '', isRefused: true }
}

/** The cursor stays on its row where the new filter shows it. */
function filtered(state: ReviewState, filter: string, { find }: ReviewBounds): ReviewState {
  const shown = find(filter)
  const row = state.shown.rows[state.cursor]
  const cursor = row === undefined ? 0 : Math.max(0, shown.rows.indexOf(row))
  return { ...state, filter, shown, cursor, top: 0 }
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
