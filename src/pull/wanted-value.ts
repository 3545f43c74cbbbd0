import { bare } from './collapse/collapse-fields.ts'
import type { DocumentMap, DocumentValue } from '../yaml/document-value.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { withEmptyEach } from './empty-each.ts'
import { withKeptWords } from './kept-words.ts'
import { isRecordOf } from './plain-record.ts'

/** A key of an entry, and the record that the entry is about, on both sides. */
export interface WantedKey {
  readonly field: string
  /** The plain value that is written now; `undefined` where the entry does not have the key. */
  readonly old: unknown
  readonly desired: DesiredRecord
  readonly live: RecordTree
}

/** Maps of fields: what they do not name is not managed. */
const nested: Readonly<Record<string, ResourceName>> = { inventory: 'Inventory', merchandising: 'Merchandising' }

/**
 * The value of a key of an entry that follows the store (`collapsed`: the live record as an entry). Where the store has
 * nothing it is the word for nothing, so that the key still manages it; `undefined`: the key goes.
 */
export function wantedValue(collapsed: DocumentMap, wanted: WantedKey): DocumentValue | undefined {
  const { field, old, desired, live } = wanted
  const value = givenBy(collapsed, wanted)
  const below = nested[field]
  if (value === undefined && isDerived(field, live)) return undefined
  if (old === undefined) return value ?? (isSaid(desired, field) ? emptyValue(desired.resource, field) : undefined)
  if (below) return nestedValue(below, value, wanted)
  if (value !== undefined) return withKeptWords(field, old, value)
  // A price alone says that there is no grid.
  return field === 'pricing' ? undefined : emptyLike(old, emptyField(live.resource, field))
}

function givenBy(collapsed: DocumentMap, { field, desired, live }: WantedKey): DocumentValue | undefined {
  const value = collapsed.get(field)
  return field === 'variants' && value instanceof Map ? withEmptyEach(value, desired, live) : value
}

/** The store has a price that no document need say: the grid gives it. */
function isDerived(field: string, { fields }: RecordTree): boolean {
  return field === 'price' && (fields['price'] ?? '') !== ''
}

/** A map of fields with the keys that it has now. Without a row in the store there is nothing to say, not even that it is empty. */
function nestedValue(below: ResourceName, value: DocumentValue | undefined, { old, live }: WantedKey): DocumentValue | undefined {
  if ((live.children[below] ?? []).length === 0) return undefined
  const given = value instanceof Map ? value : new Map<string, DocumentValue>()
  const names = new Set([...(isRecordOf(old) ? Object.keys(old) : []), ...given.keys()])
  return new Map(
    [...names].flatMap((name) => {
      const field = given.get(name) ?? emptyField(below, name)
      return field === undefined ? [] : [[name, field] as const]
    }),
  )
}

function emptyLike(old: unknown, word: DocumentValue | undefined): DocumentValue | undefined {
  if (Array.isArray(old)) return []
  return isRecordOf(old) && !('file' in old) ? new Map() : word
}

const collections: Readonly<Record<string, ResourceName>> = {
  parents: 'CatParent',
  categories: 'ProdCat',
  access: 'ProdAccessGroup',
  extra_images: 'ExtraImages',
  attributes: 'ProductAttributes',
  options: 'Options',
  variants: 'Variants',
  pricing: 'PricingAdvanced',
}

/** True where the catalogue says something under a key that the entry itself does not write: `defaults` do. */
function isSaid({ fields, children }: DesiredRecord, field: string): boolean {
  const collection = collections[field]
  if (collection) return (children[collection] ?? []).length > 0
  return (fields[field === 'parent' ? 'parent_code' : field] ?? '') !== ''
}

const emptyLists: ReadonlySet<string> = new Set(['parents', 'categories', 'access', 'extra_images'])

/** The word for nothing where a key is not written: it undoes what `defaults` say. */
function emptyValue(resource: ResourceName, field: string): DocumentValue | undefined {
  if (emptyLists.has(field)) return []
  return field in collections ? new Map() : emptyField(resource, field)
}

/** How an empty field is written: as `""`, a flag as false; a choice that is never empty has no such word, so that the key goes. */
function emptyField(resource: ResourceName, name: string): DocumentValue | undefined {
  const field = resourceOf(resource).fields[name === 'parent' ? 'parent_code' : name]
  if (field?.kind === 'flag') return bare('false')
  return field?.kind === 'choice' && !field.values.includes('') ? undefined : ''
}
