import { type SearchToken, searchTokens } from './search-token.ts'
import { type Search, searchFieldOf, type SearchOperand, type SearchShift, type SearchSign } from './search-tree.ts'

/** An invalid expression: the token at fault, or `_search` where the whole expression is. */
export interface SearchFault {
  /** `limit`: longer, deeper or with more nodes than is read. */
  readonly fault: 'syntax' | 'limit'
  readonly name: string
}

interface Reading {
  readonly tokens: readonly SearchToken[]
  readonly functions: boolean
  at: number
  nodes: number
  tooDeep: boolean
}

const maxLength = 8192
const maxDepth = 64
const maxNodes = 2000
const maxFaultName = 40

const signs: ReadonlyMap<string, SearchSign> = new Map((['=', '!=', '>', '>=', '<', '<='] as const).map((sign) => [sign, sign]))
const units: ReadonlyMap<string, SearchShift['unit']> = new Map((['DAY', 'MONTH', 'YEAR'] as const).map((unit) => [unit, unit]))

function isNext(reading: Reading, text: string): boolean {
  const token = reading.tokens[reading.at]
  return token !== undefined && token.text === text && (token.kind === 'keyword' || token.kind === 'sign')
}

function takes(reading: Reading, text: string): boolean {
  const next = isNext(reading, text)
  if (next) reading.at += 1
  return next
}

function take(reading: Reading, kind: SearchToken['kind']): string | null {
  const token = reading.tokens[reading.at]
  if (token?.kind !== kind) return null
  reading.at += 1
  return token.text
}

/** The meaning of the next token, where it has this kind and a meaning here; the token is then consumed. */
function nextIn<T>(reading: Reading, kind: SearchToken['kind'], meanings: ReadonlyMap<string, T>): T | undefined {
  const token = reading.tokens[reading.at]
  const meaning = token?.kind === kind ? meanings.get(token.text) : undefined
  if (meaning !== undefined) reading.at += 1
  return meaning
}

function isTooDeep(reading: Reading, depth: number): boolean {
  reading.tooDeep ||= depth >= maxDepth
  return depth >= maxDepth
}

function counted<T>(reading: Reading, node: T): T {
  reading.nodes += 1
  return node
}

/** shift = ("+" | "-") INTERVAL integer (DAY | MONTH | YEAR) */
function shift(reading: Reading): SearchShift | null {
  const back = takes(reading, '-')
  if (!back) reading.at += 1
  if (!takes(reading, 'INTERVAL')) return null
  const digits = reading.tokens[reading.at]
  if (digits?.kind !== 'number' || !/^\d{1,9}$/.test(digits.text)) return null
  reading.at += 1
  const unit = nextIn(reading, 'keyword', units)
  if (!unit) return null
  const by = Number(digits.text)
  return counted(reading, { by: back && by !== 0 ? -by : by, unit })
}

function shifts(reading: Reading): readonly SearchShift[] | null {
  const found: SearchShift[] = []
  while (isNext(reading, '+') || isNext(reading, '-')) {
    const one = shift(reading)
    if (!one) return null
    found.push(one)
  }
  return found
}

/** (DAY | MONTH | YEAR) "(" field ")", which platform.md does not show */
function part(reading: Reading): SearchOperand | null {
  const unit = reading.functions ? nextIn(reading, 'keyword', units) : undefined
  const name = unit && takes(reading, '(') ? take(reading, 'field') : null
  return unit && name !== null && takes(reading, ')') ? counted(reading, { kind: 'part', unit, name }) : null
}

/** field {shift} | NOW "(" ")" {shift} */
function movable(reading: Reading): SearchOperand | null {
  const name = take(reading, 'field')
  if (name === null && !(takes(reading, 'NOW') && takes(reading, '(') && takes(reading, ')'))) return null
  const moved = shifts(reading)
  return moved && counted(reading, name === null ? { kind: 'now', shifts: moved } : { kind: 'field', name, shifts: moved })
}

