import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { planView } from '../../src/report/view/plan-view.ts'
import { boundsOf, reviewFrame } from '../../src/review/review-frame.ts'
import { keyBindings, pressKey } from '../../src/review/review-keys.ts'
import { reviewModel } from '../../src/review/review-model.ts'
import { settleReview } from '../../src/review/reduce-review.ts'
import { rowAt, startReview, type ReviewState } from '../../src/review/review-state.ts'
import { lineWidth } from '../../src/report/line.ts'
import { samplePlan } from '../support/sample-plan.ts'

const model = reviewModel(planView(samplePlan), { confirmWord: 'production' })

function press(keys: readonly string[], size = { columns: 80, rows: 24 }): ReviewState {
  const bounds = boundsOf(model, size)
  return keys.reduce((state, key) => pressKey(state, key, bounds), startReview(bounds))
}

const typing = (text: string): string[] => text.split('')

test('the keys move the cursor, which stops at both ends', () => {
  const cursors = [['j', 'down', 'j'], ['j', 'k', 'up', 'up'], ['end'], ['G', 'pageup'], ['pagedown', 'home'], ['end', 'j']].map(
    (keys) => press(['return', 't', ...keys]).cursor,
  )

  expect(cursors).toEqual([3, 0, 15, 0, 0, 15])
})

/** The list as short lines: depth, fold, and what the row is. */
function rowsOf({ shown }: ReviewState): string[] {
  return shown.rows.slice(0, shown.rows.length).map(({ kind, key, root, at, depth, isFolded }) => {
    const name = kind === 'group' ? key : `${model.view.roots[root]?.key ?? ''}${at < 0 ? '' : `/${at}`}`
    return `${'  '.repeat(depth)}${isFolded === true ? '+' : ''}${name}`
  })
}

test('a filter shows the matches and their roots and keeps the cursor on its row; Esc clears it', () => {
  const before = press(['return', 't', 'j', 'j', '/', ...typing('kind:price risk'), 'return'])
  const after = press(['return', 't', 'j', 'j', '/', ...typing('kind:price risk'), 'return', 'escape'])

  expect(rowsOf(before)).toEqual(['OAK-TABLE', '  OAK-TABLE/0'])
  expect(before).toMatchObject({ screen: 'list', filter: 'kind:price risk', isTyping: false, shown: { matches: 1 }, cursor: 1 })
  expect(after).toMatchObject({ screen: 'list', filter: '', cursor: 2, ending: null })
})

test('filters find names, fields, values, kinds, actions, groups, places and moves of prices, ignoring case', () => {
  const found = [
    'OAK extendable',
    'field:weight',
    'op:cannot',
    'group:vip',
    'kind:files op:update',
    'file:prices.yaml',
    'move<-10%',
    'move<-50%',
    'move>10%',
    'skipped',
    'nothing like this',
  ].map((filter) => press(['return', 't', '/', ...typing(filter)]).shown.matches)

  expect(found).toEqual([1, 1, 1, 1, 1, 2, 1, 0, 0, 0, 0])
})

test('Tab completes the last word of a filter with what finds most', () => {
  const completed = ['kind:pri', 'op:c', 'group:v', 'nothing'].map((filter) => press(['/', ...typing(filter), 'tab']).filter)

  expect(completed).toEqual(['kind:price grids', 'op:create', 'group:vip', 'nothing'])
})

test('the list is grouped by cause, record, category, file and kind; the cursor stays on its record', () => {
  const grouped = [1, 2, 3, 4, 5].map((times) => press(['return', 'end', ...Array.from({ length: times }, () => 't')]))

  expect(grouped.map(({ grouping }) => grouping)).toEqual(['record', 'category', 'file', 'kind', 'cause'])
  expect(new Set(grouped.map(({ shown, cursor }) => shown.rows.at(cursor)?.root))).toEqual(new Set([rowAt(press(['return', 'end']))?.root]))
})

test('left folds a record, or goes to the row above it; right unfolds it', () => {
  const folded = press(['return', 't', 'j', 'left'])
  const again = press(['return', 't', 'j', 'left', 'right'])
  const above = press(['return', 't', 'j', 'j', 'j', 'h'])

  expect(rowsOf(folded).slice(0, 3)).toEqual(['tables', '+OAK-TABLE', 'ELM-TABLE'])
  expect(rowsOf(again)).toEqual(rowsOf(press(['return', 't'])))
  expect(above.cursor).toBe(1)
})

