import type { Scope } from '../records/scope.ts'
import { childResources, resourceOf, type ResourceName, rootNames } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'

/** Fields that a store has besides those of platform.md, by resource. */
export type OtherFields = Readonly<Partial<Record<ResourceName, readonly string[]>>>

/** A resource with all its fields and rows. */
export function wholeScope(resource: ResourceName, others: OtherFields = {}): Scope {
  return {
    resource,
    fields: [...new Set([...Object.keys(resourceOf(resource).fields), ...(others[resource] ?? [])])],
    children: childResources(resource).map((child) => wholeScope(child, others)),
  }
}

/** What to read of all that a catalogue can contain, and sentences about what is left out. */
export interface WholeScopes {
  readonly scopes: readonly Scope[]
  readonly notes: readonly string[]
}

/** The scopes of everything that a catalogue can contain, with the fields that only this store has: those of the config, and its `meta_*` fields. */
export async function wholeScopes(store: Pick<StoreClient, 'name' | 'fieldNames' | 'schemaFields'>): Promise<WholeScopes> {
  const open = rootNames.filter((name) => resourceOf(name).metaFields === true)
  const besides = await Promise.all(open.map((name) => fieldsBesides(store, name)))
  const others: OtherFields = Object.fromEntries(open.map((name, index) => [name, besides[index]?.fields ?? []]))
  return { scopes: rootNames.map((resource) => wholeScope(resource, others)), notes: besides.flatMap(({ notes }) => notes) }
}

interface FieldsBesides {
  readonly fields: readonly string[]
  readonly notes: readonly string[]
}

/** Fields that are not in platform.md: those of the config, and the `meta_*` fields in the schema of the store. */
async function fieldsBesides(
  store: Pick<StoreClient, 'name' | 'fieldNames' | 'schemaFields'>,
  resource: ResourceName,
): Promise<FieldsBesides> {
  const { fields } = resourceOf(resource)
  const names = store.fieldNames[resource] ?? {}
  const named = Object.keys(names).filter((name) => !Object.hasOwn(fields, name))
  const storeNames = await store.schemaFields(resource)
  if (storeNames === null) {
    return { fields: named, notes: [`The store has no schema of ${resource}, so that its meta_* fields are unknown and not pulled.`] }
  }
  const all = storeNames.map((storeName) => Object.keys(names).find((name) => names[name] === storeName) ?? storeName)
  const unknown = all.filter((name) => !Object.hasOwn(fields, name) && !named.includes(name) && !name.startsWith('meta_'))
  const notes =
    unknown.length === 0
      ? []
      : [
          `${resource} has fields in this store that are not pulled: ${unknown.join(', ')}. To pull them, add them in planogram.yaml, under stores.${store.name}.fields.${resource} (name in YAML: name in the store).`,
        ]
  return { fields: [...new Set([...named, ...all.filter((name) => /^meta_./.test(name))])], notes }
}
