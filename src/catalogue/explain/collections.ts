import { addressOf } from '../../records/address.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import { type ResourceName, resourceOf, resources } from '../../resources/registry.ts'
import type { Section } from '../../resources/resource.ts'
import type { EntryPath } from './value-chain.ts'

/** A collection of an entry, and the resource of its records. */
export interface Collection {
  readonly section: Section
  /** The key in the document. */
  readonly word: string
  readonly resource: ResourceName
  /** The field that holds the key of an entry of the collection; `null`: the collection is one record, or one grid. */
  readonly key: string | null
}

/** The collections of an entry whose records are separate resources, as the resources declare them. */
export const collections: readonly Collection[] = resources.flatMap(({ name, authored }): Collection[] => {
  const owner = authored && 'within' in authored ? resourceOf(authored.within).authored : undefined
  if (!authored || !('within' in authored) || !owner || !('section' in owner)) return []
  return [{ section: owner.section, word: authored.key, resource: name, key: authored.entry }]
})

/** Where a record below an entry is written: the keys below the entry, as prefixes of what an overlay may remove there. */
export function pathsBelow(record: DesiredRecord, root: DesiredRecord): readonly (readonly string[])[] {
  const found = collections.find(({ resource }) => resource === record.resource)
  if (record === root) return [[]]
  if (!found || (record.resource === 'Inventory' && record.fields['sku'] !== root.fields['sku'])) return []
  const key = found.key === null ? null : (record.fields[found.key] ?? '')
  if (record.resource === 'Variants')
    return ['list', 'override'].map((level) => [found.word, level, key ?? '']).concat([[found.word, 'each']])
  return [key === null ? [found.word] : [found.word, key]]
}

/** The address of a record that is written below an entry; `undefined` for a path that is not one whole record. */
export function addressBelow([section, owner]: EntryPath, path: readonly string[]): string | undefined {
  const [word, ...rest] = path
  const found = collections.find((each) => each.section === section && each.word === word)
  if (!found) return undefined
  const keys = found.resource === 'Variants' && rest[0] !== 'each' ? rest.slice(1) : rest
  const isWhole = found.key === null ? keys.length === 0 : keys.length === 1
  if (!isWhole) return undefined
  const identity = { [section === 'products' ? 'sku' : 'cat_code']: owner, ...(found.key === null ? {} : { [found.key]: keys[0] ?? '' }) }
  return addressOf(found.resource, identity)
}
