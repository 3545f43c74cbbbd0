import type { RecordTree } from '../../resources/record-tree.ts'
import { resourceOf } from '../../resources/registry.ts'
import { relationOf } from '../../resources/relations.ts'
import { fieldNamesOf, type RecordPart, type RecordView, sampled, secretFields } from './record-view.ts'

/** The columns of one resource of a table, and those of its children after them. */
interface Columns {
  readonly view: RecordView
  readonly fields: readonly string[]
  readonly children: readonly Columns[]
}

/**
 * Records as CSV (RFC 4180): a header, then a line for each record; with a child resource of several rows, a line for each row with the
 * columns of its parents. Columns are the fields that are named, else the documented ones and what the first records have besides. `onUnknown`
 * is told of a field for which there is no column. A text that a spreadsheet would take for a formula has an apostrophe before it.
 */
export async function* recordsCsv(
  parts: AsyncIterable<RecordPart>,
  view: RecordView,
  onUnknown: (field: string) => void,
): AsyncGenerator<string> {
  const { sample, all } = await sampled(parts)
  const columns = columnsOf(view, sample)
  yield csvLine(headerOf(columns, ''))
  for await (const part of all()) {
    let text = ''
    for (const record of part) for (const cells of linesOf(record, columns, onUnknown)) text += csvLine(cells)
    yield text
  }
}

/** The child resources that can have several rows for a parent; with two of them the lines of a table would be their combinations. */
export function severalRows(view: RecordView): readonly RecordView[] {
  return view.children.flatMap((child) => {
    const { natural } = resourceOf(child.resource)
    const isOne = natural.length === 1 && natural[0] === relationOf(view.resource, child.resource)?.childField
    return [...(isOne ? [] : [child]), ...severalRows(child)]
  })
}

function columnsOf(view: RecordView, records: RecordPart): Columns {
  const { resource, fields, children } = view
  const secrets = secretFields(resource)
  const declared = Object.entries(resourceOf(resource).fields).flatMap(([name, { writeOnly }]) => (writeOnly ? [] : [name]))
  const usual = [...new Set([...declared, ...fieldNamesOf(resource, records)])].filter((name) => !secrets.includes(name))
  return {
    view,
    fields: fields ?? usual,
    children: children.map((child) =>
      columnsOf(
        child,
        records.flatMap((record) => record.children[child.resource] ?? []),
      ),
    ),
  }
}

function headerOf({ fields, children }: Columns, prefix: string): readonly string[] {
  return [...fields.map((name) => prefix + name), ...children.flatMap((child) => headerOf(child, `${prefix}${child.view.resource}.`))]
}

/** The lines of a record: one, or one for each combination of the rows of its children. */
function linesOf(record: RecordTree | undefined, columns: Columns, onUnknown: (field: string) => void): readonly (readonly string[])[] {
  const own = columns.fields.map((name) => record?.fields[name] ?? '')
  for (const name in record?.fields) if (!columns.fields.includes(name)) onUnknown(name)
  let lines: readonly (readonly string[])[] = [own]
  for (const child of columns.children) {
    const rows = record?.children[child.view.resource] ?? []
    const found = (rows.length === 0 ? [undefined] : rows).flatMap((row) => linesOf(row, child, onUnknown))
    lines = lines.flatMap((line) => found.map((cells) => [...line, ...cells]))
  }
  return lines
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

/** What a spreadsheet runs; numbers, prices and telephone numbers stay as they are. */
const formula = /^[=@\t\r]|^[+-](?![\d\s.,()/+-]*$)/

function cellText(value: string): string {
  const harmless = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
