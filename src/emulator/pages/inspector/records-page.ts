import { filterSql } from '../../rows/find/filter-sql.ts'
import { hasField, quoted, rowId } from '../../database/table-sql.ts'
import { StoreFault } from '../../http/store-fault.ts'
import { findResource, type ResourceName, resources } from '../../../resources/registry.ts'
import type { Resource } from '../../../resources/resource.ts'
import { html, type Html, type Part } from '../../markup/html.ts'
import { readTrees } from '../../rows/read/read-trees.ts'
import { shownFields } from '../../rows/read/shown-fields.ts'
import { pagerHtml, pageOf } from '../pager.ts'
import { type Inspector, inspectorAddress, type InspectorPage } from './inspector.ts'
import { recordContent } from './record-content.ts'
import { short, table } from '../table.ts'

const rowsOnPage = 50

type Declared = Resource & { readonly name: ResourceName }

function resourceList({ sources }: Inspector): Html {
  const { statements } = sources.context
  const count = (name: string): number => Number(statements.cell(`SELECT count(*) FROM ${quoted(name)}`))
  return table({
    label: 'Resources',
    head: ['Resource', 'Records', 'Description'],
    rows: resources.map(({ name, doc }) => [html`<a href="${inspectorAddress(`records/${name}`)}">${name}</a>`, count(name), doc]),
    empty: 'No resources.',
  })
}

/** True for a field that filters may name: one that is a secret could be guessed by its beginning. */
function isFilter(resource: Declared, field: string): boolean {
  return hasField(resource, field) && resource.fields[field]?.secret === undefined
}

function filterForm(resource: Declared, field: string, value: string): Html {
  return html`<form class="filter" method="get">
    <label
      >Field
      <select name="field">
        ${Object.keys(resource.fields)
          .filter((name) => isFilter(resource, name))
          .map((name) => html`<option ${name === field && 'selected'}>${name}</option>`)}
      </select></label
    >
    <label>Value <input name="value" value="${value}" placeholder="such as TEE-%" /></label>
    <button type="submit">Filter</button>
    ${value !== '' && html`<a href="${inspectorAddress(`records/${resource.name}`)}">All records</a>`}
  </form>`
}

/** The fields with a value in any of these rows, and the identifying fields. */
function columnsOf(resource: Declared, rows: readonly Readonly<Record<string, string>>[]): readonly string[] {
  const keys = new Set([...(resource.key === null ? [] : [resource.key]), ...resource.natural])
  return [...new Set([...keys, ...Object.keys(resource.fields)])].filter(
    (name) => keys.has(name) || rows.some((row) => (row[name] ?? '') !== ''),
  )
}

/** The address of one record, by its key or by the number of its row. */
function recordAddress(resource: Declared, fields: Readonly<Record<string, string>>, row: string): string {
  const key = resource.key === null ? '' : (fields[resource.key] ?? '')
  return inspectorAddress(`records/${resource.name}`, key === '' ? { row } : { key })
}

function recordList({ sources, request }: Inspector, resource: Declared): Html {
  const { context } = sources
  const field = request.query.get('field') ?? ''
  const value = (request.query.get('value') ?? '').slice(0, 500)
  const filters = value === '' || !isFilter(resource, field) ? [] : [{ field, values: [value] }]
  const { where, parameters } = filterSql(resource, { filters, match: 'all' }, context.switches)
  const total = Number(context.statements.cell(`SELECT count(*) FROM ${quoted(resource.name)} AS t WHERE ${where}`, parameters))
  const page = pageOf(request.query, total, rowsOnPage)
  const numbers = context.statements.rows(
    `SELECT ${rowId} FROM ${quoted(resource.name)} AS t WHERE ${where} ORDER BY ${rowId} LIMIT ${rowsOnPage} OFFSET ${page.offset}`,
    parameters,
  )
  const rows = numbers.flatMap(([row]) => {
    const found = readTrees(context, resource.name, { where: `t.${rowId} = ?`, parameters: [String(row)], limit: 1, offset: 0 })
    return found.map(({ fields }) => ({ row: String(row), fields: shownFields(resource, fields) }))
  })
  const head = columnsOf(
    resource,
    rows.map(({ fields }) => fields),
  )
  const cells = ({ row, fields }: (typeof rows)[number]): readonly Part[] =>
    head.map((name, at) =>
      at === 0
        ? html`<a href="${recordAddress(resource, fields, row)}">${short(fields[name] || '(empty)')}</a>`
        : short(fields[name] ?? ''),
    )
  return html`<p class="lead">${resource.doc} ${total} ${total === 1 ? 'record' : 'records'}${filters.length > 0 && ' found'}.</p>
    ${filterForm(resource, field, value)}
    ${table({ label: `Records of ${resource.name}`, head: [...head], rows: rows.map(cells), empty: 'No records.' })}
    ${pagerHtml(page, (number) => inspectorAddress(`records/${resource.name}`, { field: value === '' ? null : field, value, page: number }))}`
}

/** Records of every resource with paging and a filter, and each record with its related rows. */
export const recordsPage: InspectorPage = {
  name: 'records',
  title: 'Records',
  content: (inspector) => {
    const [, , , name] = inspector.request.segments
    if (name === undefined) return resourceList(inspector)
    const resource = findResource(name)
    if (resource === undefined) throw new StoreFault(404, `${name} not found`)
    const { query } = inspector.request
    const [key, row] = [query.get('key'), query.get('row')]
    if (key !== null || row !== null) return recordContent(inspector, resource, { key, row })
    return html`<h2><a href="${inspectorAddress('records')}">Records</a> / ${resource.name}</h2>
      ${recordList(inspector, resource)}`
  },
}
