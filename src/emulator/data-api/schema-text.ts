import type { Field } from '../../resources/field.ts'
import { openFields, quoted } from '../database/table-sql.ts'
import type { DataContext } from './data-context.ts'
import { escapeXml } from '../markup/escape.ts'
import type { View } from '../rows/read/view.ts'
import { wireName } from '../rows/wire-names.ts'

/** The `meta_*` fields of every schema; platform.md lists none, and XSD has no patterns for element names. */
const knownMeta = ['meta_description', 'meta_keywords', 'meta_title']

/** An empty element clears a field of any kind, but `<inactive/>` is not a valid xs:boolean: so each type also allows the empty text. */
function orEmpty(name: string, type: string, pattern = ''): string {
  const facet = pattern === '' ? '' : `<xs:pattern value="${pattern}"/>`
  return (
    `<xs:simpleType name="${name}"><xs:union memberTypes="empty"><xs:simpleType><xs:restriction base="${type}">${facet}` +
    '</xs:restriction></xs:simpleType></xs:union></xs:simpleType>'
  )
}

const types = [
  '<xs:simpleType name="empty"><xs:restriction base="xs:string"><xs:length value="0"/></xs:restriction></xs:simpleType>',
  orEmpty('flag', 'xs:boolean'),
  orEmpty('integer', 'xs:integer'),
  orEmpty('decimal', 'xs:decimal'),
  orEmpty('timestamp', 'xs:string', '\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}:\\d{2})?'),
].join('\n')

function restricted(name: string, facets: readonly string[]): string {
  return `<xs:element name="${name}"><xs:simpleType><xs:restriction base="xs:string">${facets.join('')}</xs:restriction></xs:simpleType></xs:element>`
}

function fieldElement(name: string, field: Field): string {
  switch (field.kind) {
    case 'flag':
    case 'integer':
    case 'decimal':
    case 'timestamp':
      return `<xs:element name="${name}" type="${field.kind}"/>`
    case 'choice':
      return restricted(
        name,
        [...new Set(['', ...field.values])].map((value) => `<xs:enumeration value="${escapeXml(value)}"/>`),
      )
    case 'text':
      return field.maxLength === undefined ? textElement(name) : restricted(name, [`<xs:maxLength value="${field.maxLength}"/>`])
    case 'file':
      return textElement(name)
    default:
      return field satisfies never
  }
}

function textElement(name: string): string {
  return `<xs:element name="${escapeXml(name)}" type="xs:string"/>`
}

/** The fields without a declaration that at least one record has. */
function openNames({ statements }: DataContext, name: string): string[] {
  const sql = `SELECT DISTINCT j.key FROM ${quoted(name)} AS t, json_each(t.${openFields}) AS j WHERE t.${openFields} IS NOT NULL ORDER BY j.key`
  return statements.rows(sql).map(([key]) => String(key))
}

function elementOf({ resource, node, children: below }: View, context: DataContext): string {
  const fields = Object.entries(resource.fields).map(([name, field]) => {
    return fieldElement(wireName(resource.name, name, context.switches), field)
  })
  const names = new Set([...(resource.metaFields ? knownMeta : []), ...openNames(context, resource.name)])
  const open = [...names].filter((name) => !below.some((child) => child.node === name)).map(textElement)
  const children = below.map((child) => elementOf(child, context))
  return [
    `<xs:element name="${node}"><xs:complexType>`,
    '<xs:choice minOccurs="0" maxOccurs="unbounded">',
    ...fields,
    ...open,
    ...children,
    '</xs:choice>',
    '<xs:attribute name="href" type="xs:string"/><xs:attribute name="id" type="xs:string"/>',
    '</xs:complexType></xs:element>',
  ].join('\n')
}

/**
 * The schema file of a specification (platform.md, "Resource specification": `<spec>.xsd`). It does not prescribe the order of fields,
 * which is not shown.
 */
export function schemaText(view: View, context: DataContext): string {
  const { namespace } = context.switches
  const attributes = [
    ...['startResultIndex', 'totalResults', 'totalResultsReturned'].map(
      (name) => `<xs:attribute name="${name}" type="xs:nonNegativeInteger"/>`,
    ),
    '<xs:attribute name="session" type="xs:string"/>',
  ].join('')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="${namespace}" targetNamespace="${namespace}" elementFormDefault="qualified">`,
    types,
    '<xs:element name="ResultSet"><xs:complexType><xs:sequence minOccurs="0" maxOccurs="unbounded">',
    elementOf(view, context),
    `</xs:sequence>${attributes}</xs:complexType></xs:element>`,
    '</xs:schema>',
    '',
  ].join('\n')
}
