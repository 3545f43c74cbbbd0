/** The evaluator's own tree; it shares nothing with the parser and the SQL of the emulator. */
export type Sort = 'text' | 'number' | 'flag' | 'date'
export interface Move {
  readonly by: number
  readonly unit: 'DAY' | 'MONTH' | 'YEAR'
}
export type Operand =
  | { readonly field: string; readonly sort: Sort; readonly moves: readonly Move[] }
  | { readonly now: true; readonly moves: readonly Move[] }
  | { readonly number: string }
  | { readonly string: string }
interface Comparison {
  readonly left: Operand
  readonly sign: string
  readonly right: Operand
}
export type Tree =
  | { readonly all: readonly Tree[] }
  | { readonly any: readonly Tree[] }
  | { readonly not: Tree }
  | { readonly unset: string; readonly sort: Sort }
  | Comparison

/** A record as it is stored; `null` = never set. */
export type Stored = Readonly<Record<string, string | null>>

/** True, false, or `null` for unknown. */
type Truth = boolean | null

const two = (value: number): string => String(value).padStart(2, '0')
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const daysOf = (year: number, month: number): number => [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0

type Day = readonly [year: number, month: number, day: number]

function dayAfter([year, month, day]: Day): Day {
  if (day < daysOf(year, month)) return [year, month, day + 1]
  return month < 12 ? [year, month + 1, 1] : [year + 1, 1, 1]
}

function dayBefore([year, month, day]: Day): Day {
  if (day > 1) return [year, month, day - 1]
  return month > 1 ? [year, month - 1, daysOf(year, month - 1)] : [year - 1, 12, 31]
}

function monthsLater([year, month, day]: Day, by: number): Day {
  const months = year * 12 + month - 1 + by
  const [y, m] = [Math.floor(months / 12), (months % 12) + 1]
  return [y, m, Math.min(day, daysOf(y, m))]
}

/** Adds an interval to a `YYYY-MM-DD HH:MM:SS` text, with a calendar of its own. */
function moved(text: string, { by, unit }: Move): string {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  let at: Day = [year, month, day]
  if (unit === 'DAY') for (let left = Math.abs(by); left > 0; left -= 1) at = by > 0 ? dayAfter(at) : dayBefore(at)
  else at = monthsLater(at, unit === 'YEAR' ? by * 12 : by)
  return `${String(at[0]).padStart(4, '0')}-${two(at[1])}-${two(at[2])}${text.slice(10)}`
}

/** What a side is compared as; `null` if it has no value. An unset field is the same as an empty one. */
function textOf(operand: Operand, record: Stored, { now, asText }: { now: string; asText: boolean }): string | null {
  if ('number' in operand) return operand.number
  if ('string' in operand) return operand.string
  if ('now' in operand) return operand.moves.reduce(moved, now)
  const text = record[operand.field] ?? ''
  if (text !== '') return operand.moves.reduce(moved, text)
  if (operand.sort === 'flag') return 'false'
  // Only a text can be empty: an empty number or date is no value.
  return asText && operand.moves.length === 0 ? '' : null
}

function leadingNumber(text: string): number {
  return Number(/^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/i.exec(text)?.[0] ?? 0)
}

function numberOf(operand: Operand, text: string): number {
  const isFlag = 'field' in operand && operand.sort === 'flag'
  if (isFlag) return text === 'true' ? 1 : 0
  return 'string' in operand && text.toLowerCase() === 'true' ? 1 : leadingNumber(text)
}

const isNumeric = (operand: Operand): boolean =>
  'number' in operand || ('field' in operand && (operand.sort === 'number' || operand.sort === 'flag'))
const isDate = (operand: Operand): boolean => 'now' in operand || ('field' in operand && operand.sort === 'date')
const withTime = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00:00` : text)

/** Below 0, 0 or above 0, as SQL orders the two sides; `null` if one is not set. */
function order(left: Operand, right: Operand, read: (operand: Operand) => string | null): number | null {
  const [one, other] = [read(left), read(right)]
  if (one === null || other === null) return null
  if (isNumeric(left) || isNumeric(right)) return Math.sign(numberOf(left, one) - numberOf(right, other))
  const dated = isDate(left) || isDate(right)
  const text = (operand: Operand, value: string): Buffer => Buffer.from(dated && 'string' in operand ? withTime(value) : value)
  return Buffer.compare(text(left, one), text(right, other))
}

const holds: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (by) => by === 0,
  '!=': (by) => by !== 0,
  '>': (by) => by > 0,
  '>=': (by) => by >= 0,
  '<': (by) => by < 0,
  '<=': (by) => by <= 0,
}

function compared({ left, sign, right }: Comparison, record: Stored, now: string): Truth {
  const asText = ![left, right].some((operand) => isNumeric(operand) || isDate(operand))
  const by = order(left, right, (operand) => textOf(operand, record, { now, asText }))
  return by === null ? null : (holds[sign]?.(by) ?? null)
}

/** Whether a record is found by a tree, with three truth values as SQL has them; `now` as `YYYY-MM-DD HH:MM:SS`. */
export function evaluate(tree: Tree, record: Stored, now: string): Truth {
  if ('not' in tree) {
    const truth = evaluate(tree.not, record, now)
    return truth === null ? null : !truth
  }
  if ('unset' in tree) return tree.sort !== 'flag' && (record[tree.unset] ?? '') === ''
  if ('left' in tree) return compared(tree, record, now)
  const parts = ('all' in tree ? tree.all : tree.any).map((part) => evaluate(part, record, now))
  const decisive = 'any' in tree
  if (parts.includes(decisive)) return decisive
  return parts.includes(null) ? null : !decisive
}
