import { graphemesOf } from '../report/text-width.ts'
import { reduceReview, type ReviewAction, type ReviewBounds, type ReviewScreenName, type ReviewState } from './review-state.ts'

/** Keys and what they do on some screens. The help screen and the foot of each screen list them. */
export interface KeyBinding {
  readonly keys: readonly string[]
  readonly action: ReviewAction
  readonly on: readonly ReviewScreenName[]
  /** The keys as the screen names them. */
  readonly label: string
  readonly help: string
  /** A word for the foot of the screen; left out where there is no room for it. */
  readonly foot?: string
}

const reading: readonly ReviewScreenName[] = ['summary', 'list', 'detail', 'help']
const browsing: readonly ReviewScreenName[] = ['summary', 'list', 'detail']

/** Every key of a review except those that enter text. */
export const keyBindings: readonly KeyBinding[] = [
  { keys: ['up', 'k'], action: { type: 'move', by: -1, unit: 'row' }, on: reading, label: '\u2191 k', help: 'one row or line up' },
  {
    keys: ['down', 'j'],
    action: { type: 'move', by: 1, unit: 'row' },
    on: reading,
    label: '\u2193 j',
    help: 'one row or line down',
    foot: 'move',
  },
  { keys: ['pageup'], action: { type: 'move', by: -1, unit: 'screen' }, on: reading, label: 'PgUp', help: 'one screen up' },
  { keys: ['pagedown', ' '], action: { type: 'move', by: 1, unit: 'screen' }, on: reading, label: 'PgDn Space', help: 'one screen down' },
  { keys: ['home', 'g'], action: { type: 'move', by: -1, unit: 'all' }, on: reading, label: 'Home g', help: 'to the first' },
  { keys: ['end', 'G'], action: { type: 'move', by: 1, unit: 'all' }, on: reading, label: 'End G', help: 'to the last' },
  {
    keys: ['return', 'tab'],
    action: { type: 'open' },
    on: ['summary'],
    label: 'Enter',
    help: 'from the summary to the list of changes',
    foot: 'browse',
  },
  { keys: ['return', 'tab'], action: { type: 'open' }, on: ['list'], label: 'Enter Tab', help: 'the change in full', foot: 'detail' },
  { keys: ['tab'], action: { type: 'back' }, on: ['detail'], label: 'Tab', help: 'from the detail back to the list' },
  {
    keys: ['escape'],
    action: { type: 'back' },
    on: [...reading, 'confirm'],
    label: 'Esc',
    help: 'one step back; the filter first',
    foot: 'back',
  },
  { keys: ['/'], action: { type: 'filter' }, on: browsing, label: '/', help: 'filter: all words must match', foot: 'filter' },
  { keys: ['a'], action: { type: 'ask' }, on: browsing, label: 'a', help: 'apply the plan; asks before', foot: 'apply' },
  { keys: ['?'], action: { type: 'help' }, on: browsing, label: '?', help: 'this help', foot: 'help' },
  { keys: ['q'], action: { type: 'end', as: 'leave' }, on: reading, label: 'q', help: 'quit without applying', foot: 'quit' },
]

const whileTyping: Readonly<Record<string, ReviewAction>> = {
  return: { type: 'submit' },
  escape: { type: 'back' },
  backspace: { type: 'erase' },
}

const moving = new Set(['up', 'down', 'pageup', 'pagedown', 'home', 'end'])

/** The state after a key, by its name (`keyNames`). A key without a meaning on the screen changes nothing. */
export function pressKey(state: ReviewState, key: string, bounds: ReviewBounds): ReviewState {
  const action = actionOf(state, key)
  return action === undefined ? state : reduceReview(state, action, bounds)
}

/** True where keys enter text. */
export function isWriting({ screen, isTyping }: ReviewState): boolean {
  return screen === 'confirm' || (screen === 'list' && isTyping)
}

function actionOf(state: ReviewState, key: string): ReviewAction | undefined {
  if (key === 'ctrl-c') return { type: 'end', as: 'interrupted' }
  if (isWriting(state) && !(state.screen === 'list' && moving.has(key))) {
    return whileTyping[key] ?? (graphemesOf(key).length === 1 ? { type: 'type', text: key } : undefined)
  }
  return keyBindings.find(({ keys, on }) => on.includes(state.screen) && keys.includes(key))?.action
}
