import { type Level, levelOf, readRows, type Selection } from './read-rows.ts'
import { type View, viewOf } from './view.ts'
import type { Row } from '../../database/statements.ts'
import { openFields, quoted } from '../../database/table-sql.ts'
import { invariant } from '../../../errors.ts'
import type { RecordTree } from '../../../resources/record-tree.ts'
import { resourceOf } from '../../../resources/registry.ts'
import type { Resource } from '../../../resources/resource.ts'
import { parseSpec, type SpecNode } from '../../../wire/spec.ts'
import { collated, comparableKey } from '../collation.ts'
import type { RowContext } from '../row-context.ts'

function openFieldsOf(cell: unknown): Record<string, string> {
  const parsed: unknown = typeof cell === 'string' ? JSON.parse(cell) : {}
  return parsed === null || typeof parsed !== 'object'
    ? {}
    : Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
}

function fieldsOf(view: View, row: Row): Record<string, string> {
  const fields = view.shown.flatMap((name) => {
    const cell = row[view.columns.indexOf(name)]
    return cell === null || cell === undefined || view.resource.fields[name]?.writeOnly ? [] : [[name, String(cell)]]
  })
  return { ...Object.fromEntries(fields), ...openFieldsOf(row[view.columns.indexOf(openFields)]) }
}

function treesOf(level: Level): RecordTree[] {
  const children = level.below.map((below) => ({ name: below.level.view.resource.name, ofRow: treesBelow(below) }))
  return level.rows.map((row) => ({
    resource: level.view.resource.name,
    fields: fieldsOf(level.view, row),
    children: Object.fromEntries(children.map(({ name, ofRow }) => [name, ofRow(row)])),
  }))
}

/** Returns the related records of a row of the level above. */
function treesBelow({ level, linkOfParent, linkOfRow }: Level['below'][number]): (row: Row) => RecordTree[] {
  const trees = treesOf(level)
  const byLink = Map.groupBy(trees.keys(), (place) => linkOfRow(level.rows[place] ?? []))
  return (row) => (byLink.get(linkOfParent(row)) ?? []).flatMap((place) => trees[place] ?? [])
}

function specOf(text: string): { spec: SpecNode; resource: Resource } {
  const spec = parseSpec(text)
  invariant(!('fault' in spec), `${text} is a specification`)
  return { spec, resource: resourceOf(spec.resource) }
}

/** Reads records without the API: those of a selection, with their related records according to the specification. */
export function readTrees(context: RowContext, specText: string, selection: Selection): RecordTree[] {
  const { spec } = specOf(specText)
  const switches = { ...context.switches, order: 'key' } as const
  const reader = { ...context, switches }
  const view = viewOf({ spec, specText, fields: null }, switches)
  return treesOf(levelOf(reader, view, readRows(reader, view, selection)))
}

/** The records with these keys, in the order of the keys. */
export function treesByKey(context: RowContext, specText: string, keys: readonly string[]): RecordTree[] {
  const { key } = specOf(specText).resource
  const { switches } = context
  const where = `${collated(`t.${quoted(key ?? '')}`, switches)} IN (SELECT value FROM json_each(?))`
  const found = readTrees(context, specText, { where, parameters: [JSON.stringify(keys)], limit: keys.length, offset: 0 })
  const byKey = new Map(found.map((tree) => [comparableKey(tree.fields[key ?? ''] ?? '', switches), tree]))
  return keys.flatMap((each) => byKey.get(comparableKey(each, switches)) ?? [])
}
