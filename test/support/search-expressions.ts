import type { Move, Operand, Sort, Stored, Tree } from './search-evaluator.ts'
import type { Dice } from './search-random.ts'

/** A resource to search in: its key, and fields with the values that records and expressions use. */
export interface Ground {
  readonly resource: 'Order' | 'Merchandising' | 'Product'
  readonly key: string
  readonly fields: readonly { readonly name: string; readonly sort: Sort }[]
}

const texts = [
  'abc',
  'ABC',
  'ab',
  '',
  "O'Brien",
  'a"b',
  'c:\\d',
  '12',
  '12.50 kr',
  ' 7',
  '-3',
  'true',
  '2026-02-28',
  'é',
  '\uFFFD',
  '\u{1F600}',
  'a b',
  'AND',
]
const numbers = ['0', '1', '-3', '7', '12', '12.5', '0.1', '100000']
const dates = [
  '2024-02-29 00:00:00',
  '2025-12-31 23:59:59',
  '2026-01-31 00:00:00',
  '2026-02-28 10:20:30',
  '2026-05-31 10:20:30',
  '2026-06-01 00:00:00',
]
const signs = ['=', '!=', '>', '>=', '<', '<=']
const pools: Readonly<Record<Sort, readonly string[]>> = { text: texts, number: numbers, flag: ['true', 'false'], date: dates }

export const grounds: readonly Ground[] = [
  {
    resource: 'Order',
    key: 'order_number',
    fields: [
      { name: 'status', sort: 'text' },
      { name: 'delivery_date', sort: 'text' },
      { name: 'nitems', sort: 'number' },
      { name: 'total_numeric', sort: 'number' },
      { name: 'archived', sort: 'flag' },
      { name: 'integrated', sort: 'flag' },
      { name: 'order_date', sort: 'date' },
      { name: 'update_date', sort: 'date' },
    ],
  },
  {
    resource: 'Merchandising',
    key: 'sku',
    fields: [
      { name: 'featured', sort: 'text' },
      { name: 'timed_promotion', sort: 'flag' },
      { name: 'start_date', sort: 'date' },
      { name: 'end_date', sort: 'date' },
    ],
  },
  {
    resource: 'Product',
    key: 'sku',
    fields: [
      { name: 'title', sort: 'text' },
      { name: 'meta_title', sort: 'text' },
      { name: 'image', sort: 'text' },
      { name: 'price', sort: 'number' },
      { name: 'weight', sort: 'number' },
      { name: 'inactive', sort: 'flag' },
    ],
  },
]

/** The stored form of a text: file names are trimmed, and nitems is an integer. */
function storedText(name: string, value: string): string {
  if (name === 'nitems') return value.replace(/\..*/, '')
  return name === 'image' ? value.trim() : value
}

/** A record of such a resource; each field is left out one time in five. */
export function randomRecord(dice: Dice, ground: Ground, key: string): Stored {
  const values = ground.fields.map(({ name, sort }): [string, string | null] => {
    const always = ground.resource === 'Order' && sort === 'date'
    const value = storedText(name, dice.pick(pools[sort]))
    return [name, !always && dice.once(5) ? null : value]
  })
  return { ...Object.fromEntries(values), [ground.key]: key }
}

function randomMoves(dice: Dice): readonly Move[] {
  const count = dice.once(2) ? 0 : 1 + dice.roll(2)
  return Array.from({ length: count }, () => {
    const unit = dice.pick(['DAY', 'MONTH', 'YEAR'] as const)
    return { unit, by: (dice.once(2) ? -1 : 1) * dice.roll(unit === 'YEAR' ? 4 : 40) }
  })
}

