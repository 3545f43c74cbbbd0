import type { Field } from '../../../resources/field.ts'
import type { ResourceName } from '../../../resources/registry.ts'
import { canonicalValue, shortestDecimal } from '../../../resources/scalar.ts'
import { parseSearch } from '../../../wire/search.ts'
import {
  renameSearchFields,
  type Search,
  searchFieldOf,
  searchFields,
  type SearchOperand,
  type SearchShift,
} from '../../../wire/search-tree.ts'
import type { Switches } from '../../assumptions/switches.ts'
import { isCalendarTime, localTime } from '../../clock/store-time.ts'
import { hasField } from '../../database/table-sql.ts'
import { invalidFields } from '../../http/store-fault.ts'
import { collated } from '../collation.ts'
import { columnOf, type Condition, textOf } from './filter-sql.ts'
import { comparedAs, searchedField, type Searched, type SearchSort } from './search-sort.ts'
import { movedTime } from './search-time.ts'
import { fieldOfWire } from '../wire-names.ts'

const shiftsInOneCall = 20
const partFormats = { DAY: '%d', MONTH: '%m', YEAR: '%Y' } as const

function movedOnce(inner: string, shifts: readonly SearchShift[]): string {
  const modifiers = shifts.map(({ unit }) => (unit === 'DAY' ? '?' : "?, 'floor'"))
  return `datetime(${[inner, ...modifiers].join(', ')})`
}

function movedColumn(column: string, shifts: readonly SearchShift[]): Condition {
  const calls: (readonly SearchShift[])[] = []
  for (let at = 0; at < shifts.length; at += shiftsInOneCall) calls.push(shifts.slice(at, at + shiftsInOneCall))
  const parameters = shifts.map(({ by, unit }) => `${by < 0 ? '' : '+'}${by} ${unit.toLowerCase()}s`)
  // Before year 0 SQLite returns a text with a minus sign, MySQL returns NULL.
  return { where: `nullif(max(${calls.reduce(movedOnce, column)}, '0'), '0')`, parameters }
}

function fieldSide(operand: SearchOperand & { kind: 'field' }, as: SearchSort, { resource, switches }: Searched): Condition {
  const field = searchedField(resource, operand.name)
  const column = columnOf(resource, operand.name)
  if (operand.shifts.length > 0) return movedColumn(column, operand.shifts)
  switch (as) {
    case 'text':
      return { where: collated(textOf(column, field), switches), parameters: [] }
    case 'date':
      return { where: `nullif(${column}, '')`, parameters: [] }
    case 'number':
      return {
        where: field.kind === 'flag' ? `(${textOf(column, field)} = 'true')` : `CAST(nullif(${column}, '') AS REAL)`,
        parameters: [],
      }
    default:
      return as satisfies never
  }
}

/** The text that a quoted value is compared as, or `undefined` if it is not a value of the kind of the field it is compared with. */
function literalText(text: string, as: SearchSort, field: Field): string | undefined {
  switch (as) {
    case 'text':
      return text
    case 'date':
      return text === '' || isCalendarTime(text) ? canonicalValue({ kind: 'timestamp', doc: '' }, text) : undefined
    case 'number':
      return field.kind === 'flag' ? { true: '1', false: '0' }[canonicalValue(field, text)] : shortestDecimal(text)
    default:
      return as satisfies never
  }
}

function literal(text: string, as: SearchSort, { field, name }: { field: Field; name: string }): Condition {
  const value = literalText(text, as, field)
  if (value === undefined) throw invalidFields([name]).because('R25')
  return { where: as === 'number' ? 'CAST(? AS REAL)' : '?', parameters: [value] }
}

function comparisonSql({ left, sign, right }: Search & { op: 'compare' }, searched: Searched): Condition {
  const { resource, switches } = searched
  const as = comparedAs([left, right], searched)
  const side = (operand: SearchOperand, other: SearchOperand): Condition => {
    switch (operand.kind) {
      case 'field':
        return fieldSide(operand, as, searched)
      case 'part':
        return {
          where: `CAST(strftime('${partFormats[operand.unit]}', ${columnOf(resource, operand.name)}) AS REAL)`,
          parameters: [],
        }
      case 'number':
        return { where: 'CAST(? AS REAL)', parameters: [operand.text] }
      case 'text': {
        const name = searchFieldOf(other) ?? ''
        const field = searchedField(resource, other.kind === 'field' ? name : undefined)
        return literal(operand.text, as, { field, name })
      }
      case 'now': {
        const time = movedTime(localTime(searched.now, switches), operand.shifts)
        return time === null ? { where: 'NULL', parameters: [] } : { where: '?', parameters: [time] }
      }
      default:
        return operand satisfies never
    }
  }
  const [one, two] = [side(left, right), side(right, left)]
  return { where: `(${one.where} ${sign} ${two.where})`, parameters: [...one.parameters, ...two.parameters] }
}

function conditionOf(search: Search, searched: Searched): Condition {
  switch (search.op) {
    case 'and':
    case 'or': {
      const parts = search.of.map((part) => conditionOf(part, searched))
      const where = parts.map((part) => part.where).join(search.op === 'and' ? ' AND ' : ' OR ')
      return { where: `(${where})`, parameters: parts.flatMap(({ parameters }) => parameters) }
    }
    case 'not': {
      const { where, parameters } = conditionOf(search.of, searched)
      return { where: `(NOT ${where})`, parameters }
    }
    case 'isnull':
      return {
        where: `(${textOf(columnOf(searched.resource, search.field), searchedField(searched.resource, search.field))} = '')`,
        parameters: [],
      }
    case 'compare':
      return comparisonSql(search, searched)
    default:
      return search satisfies never
  }
}

/** The tree of a `_search` expression with declared field names; 406 with the invalid word if it cannot be parsed (assumptions.md R28). */
export function readSearch(text: string, resource: ResourceName, switches: Switches): Search {
  const search = parseSearch(text, { functions: switches.dateFunctions === 'accept' })
  if ('fault' in search) throw invalidFields([search.name]).because(search.fault === 'limit' ? 'R31' : 'R25')
  return renameSearchFields(search, (name) => fieldOfWire(resource, name, switches))
}

/**
 * The condition of a `_search` expression on a resource (platform.md, "_search expression"), with the NULL semantics of SQL: a comparison
 * with an unset number or date is neither true nor false. An unset flag counts as 0, an unset text as empty (assumptions.md W22). Names come from declarations, every value is a parameter. 406 lists unknown fields, or
 * fields that are used where their kind is not allowed.
 */
export function searchSql(search: Search, searched: Searched): Condition {
  const unknown = searchFields(search).filter((name) => !hasField(searched.resource, name))
  if (unknown.length > 0) throw invalidFields(unknown)
  return conditionOf(search, searched)
}
