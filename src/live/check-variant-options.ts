import { OperationalError } from '../errors.ts'
import { resourceOf } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'

const resource = 'VariantOptions'

/**
 * Checks the fields of VariantOptions, which are assumed (assumptions.md W40), against the schema file of the store. Throws `store-fault`
 * where they differ, or where the store has no such file and the config does not name the fields.
 */
export async function checkVariantOptions(store: StoreClient): Promise<void> {
  const declared = store.fieldNames[resource]
  const expected = new Set([
    ...Object.keys(resourceOf(resource).fields).map((field) => declared?.[field] ?? field),
    ...Object.values(declared ?? {}),
  ])
  const fields = await store.schemaFields(resource)
  if (fields === null) {
    if (declared) return
    throw new OperationalError(
      'store-fault',
      `Store ${store.name} has no schema of ${resource}, so that the field names ${listOf(expected)} cannot be checked before a write.`,
      {
        fix: `Set its field names in planogram.yaml, under stores.${store.name}.fields.${resource}.`,
      },
    )
  }
  const stored = new Set(fields)
  if (stored.size === expected.size && [...expected].every((field) => stored.has(field))) return
  throw new OperationalError(
    'store-fault',
    `${resource} has the fields ${listOf(stored)} in store ${store.name}, but a write would use ${listOf(expected)}.`,
    {
      fix: `Set its field names in planogram.yaml, under stores.${store.name}.fields.${resource} (documented name: name in the store).`,
    },
  )
}

function listOf(names: ReadonlySet<string>): string {
  return [...names].join(', ')
}
