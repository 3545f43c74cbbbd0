import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { planView } from '../../src/report/view/plan-view.ts'
import { boundsOf, reviewFrame, reviewModel } from '../../src/review/review-frame.ts'
import { keyBindings, pressKey } from '../../src/review/review-keys.ts'
import { settleReview, startReview, type ReviewState } from '../../src/review/review-state.ts'
import { lineWidth } from '../../src/report/line.ts'
import { samplePlan } from '../support/sample-plan.ts'

const model = reviewModel(planView(samplePlan), 'production')

function press(keys: readonly string[], size = { columns: 80, rows: 24 }): ReviewState {
  const bounds = boundsOf(model, size)
  return keys.reduce((state, key) => pressKey(state, key, bounds), startReview(model.find('')))
}

const typing = (text: string): string[] => text.split('')

test('the keys move the cursor, which stops at both ends', () => {
  const cursors = [['j', 'down', 'j'], ['j', 'k', 'up', 'up'], ['end'], ['G', 'pageup'], ['pagedown', 'home'], ['end', 'j']].map(
    (keys) => press(['return', ...keys]).cursor,
  )

  expect(cursors).toEqual([3, 0, 15, 0, 0, 15])
})

test('a filter shows the matches and their roots and keeps the cursor on its row; Esc clears it', () => {
  const before = press(['return', 'j', 'j', '/', ...typing('kind:price risk'), 'return'])
  const after = press(['return', 'j', 'j', '/', ...typing('kind:price risk'), 'return', 'escape'])

  expect(before).toMatchObject({
    screen: 'list',
    filter: 'kind:price risk',
    isTyping: false,
    shown: { rows: [1, 2], matches: 1 },
    cursor: 1,
  })
  expect(after).toMatchObject({ screen: 'list', filter: '', cursor: 2, ending: null })
})

test('filters find names, fields, values, kinds, actions and groups, ignoring case', () => {
  const found = ['OAK extendable', 'field:weight', 'op:cannot', 'group:vip', 'kind:files op:update', 'nothing like this'].map(
    (filter) => model.find(filter).matches,
  )

  expect(found).toEqual([1, 1, 1, 1, 1, 0])
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
