import { graphemesOf } from '../report/text-width.ts'
import { reduceReview, type ReviewAction, type ReviewBounds, type ReviewScreenName, type ReviewState } from './review-state.ts'

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
  {
    keys: ['pagedown', ' '],
    action: { type: 'move', by: 1, unit: 'screen' },
    on: readingScreens,
    label: 'PgDn Space',
    help: 'down one screen',
  },
  { keys: ['home', 'g'], action: { type: 'move', by: -1, unit: 'all' }, on: readingScreens, label: 'Home g', help: 'first row or line' },
  { keys: ['end', 'G'], action: { type: 'move', by: 1, unit: 'all' }, on: readingScreens, label: 'End G', help: 'last row or line' },
  {
    keys: ['return', 'tab'],
    action: { type: 'open' },
    on: ['summary'],
    label: 'Enter',
    help: 'on the summary: list the changes',
    foot: 'browse',
  },
  {
    keys: ['return', 'tab'],
    action: { type: 'open' },
    on: ['list'],
    label: 'Enter Tab',
    help: 'in the list: show the change in full',
    foot: 'detail',
  },
  { keys: ['tab'], action: { type: 'back' }, on: ['detail'], label: 'Tab', help: 'in a change: return to the list' },
  {
    keys: ['escape'],
    action: { type: 'back' },
    on: [...readingScreens, 'confirm'],
    label: 'Esc',
    help: 'clear the filter, or go back',
    foot: 'back',
  },
  { keys: ['/'], action: { type: 'filter' }, on: planScreens, label: '/', help: 'filter the list: every word must match', foot: 'filter' },
  { keys: ['a'], action: { type: 'confirm' }, on: planScreens, label: 'a', help: 'apply the plan (asks for confirmation)', foot: 'apply' },
  { keys: ['?'], action: { type: 'help' }, on: planScreens, label: '?', help: 'show this help', foot: 'help' },
  { keys: ['q'], action: { type: 'end', ending: 'quit' }, on: readingScreens, label: 'q', help: 'quit without applying', foot: 'quit' },
]

const textInputActions: Readonly<Record<string, ReviewAction>> = {
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
