import { childNames } from '../records/child-names.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'

/** The token of a record that exists. */
export function recordToken(resource: string, key: string): string {
  // A joined text takes less memory than a concatenated one, and a plan has some for each record that it creates.
  return [resource, '.', key].join('')
}

/** The token of an uploaded file. */
export function fileToken(path: string): string {
  return `file.${path}`
}

/** The token of a sku whose prices are final. */
export function priceToken(sku: string): string {
  return `price.${sku}`
}

/** The token of a root record whose prices are final, those of its grids (`priceToken`) excepted. */
export function rootPricesToken(root: string): string {
  return `prices.${root}`
}

/** The token of a removed row. */
export function removedToken(resource: ResourceName, key: string): string {
  return `removed.${resource}.${key}`
}

function below(record: RecordTree): RecordTree[] {
  return childNames(record.children).flatMap((name) => record.children[name] ?? [])
}

/** The tokens that writing this record provides: its own and those of nested records, as far as the catalogue chose their keys. */
export function providedBy(record: RecordTree): string[] {
  const { key, identity } = resourceOf(record.resource)
  const value = key === null || identity !== 'own' ? undefined : record.fields[key]
  return [...(value === undefined ? [] : [recordToken(record.resource, value)]), ...below(record).flatMap(providedBy)]
}

/** The tokens that must exist before this record is written: the records and pictures that its fields name. */
export function wantedBy(record: RecordTree): string[] {
  const { fields: declared } = resourceOf(record.resource)
  const tokens: string[] = []
  for (const [name, value] of Object.entries(record.fields)) {
    const field = declared[name]
    if (!field || value === '') continue
    if (field.kind === 'file') tokens.push(fileToken(`${field.folder}/${value}`))
    else for (const other of field.refersTo ?? []) tokens.push(recordToken(other, value))
  }
  for (const row of below(record)) tokens.push(...wantedBy(row))
  return tokens
}
