import { graphemesOf } from '../report/text-width.ts'
import { reduceReview } from './reduce-review.ts'
import type { ReviewAction, ReviewBounds, ReviewScreenName, ReviewState } from './review-state.ts'

/** Keys and their action on some screens. The help screen and the foot of each screen list them. */
export interface KeyBinding {
  readonly keys: readonly string[]
  readonly action: ReviewAction
  readonly on: readonly ReviewScreenName[]
  /** The keys, as the screens show them. */
  readonly label: string
  readonly help: string
  /** The word in the foot of the screen; left out for keys that the foot does not list. */
  readonly foot?: string
}

const readingScreens: readonly ReviewScreenName[] = ['summary', 'list', 'detail', 'help']
const planScreens: readonly ReviewScreenName[] = ['summary', 'list', 'detail']
const rowScreens: readonly ReviewScreenName[] = ['list', 'detail']

/** Every key of a review except those that enter text. */
export const keyBindings: readonly KeyBinding[] = [
  { keys: ['up', 'k'], action: { type: 'move', by: -1, unit: 'row' }, on: readingScreens, label: '\u2191 k', help: 'up one row or line' },
  {
    keys: ['down', 'j'],
    action: { type: 'move', by: 1, unit: 'row' },
    on: readingScreens,
    label: '\u2193 j',
    help: 'down one row or line',
    foot: 'move',
  },
  { keys: ['pageup'], action: { type: 'move', by: -1, unit: 'screen' }, on: readingScreens, label: 'PgUp', help: 'up one screen' },
  { keys: ['pagedown'], action: { type: 'move', by: 1, unit: 'screen' }, on: readingScreens, label: 'PgDn', help: 'down one screen' },
  { keys: ['home', 'g'], action: { type: 'move', by: -1, unit: 'all' }, on: readingScreens, label: 'Home g', help: 'first row or line' },
  { keys: ['end', 'G'], action: { type: 'move', by: 1, unit: 'all' }, on: readingScreens, label: 'End G', help: 'last row or line' },
  {
    keys: ['return', 'tab'],
    action: { type: 'show', what: 'open' },
    on: ['summary'],
    label: 'Enter',
    help: 'on the summary: list the changes',
    foot: 'browse',
  },
  {
    keys: ['return', 'tab'],
    action: { type: 'show', what: 'open' },
    on: ['list'],
    label: 'Enter Tab',
    help: 'in the list: show the change in full',
    foot: 'detail',
  },
  { keys: ['tab', 'return'], action: { type: 'back' }, on: ['detail'], label: 'Tab', help: 'in a change: return to the list' },
  {
    keys: ['right', 'l'],
    action: { type: 'row', key: { type: 'fold', isFolded: false } },
    on: ['list'],
    label: '\u2192 l',
    help: 'unfold a group or a record',
  },
  {
    keys: ['left', 'h'],
    action: { type: 'row', key: { type: 'fold', isFolded: true } },
    on: ['list'],
    label: '\u2190 h',
    help: 'fold it, or go to the row above it',
    foot: 'fold',
  },
  {
    keys: [' '],
    action: { type: 'row', key: { type: 'decide' } },
    on: rowScreens,
    label: 'Space',
    help: 'skip or approve the record, or all records of the group',
    foot: 'skip',
  },
  {
    keys: ['A'],
    action: { type: 'row', key: { type: 'approve-all' } },
    on: planScreens,
    label: 'A',
    help: 'approve everything that was skipped',
  },
  {
    keys: ['n'],
    action: { type: 'row', key: { type: 'finding', by: 1 } },
    on: planScreens,
    label: 'n',
    help: 'go to the next thing to look at',
    foot: 'next risk',
  },
  { keys: ['N'], action: { type: 'row', key: { type: 'finding', by: -1 } }, on: planScreens, label: 'N', help: 'go to the one before' },
  {
    keys: ['t'],
    action: { type: 'row', key: { type: 'group' } },
    on: ['list'],
    label: 't',
    help: 'group by cause, record, category, file or kind',
  },
  {
    keys: ['s'],
    action: { type: 'row', key: { type: 'order' } },
    on: ['list'],
    label: 's',
    help: 'sort as planned, by risk, by price move or by name',
  },
  {
    keys: ['c'],
    action: { type: 'row', key: { type: 'currency' } },
    on: rowScreens,
    label: 'c',
    help: 'show the next currency of a price grid',
  },
  {
    keys: ['e'],
    action: { type: 'row', key: { type: 'edit' } },
    on: rowScreens,
    label: 'e',
    help: 'open the document at its line in the editor',
  },
  {
    keys: ['o'],
    action: { type: 'row', key: { type: 'open-page' } },
    on: rowScreens,
    label: 'o',
    help: 'open the page of the shop in the browser',
  },
  {
    keys: ['escape'],
    action: { type: 'back' },
    on: [...readingScreens, 'confirm'],
    label: 'Esc',
    help: 'clear the filter, or go back',
    foot: 'back',
  },
  {
    keys: ['/'],
    action: { type: 'show', what: 'filter' },
    on: planScreens,
    label: '/',
    help: 'filter the list: every word must match',
    foot: 'filter',
  },
  {
    keys: ['a'],
    action: { type: 'show', what: 'confirm' },
    on: planScreens,
    label: 'a',
    help: 'apply what is approved (asks for confirmation)',
    foot: 'apply',
  },
  {
    keys: ['?'],
    action: { type: 'show', what: 'help' },
    on: readingScreens,
    label: '?',
    help: 'show this help, or close it',
    foot: 'help',
  },
  { keys: ['q'], action: { type: 'end', ending: 'quit' }, on: readingScreens, label: 'q', help: 'quit without applying', foot: 'quit' },
]

const textInputActions: Readonly<Record<string, ReviewAction>> = {
  tab: { type: 'complete' },
  return: { type: 'submit' },
  escape: { type: 'back' },
  backspace: { type: 'erase' },
}

const movementKeys = new Set(['up', 'down', 'pageup', 'pagedown', 'home', 'end'])

/** The state after a key, given by its name (`keyNames`). Keys without an action on the screen change nothing. */
export function pressKey(state: ReviewState, key: string, bounds: ReviewBounds): ReviewState {
  const action = actionOf(state, key)
  return action === undefined ? state : reduceReview(state, action, bounds)
}

/** True where keys enter text. */
export function isTextInput({ screen, isTyping }: ReviewState): boolean {
  return screen === 'confirm' || (screen === 'list' && isTyping)
}

function actionOf(state: ReviewState, key: string): ReviewAction | undefined {
  if (key === 'ctrl-c') return { type: 'end', ending: 'interrupted' }
  if (isTextInput(state) && !(state.screen === 'list' && movementKeys.has(key))) {
    return textInputActions[key] ?? (graphemesOf(key).length === 1 ? { type: 'type', text: key } : undefined)
  }
  return keyBindings.find(({ keys, on }) => on.includes(state.screen) && keys.includes(key))?.action
}
