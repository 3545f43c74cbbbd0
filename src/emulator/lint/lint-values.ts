import { percentIn } from '../../pricing/price-changes.ts'
import { shortestDecimal } from '../../resources/scalar.ts'
import { resourceOf, type ResourceName } from '../../resources/registry.ts'
import { quoted } from '../database/table-sql.ts'
import type { Statements } from '../database/statements.ts'
import type { Finding } from './finding.ts'

/** The values of a list of `<value>=<text>` items, in its order. */
function valuesOf(list: string): readonly string[] {
  return list.split(',').flatMap((item) => (item.trim() === '' ? [] : [item.split('=', 1).join('').trim()]))
}

/** The values that a list has more than once. */
function repeated(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value, at) => values.indexOf(value) < at))]
}

function optionMessages([list = '', price = '']: readonly string[]): readonly string[] {
  const [values, adjusted] = [valuesOf(list), valuesOf(price)]
  const unknown = [...new Set(adjusted.filter((value) => !values.includes(value)))]
  return [
    ...repeated(values).map((value) => `o_value has the value ${value} more than once`),
    ...repeated(adjusted).map((value) => `price adjusts the value ${value} more than once`),
    ...unknown.map((value) => `price adjusts the value ${value}, which is not in o_value`),
  ]
}

function discountMessages([discount = '']: readonly string[]): readonly string[] {
  const amount = shortestDecimal(discount)
  if (discount === '' || percentIn(discount) !== null || (amount !== undefined && !amount.startsWith('-'))) return []
  return [`discount is ${discount}, which is neither a percentage up to 100% nor an amount`]
}

function rateMessages([rate = '']: readonly string[]): readonly string[] {
  if (rate === '') return []
  if (!rate.trim().endsWith('%')) return [`rate is ${rate}, which is not a percentage: % is missing`]
  return rate.trim().startsWith('-') ? [`rate is ${rate}, which is below 0`] : []
}

/** Lines of an order are numbered from 1 (docs/api.md, "Orderline"). */
function lineMessages([code = '']: readonly string[]): readonly string[] {
  return /-0\d*$/.test(code) ? [`code is ${code}, but lines are numbered 1, 2, 3 and so on`] : []
}

/** The fields that are checked together, and what is wrong with their values. */
const checks: readonly { resource: ResourceName; fields: readonly string[]; messages: (values: readonly string[]) => readonly string[] }[] =
  [
    { resource: 'Options', fields: ['o_value', 'price'], messages: optionMessages },
    { resource: 'Merchandising', fields: ['discount'], messages: discountMessages },
    { resource: 'OrderlineTax', fields: ['rate'], messages: rateMessages },
    { resource: 'Orderlines', fields: ['code'], messages: lineMessages },
  ]

/** Values in the format that docs/api.md shows, but without a clear meaning (docs/assumptions.md W45). */
export function lintValues(statements: Statements): readonly Finding[] {
  return checks.flatMap(({ resource, fields, messages }) => {
    const key = quoted(resourceOf(resource).key ?? '')
    const rows = statements.rows(`SELECT ${[key, ...fields.map(quoted)].join(', ')} FROM ${quoted(resource)} ORDER BY ${key}`)
    return rows.flatMap(([own, ...cells]) =>
      messages(cells.map((cell) => String(cell ?? ''))).map((message): Finding => ({ rule: 'value', resource, key: String(own), message })),
    )
  })
}
