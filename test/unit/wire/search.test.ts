import { expect, test } from 'vitest'
import { parseSearch } from '../../../src/wire/search.ts'
import { type Search, searchFields, type SearchOperand } from '../../../src/wire/search-tree.ts'

const field = (name: string): SearchOperand => ({ kind: 'field', name, shifts: [] })
const number = (text: string): SearchOperand => ({ kind: 'number', text })
const text = (value: string): SearchOperand => ({ kind: 'text', text: value })
const equal = (left: SearchOperand, right: SearchOperand): Search => ({ op: 'compare', left, sign: '=', right })
const one = (name: string): Search => equal(field(name), number('1'))

test.each<[string, Search]>([
  ['a=1', one('a')],
  ['a = 1 OR b = 1 AND c = 1', { op: 'or', of: [one('a'), { op: 'and', of: [one('b'), one('c')] }] }],
  ['(a = 1 OR b = 1) AND c = 1', { op: 'and', of: [{ op: 'or', of: [one('a'), one('b')] }, one('c')] }],
  ['a=1 or b=1 Or c=1', { op: 'or', of: [one('a'), one('b'), one('c')] }],
  ['NOT a = 1 AND b = 1', { op: 'and', of: [{ op: 'not', of: one('a') }, one('b')] }],
  ['NOT NOT a = 1', { op: 'not', of: { op: 'not', of: one('a') } }],
  ['((a=1))', one('a')],
  ['isnull ( a )', { op: 'isnull', field: 'a' }],
  ['a = b', equal(field('a'), field('b'))],
  ['1=a', equal(number('1'), field('a'))],
  ['a=-0.50', equal(field('a'), number('-0.50'))],
  ['a >= 2', { op: 'compare', left: field('a'), sign: '>=', right: number('2') }],
  [`a = 'it''s "so"'`, equal(field('a'), text(`it's "so"`))],
  [`a = "it's ""so"""`, equal(field('a'), text(`it's "so"`))],
  [String.raw`a = 'it\'s a \\ and \"'`, equal(field('a'), text(String.raw`it's a \ and "`))],
  [`a = ''`, equal(field('a'), text(''))],
  [`a = '1; DROP TABLE x -- \n%_'`, equal(field('a'), text('1; DROP TABLE x -- \n%_'))],
  ['AND_1 = 1', one('AND_1')],
  [
    'placed > NOW() - INTERVAL 3 MONTH',
    { op: 'compare', left: field('placed'), sign: '>', right: { kind: 'now', shifts: [{ by: -3, unit: 'MONTH' }] } },
  ],
  [
    'a+interval 1 day-Interval 02 YEAR<now ( )',
    {
      op: 'compare',
      left: {
        kind: 'field',
        name: 'a',
        shifts: [
          { by: 1, unit: 'DAY' },
          { by: -2, unit: 'YEAR' },
        ],
      },
      sign: '<',
      right: { kind: 'now', shifts: [] },
    },
  ],
])('%s', (expression, tree) => {
  const seen = parseSearch(expression)

  expect(seen).toEqual(tree)
})

test.each([
  ['', '_search'],
  [' ', '_search'],
  ['a', '_search'],
  ['a =', '_search'],
  ['a = 1 AND', '_search'],
  ['(a = 1', '_search'],
  ['a = 1)', ')'],
  ['a = 1 b = 1', 'b'],
  ['a <> 1', '>'],
  ['a == 1', '='],
  ['a LIKE 1', 'LIKE'],
  ['a = b = c', '='],
  ['a (', '('],
  ['1 = 1', '1'],
  ["NOW() > '2026-01-01'", 'NOW'],
  ['a = NOW', '_search'],
  ['a > NOW() - INTERVAL 3 MONTHS', 'MONTHS'],
  ['a > NOW() - INTERVAL 1.5 DAY', '1.5'],
  ['a > NOW() - INTERVAL 1234567890 DAY', '1234567890'],
  ['a > NOW() - 3', '3'],
  ["a > 'x' - INTERVAL 3 MONTH", '-'],
  ['a + 1 > 2', '1'],
  ['a = 1.', '1.'],
  ['a = 12abc', '12abc'],
  ["a = 'open", "'open"],
  [String.raw`a = 'C:\dir'`, String.raw`'C:\dir'`],
  ['a = 1; DROP TABLE x', ';'],
  ['a\u00A0= 1', '\u00A0='],
  ['DAY = 1', 'DAY'],
  ['ISNULL(1)', '1'],
  ['ISNULL(a) = 1', '='],
  [`a = 1 OR ${'x'.repeat(50)}`, '_search'],
])('%s is refused at %s', (expression, name) => {
  const seen = parseSearch(expression)

  expect(seen).toEqual({ fault: 'syntax', name })
})

const brackets = (levels: number) => `${'('.repeat(levels)}a=1${')'.repeat(levels)}`
const nots = (levels: number) => `${'NOT '.repeat(levels)}a=1`
/** Each comparison is three nodes, their AND is one more. */
const series = (count: number) => Array.from({ length: count }, () => 'a=1').join(' AND ')

test('64 levels, 2000 nodes and 8192 characters are the most', () => {
  const seen = [brackets(64), nots(64), series(666), `a=1${' '.repeat(8189)}`].map((expression) => parseSearch(expression))
  const over = [brackets(65), nots(65), series(667), `a=1${' '.repeat(8190)}`].map((expression) => parseSearch(expression))

  expect(seen.map((tree) => 'fault' in tree)).toEqual([false, false, false, false])
  expect(over).toEqual([
    { fault: 'limit', name: '(' },
    { fault: 'limit', name: 'NOT' },
    { fault: 'limit', name: '_search' },
    { fault: 'limit', name: '_search' },
  ])
})

test('DAY, MONTH and YEAR of a field are read where they are asked for (R24)', () => {
  const seen = ['MONTH(a) = 5', "'5' < year ( a )", 'DAY(1) = 1', 'DAY = 1', 'DAY() = 1', 'DAY(a) + INTERVAL 1 DAY = 1', 'NOW(a) = 1'].map(
    (expression) => parseSearch(expression, { functions: true }),
  )

  expect(seen).toEqual([
    { op: 'compare', left: { kind: 'part', unit: 'MONTH', name: 'a' }, sign: '=', right: number('5') },
    { op: 'compare', left: text('5'), sign: '<', right: { kind: 'part', unit: 'YEAR', name: 'a' } },
    ...['1', '=', ')', '+', 'a'].map((name) => ({ fault: 'syntax', name })),
  ])
})

test('the fields of a tree have the order of the text', () => {
  const tree = parseSearch("NOT (b = a OR ISNULL(c)) AND 1 < d + INTERVAL 1 DAY AND 'x' != b")

  expect('op' in tree ? searchFields(tree) : tree).toEqual(['b', 'a', 'c', 'd', 'b'])
})
