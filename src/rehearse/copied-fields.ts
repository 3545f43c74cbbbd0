import type { StoreFieldNames } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { findResource } from '../resources/registry.ts'

/**
 * The names that the copy has for the fields of a store: those of documents, and for a field that platform.md does not document one of the names that the
 * embedded store accepts (`meta_*`).
 */
export function copiedNames(names: StoreFieldNames): StoreFieldNames {
  return Object.fromEntries(
    Object.entries(names).map(([resource, fields]) => {
      const documented = findResource(resource)?.fields ?? {}
      const isKnown = (name: string): boolean => Object.hasOwn(documented, name) || name.startsWith('meta_')
      return [
        resource,
        Object.fromEntries(Object.keys(fields).map((name, index) => [name, isKnown(name) ? name : `meta_of_store_${index}`])),
      ]
    }),
  )
}

/** A root record with the names that the copy has for its fields. */
export function withCopiedNames(record: RecordTree, names: StoreFieldNames): RecordTree {
  const copied = names[record.resource]
  if (!copied) return record
  return { ...record, fields: Object.fromEntries(Object.entries(record.fields).map(([name, value]) => [copied[name] ?? name, value])) }
}
