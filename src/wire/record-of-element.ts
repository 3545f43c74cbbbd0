import type { StoreFieldNames } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { findResource, type ResourceName } from '../resources/registry.ts'
import type { SpecNode } from './spec.ts'
/** A parsed element: the elements in it in document order, and its own text (CDATA included, comments left out). */
export interface XmlElement {
  /** Without namespace prefix. */
  readonly name: string
  readonly elements: readonly XmlElement[]
  readonly text: string
}

/** The field names of a store, and a function that throws for an invalid answer; `detail` completes "…: it …". */
export interface RecordReading {
  readonly names: StoreFieldNames
  readonly refuse: (detail: string) => never
}

/** The documented name of a field of the store; `null` for an extra field of the store under the documented name of a renamed one. */
export function documentedName(storeName: string, names: Readonly<Record<string, string>> | undefined): string | null {
  if (!names) return storeName
  const renamed = Object.entries(names).find(([, name]) => name === storeName)
  if (renamed) return renamed[0]
  return Object.hasOwn(names, storeName) ? null : storeName
}

function addField(element: XmlElement, record: { fields: Map<string, string>; spec: SpecNode }, reading: RecordReading): void {
  const { resource } = record.spec
  const name = documentedName(element.name, reading.names[resource])
  if (name === null) return
  if (record.fields.has(name)) reading.refuse(`a ${resource} record has the field ${element.name} twice`)
  record.fields.set(name, element.text)
}

/** True for a part of the record that was not requested: another resource, or nested elements of an unknown field. */
function isForeign(element: XmlElement, spec: SpecNode, reading: RecordReading): boolean {
  if (findResource(element.name)) return true
  if (element.elements.length === 0) return false
  const known = findResource(spec.resource)?.fields ?? {}
  const name = documentedName(element.name, reading.names[spec.resource])
  if (name !== null && Object.hasOwn(known, name))
    reading.refuse(`the field ${element.name} of a ${spec.resource} record contains elements instead of text`)
  return true
}

/**
 * The record of an element (platform.md, "Response format of GET"). Children are found by node, name or alias; each child resource of
 * `spec` is present, also as an empty list. Field names become the documented ones, values stay unchanged; unknown fields are kept,
 * resources that were not requested are left out.
 */
export function recordOfElement(element: XmlElement, spec: SpecNode, reading: RecordReading): RecordTree {
  if (element.elements.length > 0 && element.text.trim() !== '')
    reading.refuse(`there is text between the fields of a ${spec.resource} record`)
  if (element.elements.length === 0 && element.text.trim() !== '')
    reading.refuse(`a ${spec.resource} record contains text instead of fields`)
  const fields = new Map<string, string>()
  const children = new Map<ResourceName, RecordTree[]>(spec.children.map((child) => [child.resource, []]))
  for (const part of element.elements) {
    const resource = findResource(part.name)?.name
    const child = spec.children.find((node) => node.resource === resource)
    if (child) children.get(child.resource)?.push(recordOfElement(part, child, reading))
    else if (!isForeign(part, spec, reading)) addField(part, { fields, spec }, reading)
  }
  return { resource: spec.resource, fields: Object.fromEntries(fields), children: Object.fromEntries(children) }
}
