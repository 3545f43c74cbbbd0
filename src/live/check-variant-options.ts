import { OperationalError } from '../errors.ts'
import { resourceOf } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'

const resource = 'VariantOptions'

/**
 * The fields of VariantOptions are assumed (assumptions.md W40), so the store's own schema file is read: `store-fault`,
 * naming both sides, where its fields differ from those we would write, or where it has no such schema and the config
 * does not name the fields.
 */
export async function checkVariantOptions(store: StoreClient): Promise<void> {
  const declared = store.fieldNames[resource]
  const ours = new Set([
    ...Object.keys(resourceOf(resource).fields).map((field) => declared?.[field] ?? field),
    ...Object.values(declared ?? {}),
  ])
  const theirs = await store.schemaFields(resource)
  if (theirs === null) {
    if (declared) return
    throw new OperationalError(
      'store-fault',
      `${store.name} shows no schema of ${resource}, so its field names cannot be checked before writing ${listOf(ours)}.`,
      {
        fix: `Name its fields in planogram.yaml, under stores.${store.name}.fields.${resource}.`,
      },
    )
  }
  const stored = new Set(theirs)
  if (stored.size === ours.size && [...ours].every((field) => stored.has(field))) return
  throw new OperationalError(
    'store-fault',
    `${resource} has the fields ${listOf(stored)} in ${store.name}, but we would write ${listOf(ours)}.`,
    {
      fix: `Name its fields in planogram.yaml, under stores.${store.name}.fields.${resource} (our name: the store's name).`,
    },
  )
}

function listOf(names: ReadonlySet<string>): string {
  return [...names].join(', ')
}