function partnerOf(dice: Dice, sort: Sort, ground: Ground): Operand {
  const fits = (other: Sort): boolean => (sort === 'date' ? other === 'date' || other === 'text' : sort === 'text' || other !== 'date')
  const other = dice.pick(ground.fields.filter((field) => fits(field.sort)))
  if (dice.once(4)) return { field: other.name, sort: other.sort, moves: other.sort === 'date' && sort === 'date' ? randomMoves(dice) : [] }
  switch (sort) {
    case 'date':
      return dice.once(2) ? { now: true, moves: randomMoves(dice) } : { string: dice.pick([...dates, '2026-02-28', '']) }
    case 'number':
      return dice.once(2) ? { number: dice.pick(numbers) } : { string: dice.pick([...numbers, '12.50', '+7']) }
    case 'flag':
      return dice.once(2) ? { number: dice.pick(['0', '1', '2']) } : { string: dice.pick(['true', 'FALSE', '0', '1']) }
    case 'text':
      return dice.once(4) ? { number: dice.pick([...numbers, '12.50']) } : { string: dice.pick(texts) }
    default:
      return sort satisfies never
  }
}

/** A tree that the grammar can express. */
export function randomTree(dice: Dice, ground: Ground, depth = 4): Tree {
  const shape = depth === 0 ? 9 : dice.roll(10)
  const parts = (): Tree[] => Array.from({ length: 2 + dice.roll(2) }, () => randomTree(dice, ground, depth - 1))
  if (shape < 2) return { all: parts() }
  if (shape < 4) return { any: parts() }
  if (shape < 5) return { not: randomTree(dice, ground, depth - 1) }
  const { name, sort } = dice.pick(ground.fields)
  if (shape < 6) return { unset: name, sort }
  const field: Operand = { field: name, sort, moves: sort === 'date' ? randomMoves(dice) : [] }
  const partner = partnerOf(dice, sort, ground)
  const [left, right] = dice.once(3) ? [partner, field] : [field, partner]
  return { left, sign: dice.pick(signs), right }
}

const spelled = (dice: Dice, word: string): string => dice.pick([word, word.toLowerCase(), word.charAt(0) + word.slice(1).toLowerCase()])
const gap = (dice: Dice): string => dice.pick([' ', ' ', '  ', '\t', '\r\n'])
const slack = (dice: Dice): string => (dice.once(2) ? '' : gap(dice))

function quoted(dice: Dice, text: string): string {
  const quote = dice.pick(["'", '"'])
  const inside = Array.from(text, (character) => {
    if (character === '\\') return '\\\\'
    if (character === quote) return dice.pick(['\\', quote]) + quote
    return character
  })
  return quote + inside.join('') + quote
}

function operandText(dice: Dice, operand: Operand): string {
  if ('number' in operand) return operand.number
  if ('string' in operand) return quoted(dice, operand.string)
  const start = 'now' in operand ? `${spelled(dice, 'NOW')}${slack(dice)}(${slack(dice)})` : operand.field
  const moves = operand.moves.map(
    ({ by, unit }) =>
      `${slack(dice)}${by < 0 ? '-' : '+'}${slack(dice)}${spelled(dice, 'INTERVAL')}${gap(dice)}${Math.abs(by)}${gap(dice)}${spelled(dice, unit)}`,
  )
  return start + moves.join('')
}

/** A tree as text in random spelling: brackets where the grammar requires them, and sometimes elsewhere. */
export function expressionText(dice: Dice, tree: Tree, within: 'or' | 'and' | 'not' = 'or'): string {
  const bracketed = (text: string, needed: boolean): string => (needed || dice.once(8) ? `(${slack(dice)}${text}${slack(dice)})` : text)
  if ('any' in tree)
    return bracketed(
      tree.any.map((part) => expressionText(dice, part, 'and')).join(`${gap(dice)}${spelled(dice, 'OR')}${gap(dice)}`),
      within !== 'or',
    )
  if ('all' in tree)
    return bracketed(
      tree.all.map((part) => expressionText(dice, part, 'not')).join(`${gap(dice)}${spelled(dice, 'AND')}${gap(dice)}`),
      within === 'not',
    )
  if ('not' in tree) return bracketed(`${spelled(dice, 'NOT')}${gap(dice)}${expressionText(dice, tree.not, 'not')}`, false)
  if ('unset' in tree) return bracketed(`${spelled(dice, 'ISNULL')}${slack(dice)}(${slack(dice)}${tree.unset}${slack(dice)})`, false)
  return bracketed(`${operandText(dice, tree.left)}${slack(dice)}${tree.sign}${slack(dice)}${operandText(dice, tree.right)}`, false)
}
