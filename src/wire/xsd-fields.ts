import { findResource } from '../resources/registry.ts'
import { parseSchemaTree, type SchemaElement } from './schema-tree.ts'
import { localName } from './xml-token.ts'

/** By tag: the attribute that refers to another declaration, and the tag of that declaration. */
const references: Readonly<Record<string, { readonly attribute: string; readonly tag: string }>> = {
  element: { attribute: 'type', tag: 'complexType' },
  extension: { attribute: 'base', tag: 'complexType' },
  group: { attribute: 'ref', tag: 'group' },
}

function nameOf(element: SchemaElement): string {
  return localName(element.attributes.get('name') ?? element.attributes.get('ref') ?? '')
}

function all(element: SchemaElement): readonly SchemaElement[] {
  return [element, ...element.children.flatMap(all)]
}

/** The content of an element, the content of its named type, base type or group included. */
function contentOf(element: SchemaElement, schema: SchemaElement): readonly SchemaElement[] {
  const reference = references[element.tag]
  const target = reference && localName(element.attributes.get(reference.attribute) ?? '')
  const declared = schema.children.find(
    (other) => other !== element && other.tag === reference?.tag && other.attributes.get('name') === target,
  )
  return declared ? [...declared.children, ...element.children] : element.children
}

/** The elements directly in a record: inside choices, sequences, `all`, groups and types, but not inside other elements. */
function partsOf(record: SchemaElement, schema: SchemaElement): readonly SchemaElement[] {
  const seen = new Set<SchemaElement>()
  const visit = (element: SchemaElement): readonly SchemaElement[] => {
    if (seen.has(element)) return []
    seen.add(element)
    return element.tag === 'element' ? [element] : contentOf(element, schema).flatMap(visit)
  }
  return contentOf(record, schema).flatMap(visit)
}

/** True for an embedded record: it has elements of its own, or the name of a resource. */
function isRecord(part: SchemaElement, schema: SchemaElement): boolean {
  return findResource(nameOf(part)) !== undefined || partsOf(part, schema).length > 0
}

/**
 * The field names of a record in the `<spec>.xsd` of a store (platform.md, "Resource specification"), without repetitions, in the order
 * of the file; `null` where the text is not a schema or does not describe `node`. Lenient: any prefix; choice, sequence and all; types
 * and groups in place or by name; any name of the resource for its element.
 */
export function parseXsdFields(text: string, node: string): readonly string[] | null {
  const schema = parseSchemaTree(text)
  if (!schema) return null
  const resource = findResource(node)
  const isNode = (name: string): boolean => name === node || (resource !== undefined && findResource(name) === resource)
  const records = all(schema).filter((element) => element.tag === 'element' && isNode(nameOf(element)))
  const parts = records.map((record) => partsOf(record, schema)).find((found) => found.length > 0)
  if (!parts) return null
  return [...new Set(parts.filter((part) => !isRecord(part, schema)).map(nameOf))]
}
