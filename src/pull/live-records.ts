import type { DesiredRecord, DesiredSources, RootName } from '../records/desired.ts'
import { type Records, type RecordSource, recordSource } from '../records/record-source.ts'
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

/** The same, where products may be kept packed. */
export interface LiveSources extends Omit<LiveRecords, 'products'> {
  readonly products: Records<RecordTree>
}

/** The desired records of a section. */
export function desiredOf({ roots }: DesiredSources, section: RecordSection): RecordSource<DesiredRecord> {
  return recordSource(roots[recordSections[section]] ?? [])
}

/** Those of the records whose key is one of these. */
export function recordsWith<R extends RecordTree>(records: RecordSource<R>, keys: ReadonlySet<string>): RecordSource<R> {
  return {
    keys: () => Iterator.from(records.keys()).filter((key) => keys.has(key)),
    get: (key) => (keys.has(key) ? records.get(key) : undefined),
    *[Symbol.iterator]() {
      for (const key of records.keys()) {
        const record = keys.has(key) ? records.get(key) : undefined
        if (record) yield record
      }
    },
  }
}
