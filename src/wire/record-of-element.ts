import type { StoreFieldNames } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { findResource, type ResourceName } from '../resources/registry.ts'
import type { SpecNode } from './spec.ts'
import type { XmlElement } from './xml-element.ts'

/** What it takes to read an element: the store's field names, and how to refuse; `detail` finishes "…: it …". */
export interface RecordReading {
  readonly names: StoreFieldNames
  readonly refuse: (detail: string) => never
}

/** Our name of a store's field; `null` for a field of the store that has taken the name of one of ours. */
function ownName(theirs: string, names: Readonly<Record<string, string>> | undefined): string | null {
  if (!names) return theirs
  const renamed = Object.entries(names).find(([, name]) => name === theirs)
  if (renamed) return renamed[0]
  return Object.hasOwn(names, theirs) ? null : theirs
}

function addField(element: XmlElement, record: { fields: Map<string, string>; spec: SpecNode }, reading: RecordReading): void {
  const { resource } = record.spec
  const name = ownName(element.name, reading.names[resource])
  if (name === null) return
  if (record.fields.has(name)) reading.refuse(`the field ${element.name} stands twice in one ${resource} record`)
  record.fields.set(name, element.text)
}

/** True for a part of the record that was not asked for: another resource, or a structure that is no field of ours. */
function isForeign(element: XmlElement, spec: SpecNode, reading: RecordReading): boolean {
  if (findResource(element.name)) return true
  if (element.elements.length === 0) return false
  const known = findResource(spec.resource)?.fields ?? {}
  const name = ownName(element.name, reading.names[spec.resource])
  if (name !== null && Object.hasOwn(known, name))
    reading.refuse(`the field ${element.name} of a ${spec.resource} record holds elements where text belongs`)
  return true
}

/**
 * The record that an element stands for (platform.md, "Response format of GET"). Children are found by node, name or
 * alias; each child resource of `spec` is present, if only as an empty list. Field names become ours, values stay as
 * they are; fields that we do not know are kept, resources that were not asked for are left out.
 */
export function recordOfElement(element: XmlElement, spec: SpecNode, reading: RecordReading): RecordTree {
  if (element.elements.length > 0 && element.text.trim() !== '')
    reading.refuse(`there is text between the fields of a ${spec.resource} record`)
  if (element.elements.length === 0 && element.text.trim() !== '')
    reading.refuse(`a ${spec.resource} record holds text where fields belong`)
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
