import type { Desired, RootName } from '../records/desired.ts'
import { cat } from '../resources/cat.ts'
import { product } from '../resources/product.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { Section } from '../resources/resource.ts'
import { userGroups } from '../resources/user-groups.ts'

/** The sections of documents with root records, and the resource of each. */
export const recordSections = {
  [userGroups.authored.section]: userGroups.name,
  [cat.authored.section]: cat.name,
  [product.authored.section]: product.name,
} as const satisfies Partial<Record<Section, RootName>>

/** The name of a section with root records. */
export type RecordSection = keyof typeof recordSections

/** True for the name of a section with root records. */
export function isRecordSection(section: string): section is RecordSection {
  return Object.hasOwn(recordSections, section)
}

/** The sections in dependency order: records refer to earlier sections only. */
export const sectionNames: readonly RecordSection[] = [userGroups.authored.section, cat.authored.section, product.authored.section]

/** The records of a store that a catalogue can contain, all of them. */
export interface LiveRecords {
  readonly groups: readonly RecordTree[]
  readonly categories: readonly RecordTree[]
  readonly products: readonly RecordTree[]
  readonly webhooks: readonly { readonly name: string; readonly url: string }[]
}

/** The desired records of a section. */
export function desiredOf(desired: Desired, section: RecordSection): NonNullable<Desired['roots'][RootName]> {
  return desired.roots[recordSections[section]] ?? []
}