/** operand = string | ["-"] number | field {shift} | NOW "(" ")" {shift} */
function operand(reading: Reading): SearchOperand | null {
  const text = take(reading, 'string')
  if (text !== null) return counted(reading, { kind: 'text', text })
  const sign = takes(reading, '-') ? '-' : ''
  const number = take(reading, 'number')
  if (number !== null) return counted(reading, { kind: 'number', text: sign + number })
  if (sign !== '') return null
  return reading.tokens[reading.at]?.kind === 'keyword' && !isNext(reading, 'NOW') ? part(reading) : movable(reading)
}

function comparison(reading: Reading): Search | null {
  const start = reading.at
  const left = operand(reading)
  if (!left) return null
  const sign = nextIn(reading, 'sign', signs)
  if (!sign) return null
  const right = operand(reading)
  if (!right) return null
  if (searchFieldOf(left) === undefined && searchFieldOf(right) === undefined) {
    reading.at = start
    return null
  }
  return counted(reading, { op: 'compare', left, sign, right })
}

function isNull(reading: Reading): Search | null {
  const field = takes(reading, '(') ? take(reading, 'field') : null
  return field !== null && takes(reading, ')') ? counted(reading, { op: 'isnull', field }) : null
}

/** primary = "(" or ")" | ISNULL "(" field ")" | operand op operand */
function primary(reading: Reading, depth: number): Search | null {
  if (isNext(reading, '(')) {
    if (isTooDeep(reading, depth)) return null
    reading.at += 1
    const inner = or(reading, depth + 1)
    return inner && takes(reading, ')') ? inner : null
  }
  return takes(reading, 'ISNULL') ? isNull(reading) : comparison(reading)
}

function not(reading: Reading, depth: number): Search | null {
  if (!isNext(reading, 'NOT')) return primary(reading, depth)
  if (isTooDeep(reading, depth)) return null
  reading.at += 1
  const inner = not(reading, depth + 1)
  return inner && counted(reading, { op: 'not', of: inner })
}

function series(reading: Reading, op: 'and' | 'or', item: () => Search | null): Search | null {
  const of: Search[] = []
  do {
    const one = item()
    if (!one) return null
    of.push(one)
  } while (takes(reading, op.toUpperCase()))
  return of.length === 1 ? (of[0] ?? null) : counted(reading, { op, of })
}

function and(reading: Reading, depth: number): Search | null {
  return series(reading, 'and', () => not(reading, depth))
}

function or(reading: Reading, depth: number): Search | null {
  return series(reading, 'or', () => and(reading, depth))
}

function fault(name: string, kind: SearchFault['fault'] = 'syntax'): SearchFault {
  return { fault: kind, name: name.slice(0, maxFaultName) }
}

/**
 * Parses a `_search` expression (platform.md, "_search expression"), percent-decoded:
 *
 *     or   = and { OR and } ;   and = not { AND not } ;   not = NOT not | primary ;
 *
 * Keywords are case-insensitive, field names are not. At most 8192 characters, 64 levels of brackets and NOT, 2000 nodes, and 9 digits
 * in an INTERVAL; anything else is a fault (assumptions.md R24 to R26, R28). `functions` allows DAY(), MONTH() and YEAR() of a field;
 * default false.
 */
export function parseSearch(text: string, { functions = false } = {}): Search | SearchFault {
  if (text.length > maxLength) return fault('_search', 'limit')
  const tokens = searchTokens(text)
  if ('unexpected' in tokens) return fault(tokens.unexpected)
  const reading: Reading = { tokens, functions, at: 0, nodes: 0, tooDeep: false }
  const search = or(reading, 0)
  if (!search || reading.at < tokens.length) return fault(tokens[reading.at]?.source ?? '_search', reading.tooDeep ? 'limit' : 'syntax')
  return reading.nodes > maxNodes ? fault('_search', 'limit') : search
}
