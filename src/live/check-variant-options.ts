import { OperationalError } from '../errors.ts'
import { resourceOf } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'

const resource = 'VariantOptions'

/**
 * Checks the fields of VariantOptions, which are assumed (assumptions.md W40), against the store's own schema file. Throws
 * `store-fault`, naming both sides, where its fields differ from those that would be written, or where the store has no such
 * schema and the config does not name the fields.
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
      `Store ${store.name} has no schema of ${resource}, so the fields ${listOf(ours)} cannot be checked before they are written.`,
      {
        fix: `Name the fields in planogram.yaml, under stores.${store.name}.fields.${resource}.`,
      },
    )
  }
  const stored = new Set(theirs)
  if (stored.size === ours.size && [...ours].every((field) => stored.has(field))) return
  throw new OperationalError(
    'store-fault',
    `${resource} has the fields ${listOf(stored)} in store ${store.name}, but planogram would write ${listOf(ours)}.`,
    {
      fix: `Name the fields in planogram.yaml, under stores.${store.name}.fields.${resource} (planogram's name: the store's name).`,
    },
  )
}

function listOf(names: ReadonlySet<string>): string {
  return [...names].join(', ')
}
