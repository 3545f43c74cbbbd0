import { keyColumn, quoted, rowId } from '../../database/table-sql.ts'
import { StoreFault } from '../../http/store-fault.ts'
import { findResource, type ResourceName, resourceOf } from '../../../resources/registry.ts'
import { relations } from '../../../resources/relations.ts'
import type { Fields, Resource } from '../../../resources/resource.ts'
import type { RecordTree } from '../../../resources/record-tree.ts'
import { html, type Html, type Part } from '../../markup/html.ts'
import { readTrees } from '../../rows/read/read-trees.ts'
import { shownFields, shownValue } from '../../rows/read/shown-fields.ts'
import { pictureExists } from '../shop/picture.ts'
import { inspectedFile, type Inspector, inspectorAddress } from './inspector.ts'
import { short, table } from '../table.ts'

type Declared = Resource & { readonly name: ResourceName }

const mostRelated = 50

function linked({ sources }: Inspector, resource: Resource, [name, value]: readonly [string, string]): Part {
  const field = resource.fields[name]
  const [target] = field?.refersTo ?? []
  if (value === '') return html`<span class="quiet">empty</span>`
  if (field?.kind === 'file' && pictureExists(sources, { folder: field.folder, name: value })) {
    return html`<a href="${inspectedFile(`${field.folder}/${value}`)}">${value}</a>`
  }
  if (target === undefined || value === '0') return html`<span class="value">${value}</span>`
  return html`<a href="${inspectorAddress(`records/${findResource(target)?.name ?? target}`, { key: value })}">${value}</a>`
}

function fieldList(inspector: Inspector, resource: Resource, fields: Fields): Html {
  const names = [...new Set([...Object.keys(resource.fields), ...Object.keys(fields)])]
  return html`<dl class="fields">
    ${names.map(
      (name) =>
        html`<div class="${fields[name] === undefined && 'unset'}">
          <dt title="${resource.fields[name]?.doc}">${name}</dt>
          <dd>
            ${fields[name] === undefined ? html`<span class="quiet">not set</span>` : linked(inspector, resource, [name, fields[name]])}
          </dd>
        </div>`,
    )}
  </dl>`
}

function relatedRows({ sources }: Inspector, { fields }: RecordTree, relation: (typeof relations)[number]): Html | null {
  const value = fields[relation.parentField] ?? ''
  if (value === '' || relation.through) return null
  const child = resourceOf(relation.child)
  const rows = readTrees(sources.context, relation.child, {
    where: `t.${quoted(relation.childField)} = ?`,
    parameters: [value],
    limit: mostRelated,
    offset: 0,
  })
  if (rows.length === 0) return null
  const head = Object.keys(child.fields).filter(
    (name) => name !== relation.childField && rows.some((row) => (row.fields[name] ?? '') !== ''),
  )
  const address = inspectorAddress(`records/${child.name}`, { field: relation.childField, value })
  return html`<h3>
      <a href="${address}">${child.name}</a> <small>${rows.length === mostRelated ? `the first ${mostRelated}` : rows.length}</small>
    </h3>
    ${table({
      label: child.name,
      head,
      rows: rows.map((row) =>
        head.map((name) => {
          const text = short(shownValue(child, name, row.fields[name] ?? ''))
          return name === child.key
            ? html`<a href="${inspectorAddress(`records/${child.name}`, { key: row.fields[name] })}">${text}</a>`
            : text
        }),
      ),
      empty: 'The rows have no other values.',
    })}`
}

/** One record: its fields with their descriptions, and its related rows. */
export function recordContent(inspector: Inspector, resource: Declared, { key, row }: { key: string | null; row: string | null }): Html {
  const column = key === null ? rowId : quoted(keyColumn(resource))
  const [record] = readTrees(inspector.sources.context, resource.name, {
    where: `t.${column} = ?`,
    parameters: [key ?? row ?? ''],
    limit: 1,
    offset: 0,
  })
  if (record === undefined) throw new StoreFault(404, `${resource.node} ${key ?? row ?? ''} not found`)
  const related = relations.filter(({ parent }) => parent === resource.name)
  return html`<h2>
      <a href="${inspectorAddress('records')}">Records</a> /
      <a href="${inspectorAddress(`records/${resource.name}`)}">${resource.name}</a> / ${key ?? `row ${row ?? ''}`}
    </h2>
    ${fieldList(inspector, resource, shownFields(resource, record.fields))}
    ${related.map((relation) => relatedRows(inspector, record, relation))}`
}
