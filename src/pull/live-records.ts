import type { Desired, RootName } from '../records/desired.ts'
import type { RecordTree } from '../resources/record-tree.ts'

/** The sections of documents with root records, and the resource of each. */
export const recordSections = { groups: 'UserGroups', categories: 'Cat', products: 'Product' } as const satisfies Record<string, RootName>

/** The name of a section with root records. */
export type RecordSection = keyof typeof recordSections

/** True for the name of a section with root records. */
export function isRecordSection(section: string): section is RecordSection {
  return Object.hasOwn(recordSections, section)
}

/** The sections in dependency order: records refer to earlier sections only. */
export const sectionNames: readonly RecordSection[] = ['groups', 'categories', 'products']

/** The records of a store that a catalogue can contain, all of them. */
export interface LiveRecords {
  readonly groups: readonly RecordTree[]
  readonly categories: readonly RecordTree[]
  readonly products: readonly RecordTree[]
  readonly webhooks: readonly { readonly name: string; readonly url: string }[]
}

/** The primary key of a root record. */
export function keyOfRoot({ resource, fields }: RecordTree): string {
  return fields[resource === 'Product' ? 'sku' : 'code'] ?? ''
}

/** The desired records of a section. */
export function desiredOf(desired: Desired, section: RecordSection): NonNullable<Desired['roots'][RootName]> {
  return desired.roots[recordSections[section]] ?? []
}
