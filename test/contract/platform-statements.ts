import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One thing that platform.md says: a sentence, a list item, a row of a table, or one field of a resource. */
export interface Statement {
  /** The headings above it, outermost first, without the title of the document. */
  readonly section: readonly string[]
  /** Its words; the cells of a row with ` | ` between them. */
  readonly text: string
  /** `<Resource heading>.<field>` where it declares a field; a row that declares several makes one statement for each. */
  readonly field?: string
}

const path = join(import.meta.dirname, '..', 'fixtures', 'platform.md')

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
}

/** `custom_data1..custom_data4` and `b_city, b_state` are rows of several fields. */
function fieldNames(cell: string): string[] {
  return cell.split(',').flatMap((part) => {
    const name = part.trim()
    const [, stem = '', from = '', to = ''] = /^(\w+?)(\d)\.\.\w+?(\d)$/.exec(name) ?? []
    return stem === '' ? [name] : Array.from({ length: Number(to) - Number(from) + 1 }, (_, n) => `${stem}${Number(from) + n}`)
  })
}

function sentencesOf(line: string): string[] {
  return line.split(/(?<=[.]) (?=[A-Z])/)
}

function statementsOf(line: string, section: readonly string[], isFieldTable: boolean): Statement[] {
  if (!line.startsWith('|')) {
    const item = /^\s*(?:[-*]|\d+\.) (.*)$/.exec(line)?.[1]
    return (item === undefined ? sentencesOf(line) : [item]).map((text) => ({ section, text }))
  }
  const cells = cellsOf(line)
  const text = cells.join(' | ')
  if (!isFieldTable) return [{ section, text }]
  const resource = (section.at(-1) ?? '').replace(/ .*/, '')
  return fieldNames(cells[0] ?? '').map((name) => ({ section, text, field: `${resource}.${name}` }))
}

/** Everything that platform.md says, in its order, but for headings and the heads of tables. */
export function readStatements(): readonly Statement[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  const section: string[] = []
  const found: Statement[] = []
  let isFieldTable = false
  for (const [at, line] of lines.entries()) {
    const heading = /^(#{2,4}) (.*)$/.exec(line)
    const isHead = /^\|[-|]+\|$/.test(lines[at + 1] ?? '')
    if (heading) section.splice((heading[1] ?? '').length - 2, section.length, heading[2] ?? '')
    else if (isHead) isFieldTable = line.startsWith('| Field |')
    else if (line.trim() !== '' && !line.startsWith('# ') && !/^\|[-|]+\|$/.test(line))
      found.push(...statementsOf(line, [...section], isFieldTable))
  }
  return found
}
