import { nearestWord } from '../../problems/nearest-word.ts'
import { resourceOf } from '../../resources/registry.ts'
import type { Fields } from '../../resources/resource.ts'
import { isValid } from '../../resources/scalar.ts'
import { type Cell, type ListProblem, readCsv } from './read-csv.ts'

/** A customer as a list wants it. */
export interface ListedCustomer {
  readonly username: string
  /** The fields of the columns, without the username and the password; empty: the field is to be empty. */
  readonly fields: Fields
  /** Set where the list has a column for it, and for customers that are created only: a store returns a hash. */
  readonly password: string | null
  /** The codes of all groups; `null`: the list has no column for them, and they stay as they are. */
  readonly groups: readonly string[] | null
  /** Where the list has the groups, or else the customer. */
  readonly place: Pick<Cell, 'line' | 'column'>
}

const { fields: customerFields } = resourceOf('Customer')
const columns = [...Object.keys(customerFields), 'groups']

/**
 * Reads a list of customers in CSV: a header with the names of fields (platform.md, "Customer") and `groups`, then a line for each customer. Everything
 * that is wrong is returned, in the order of the lines.
 */
export function readCustomerList(text: string): readonly ListedCustomer[] | { readonly problems: readonly ListProblem[] } {
  const rows = readCsv(text)
  if ('message' in rows) return { problems: [rows] }
  const [header = [], ...lines] = rows
  const wrong = headerProblems(header)
  if (wrong.length > 0) return { problems: wrong }
  const names = header.map(nameOf)
  const problems = [...lines.flatMap((cells) => lineProblems(cells, names)), ...repeated(lines, names.indexOf('username'))]
  if (problems.length > 0) return { problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) }
  return lines.map((cells) => customerOf(cells, names))
}

function nameOf({ text }: Cell): string {
  return text.trim()
}

function headerProblems(header: readonly Cell[]): readonly ListProblem[] {
  const names = header.map(nameOf)
  const unknown = header.flatMap((cell, index): ListProblem[] => {
    const name = names[index] ?? ''
    if (names.indexOf(name) !== index) return [at(cell, `the column "${name}" is there twice`)]
    if (columns.includes(name)) return []
    const near = nearestWord(name, columns)
    return [at(cell, `there is no field "${name}" of a customer${near === undefined ? '' : `; did you mean "${near}"?`}`)]
  })
  if (names.includes('username') || unknown.length > 0) return unknown
  return [{ line: 1, column: 1, message: 'the first line needs a column "username"' }]
}

function lineProblems(cells: readonly Cell[], names: readonly string[]): readonly ListProblem[] {
  const [first] = cells
  if (cells.length !== names.length && first) {
    return [at(first, `this line has ${cells.length} cells, and the first one ${names.length}`)]
  }
  return cells.flatMap((cell, index) => {
    const message = cellProblem(names[index] ?? '', cell.text)
    return message === null ? [] : [at(cell, message)]
  })
}

function cellProblem(name: string, text: string): string | null {
  if (name === 'username') return usernameProblem(text)
  const field = customerFields[name]
  if (field === undefined) return null
  const value = text.trim()
  if (!isValid(field, value)) return `${name} must be ${field.kind === 'flag' ? 'true or false' : 'a whole number'}, found "${value}"`
  if (name === 'discount' && value !== '' && (Number(value) < 0 || Number(value) > 100))
    return `discount must be from 0 to 100 per cent, found ${value}`
  return null
}

function usernameProblem(text: string): string | null {
  if (text.trim() === '') return 'the username is empty'
  if (text !== text.trim()) return `the username "${text}" has a blank at its end`
  return text.includes('%') ? `the username "${text}" contains %, with which a store finds other customers too` : null
}

/** A store can treat names that differ only by case as one (docs/assumptions.md W32). */
function repeated(lines: readonly (readonly Cell[])[], index: number): readonly ListProblem[] {
  const first = new Map<string, Cell>()
  return lines.flatMap((cells): ListProblem[] => {
    const cell = cells[index]
    if (!cell) return []
    const key = cell.text.trim().toLowerCase()
    const known = first.get(key)
    if (known) return [at(cell, `"${cell.text}" is the username "${known.text}" of line ${known.line}`)]
    first.set(key, cell)
    return []
  })
}

function customerOf(cells: readonly Cell[], names: readonly string[]): ListedCustomer {
  const values = new Map(cells.map((cell, index) => [names[index] ?? '', cell.text.trim()]))
  const groups = values.get('groups')
  const { line = 0, column = 0 } = cells[names.indexOf('groups')] ?? cells[0] ?? {}
  const fields = [...values].filter(([name]) => !['username', 'password', 'groups'].includes(name))
  return {
    username: values.get('username') ?? '',
    fields: Object.fromEntries(fields),
    password: values.get('password') || null,
    groups: groups === undefined ? null : [...new Set(groups.split(/[;,|\s]+/).filter((code) => code !== ''))],
    place: { line, column },
  }
}

function at({ line, column }: Cell, message: string): ListProblem {
  return { line, column, message }
}
