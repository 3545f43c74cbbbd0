import { childNames } from '../records/child-names.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'

/** The name under which a record is waited for. */
export function recordToken(resource: ResourceName, key: string): string {
  return `${resource}.${key}`
}

/** The name under which an uploaded file is waited for. */
export function fileToken(path: string): string {
  return `file.${path}`
}

/** The name under which a sku whose price is settled is waited for. */
export function priceToken(sku: string): string {
  return `price.${sku}`
}

/** The name under which the removal of a row is waited for. */
export function goneToken(resource: ResourceName, key: string): string {
  return `gone.${resource}.${key}`
}

function below(record: RecordTree): RecordTree[] {
  return childNames(record.children).flatMap((name) => record.children[name] ?? [])
}

/** What exists once this record is written: itself and what it nests, as far as the catalogue chose their keys. */
export function providedBy(record: RecordTree): string[] {
  const { key, identity } = resourceOf(record.resource)
  const value = key === null || identity !== 'own' ? undefined : record.fields[key]
  return [...(value === undefined ? [] : [recordToken(record.resource, value)]), ...below(record).flatMap(providedBy)]
}

/** What must be there before this record is written: the records and pictures that its fields name. */
export function wantedBy(record: RecordTree): string[] {
  const { fields: declared } = resourceOf(record.resource)
  const own = Object.entries(record.fields).flatMap(([name, value]) => {
    const field = declared[name]
    if (!field || value === '') return []
    if (field.kind === 'file') return [fileToken(`${field.folder}/${value}`)]
    return (field.refersTo ?? []).map((other) => `${other}.${value}`)
  })
  return [...own, ...below(record).flatMap(wantedBy)]
}
