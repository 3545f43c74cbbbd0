import { childNames } from '../records/child-names.ts'
import type { Field } from '../resources/field.ts'
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

/** The tokens that writing this record provides: its own and those of nested records, as far as the catalogue chose their keys. */
export function providedBy(record: RecordTree): string[] {
  const tokens: string[] = []
  addProvided(record, tokens)
  return tokens
}

function addProvided(record: RecordTree, tokens: string[]): void {
  const { key, identity } = resourceOf(record.resource)
  const value = key === null || identity !== 'own' ? undefined : record.fields[key]
  if (value !== undefined) tokens.push(recordToken(record.resource, value))
  for (const name of childNames(record.children)) for (const row of record.children[name] ?? []) addProvided(row, tokens)
}

/**
 * The tokens that must exist before this record is written: the records and pictures that its fields name. Where a field names the same in consecutive rows,
 * there is one token.
 */
export function wantedBy(record: RecordTree): string[] {
  const tokens: string[] = []
  addWanted(record, tokens, new Map())
  return tokens
}

/** `last`: the values that were named last, by field. */
function addWanted({ resource, fields, children }: RecordTree, tokens: string[], last: Map<Field, string>): void {
  const { fields: declared } = resourceOf(resource)
  for (const name in fields) {
    const field = declared[name]
    if (field && (field.kind === 'file' || field.refersTo)) addNamed({ field, value: fields[name] ?? '' }, tokens, last)
  }
  for (const name of childNames(children)) for (const row of children[name] ?? []) addWanted(row, tokens, last)
}

function addNamed({ field, value }: { readonly field: Field; readonly value: string }, tokens: string[], last: Map<Field, string>): void {
  if (value === '' || last.get(field) === value) return
  last.set(field, value)
  if (field.kind === 'file') tokens.push(fileToken(`${field.folder}/${value}`))
  else for (const other of field.refersTo ?? []) tokens.push(recordToken(other, value))
}