test('n goes to the change that the next finding is about, unfolded, from any screen', () => {
  const state = press(['return', 't', 'j', 'left', 'escape', 'n'])

  expect(state.screen).toBe('list')
  expect(rowAt(state)).toMatchObject({ kind: 'change', at: 0 })
  expect(state.notice).toMatch(/^1\/1 OAK-TABLE: for about 4 seconds/)
})

test('Space skips a record with what needs it, and approves it with what it needs', () => {
  const file = ['return', '/', ...typing('elm-1.jpg'), 'return']
  const skipped = press([...file, 'j', ' '])
  const both = press(['return', 't', '/', ...typing('elm-table'), 'return', ' '])
  const again = press(['return', 't', '/', ...typing('elm-table'), 'return', ' ', ' '])

  expect(model.decisions.addressesOf(skipped.skipped)).toEqual(['file.images/items/elm-1.jpg'])
  expect(model.decisions.addressesOf(both.skipped)).toEqual(['product.ELM-TABLE'])
  expect(both.notice).toBe('Skipped product.ELM-TABLE')
  expect(again.skipped.size).toBe(0)
})

test('a group is skipped as a whole; A approves everything', () => {
  const group = press(['return', ' '])
  const all = press(['return', ' ', 'A'])

  expect(group.skipped.size).toBe(6)
  expect(all.skipped.size).toBe(0)
})

test('guards that stop a plan can be met by skipping: then the word can be typed', () => {
  const stopped = reviewModel(planView(samplePlan), {
    confirmWord: 'yes',
    stops: [{ guard: 'price_change', limit: '30%', found: 1, cases: [] }],
  })

  const words = [new Set<number>(), new Set([0])].map((skipped) => stopped.confirmWordOf({ skipped }))

  expect(words).toEqual([null, 'yes'])
})

test('only the requested word applies the plan', () => {
  const endings = [
    ['a', ...typing('production'), 'return'],
    ['a', ...typing('yes'), 'return'],
    ['a', 'return'],
    ['a', ...typing('productionn'), 'backspace', 'return'],
    ['a', ...typing('production'), 'escape', 'return'],
    ['q'],
    ['escape'],
    ['return', 'return', 'q'],
    ['a', ...typing('q')],
    ['a', 'ctrl-c'],
    ['ctrl-c', 'a', ...typing('production'), 'return'],
  ].map((keys) => press(keys).ending)

  expect(endings).toEqual(['apply', null, null, 'apply', null, 'quit', 'quit', 'quit', null, 'interrupted', 'interrupted'])
})

test('a wrong word is refused and cleared', () => {
  const state = press(['a', ...typing('prod'), 'return'])

  expect(state).toMatchObject({ screen: 'confirm', typed: '', isRefused: true, ending: null })
})

test('for any keys and any size, the cursor is inside the window and the frame inside the terminal', () => {
  const names = [...keyBindings.flatMap(({ keys }) => keys), 'o', 'p', ' ', '\u7121', 'backspace', 'return']
  const keys = fc.array(fc.constantFrom(...names), { maxLength: 60 })
  const size = fc.record({ columns: fc.integer({ min: 30, max: 200 }), rows: fc.integer({ min: 6, max: 60 }) })

  fc.assert(
    fc.property(keys, size, size, (pressed, first, second) => {
      const bounds = boundsOf(model, second)
      const state = settleReview(press(pressed, first), bounds)
      const { shown, cursor, top, scroll } = state
      const frame = reviewFrame(state, model, second)
      expect(cursor).toBeGreaterThanOrEqual(0)
      expect(cursor).toBeLessThan(Math.max(1, shown.rows.length))
      expect(top).toBeLessThanOrEqual(cursor)
      expect(cursor).toBeLessThan(top + bounds.height)
      expect(scroll).toBeGreaterThanOrEqual(0)
      expect(frame.boxes.map((lines) => lines.length)).toEqual(frame.boxes.map(() => second.rows - 2))
      const widths = Array.from({ length: second.rows - 2 }, (_, row) =>
        frame.boxes.reduce((sum, lines) => sum + lineWidth(lines[row] ?? []), 0),
      )
      expect(new Set(widths)).toEqual(new Set([second.columns]))
      expect(lineWidth(frame.head)).toBeLessThanOrEqual(second.columns)
      expect(lineWidth(frame.foot)).toBeLessThanOrEqual(second.columns)
    }),
    { numRuns: 300 },
  )
})
