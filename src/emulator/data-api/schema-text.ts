import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js'
import type { Field } from '../../resources/field.ts'
import { openFields, quoted } from '../database/table-sql.ts'
import type { DataContext } from './data-context.ts'
import type { View } from '../rows/read/view.ts'
import { wireName } from '../rows/wire-names.ts'
import { xmlBuilder } from './xml-builder.ts'

/** The `meta_*` fields of every schema; platform.md lists none, and XSD has no patterns for element names. */
const knownMeta = ['meta_description', 'meta_keywords', 'meta_title']

const simpleTypes = [
  ['flag', 'xs:boolean'],
  ['integer', 'xs:integer'],
  ['decimal', 'xs:decimal'],
  ['timestamp', 'xs:string', '\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}:\\d{2})?'],
] as const

/** An empty element clears a field of any kind, but `<inactive/>` is not a valid xs:boolean: so each type also allows the empty text. */
function addTypes(schema: XMLBuilder): void {
  schema.ele('xs:simpleType', { name: 'empty' }).ele('xs:restriction', { base: 'xs:string' }).ele('xs:length', { value: '0' })
  for (const [name, base, pattern] of simpleTypes) {
    const union = schema.ele('xs:simpleType', { name }).ele('xs:union', { memberTypes: 'empty' })
    const restriction = union.ele('xs:simpleType').ele('xs:restriction', { base })
    if (pattern !== undefined) restriction.ele('xs:pattern', { value: pattern })
  }
}

function addRestricted(parent: XMLBuilder, name: string): XMLBuilder {
  return parent.ele('xs:element', { name }).ele('xs:simpleType').ele('xs:restriction', { base: 'xs:string' })
}

function addField(parent: XMLBuilder, name: string, field: Field): void {
  switch (field.kind) {
    case 'flag':
    case 'integer':
    case 'decimal':
    case 'timestamp':
      parent.ele('xs:element', { name, type: field.kind })
      return
    case 'choice': {
      const restriction = addRestricted(parent, name)
      for (const value of new Set(['', ...field.values])) restriction.ele('xs:enumeration', { value })
      return
    }
    case 'text':
      if (field.maxLength === undefined) addText(parent, name)
      else addRestricted(parent, name).ele('xs:maxLength', { value: String(field.maxLength) })
      return
    case 'file':
      addText(parent, name)
      return
    default:
      field satisfies never
  }
}

function addText(parent: XMLBuilder, name: string): void {
  parent.ele('xs:element', { name, type: 'xs:string' })
}

/** The fields without a declaration that at least one record has. */
function openNames({ statements }: DataContext, name: string): string[] {
  const sql = `SELECT DISTINCT j.key FROM ${quoted(name)} AS t, json_each(t.${openFields}) AS j WHERE t.${openFields} IS NOT NULL ORDER BY j.key`
  return statements.rows(sql).map(([key]) => String(key))
}

function addResource(parent: XMLBuilder, { resource, node, children: below }: View, context: DataContext): void {
  const type = parent.ele('xs:element', { name: node }).ele('xs:complexType')
  const choice = type.ele('xs:choice', { minOccurs: '0', maxOccurs: 'unbounded' })
  for (const [name, field] of Object.entries(resource.fields)) addField(choice, wireName(resource.name, name, context.switches), field)
  const open = new Set([...(resource.metaFields ? knownMeta : []), ...openNames(context, resource.name)])
  for (const name of open) if (!below.some((child) => child.node === name)) addText(choice, name)
  for (const child of below) addResource(choice, child, context)
  for (const name of ['href', 'id']) type.ele('xs:attribute', { name, type: 'xs:string' })
}

/**
 * The schema file of a specification (platform.md, "Resource specification": `<spec>.xsd`). It does not prescribe the order of fields,
 * which is not shown.
 */
export function schemaText(view: View, context: DataContext): string {
  const { namespace } = context.switches
  const schema = xmlBuilder().create({ version: '1.0', encoding: 'UTF-8' }).ele('http://www.w3.org/2001/XMLSchema', 'xs:schema', {
    xmlns: namespace,
    targetNamespace: namespace,
    elementFormDefault: 'qualified',
  })
  addTypes(schema)
  const type = schema.ele('xs:element', { name: 'ResultSet' }).ele('xs:complexType')
  addResource(type.ele('xs:sequence', { minOccurs: '0', maxOccurs: 'unbounded' }), view, context)
  for (const name of ['startResultIndex', 'totalResults', 'totalResultsReturned'])
    type.ele('xs:attribute', { name, type: 'xs:nonNegativeInteger' })
  type.ele('xs:attribute', { name: 'session', type: 'xs:string' })
  return `${schema.end({ prettyPrint: true })}\n`
}
