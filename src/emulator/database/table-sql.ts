import { relations } from '../../resources/relations.ts'
import { type ResourceName, resourceOf, resources } from '../../resources/registry.ts'
import type { Resource } from '../../resources/resource.ts'
import { keyTable } from '../keys/stored-keys.ts'
import { codeTable } from '../oauth/authorization-codes.ts'
import { mailTable } from '../outbox/outbox.ts'
import { deliveryTable } from '../webhooks/delivery-log.ts'

/** The number that the store itself gives every row; the key of resources that have none. */
export const rowId = '_id'

/** Fields without a column of their own (`meta_*`), as one JSON object, or NULL. */
export const openFields = '_open'

/** A name as an SQL identifier. Names come from the declarations only, never from a request. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The column that `/<resource>/<key>` is compared with. */
export function keyColumn(resource: Resource): string {
  return resource.key ?? rowId
}

/** True where the resource has a field of this name: declared, or `meta_*` on Product and Cat. */
export function hasField(resource: Resource, name: string): boolean {
  return Object.hasOwn(resource.fields, name) || isOpenField(resource, name)
}

/** True for a `meta_*` field of a resource that has them. */
function isOpenField(resource: Resource, name: string): boolean {
  return resource.metaFields === true && /^meta_\w{1,60}$/.test(name)
}

function indexedFields(resource: Resource & { name: ResourceName }): string[] {
  const fields = new Set<string>()
  for (const { parent, child, parentField, childField, through } of relations) {
    if (parent === resource.name) fields.add(parentField)
    if (child === resource.name) fields.add(childField)
    if (through?.resource === resource.name) fields.add(through.parentField).add(through.childField)
  }
  return [...fields].filter((field) => field !== resource.key && field !== resource.natural[0])
}

function tableSql(resource: Resource & { name: ResourceName }): string {
  const table = quoted(resource.name)
  const columns = Object.keys(resource.fields).map((field) => `${quoted(field)} TEXT`)
  const statements = [
    `CREATE TABLE IF NOT EXISTS ${table} (${rowId} INTEGER PRIMARY KEY, ${[...columns, `${openFields} TEXT`].join(', ')})`,
  ]
  const index = (name: string, fields: readonly string[], unique = ''): void => {
    statements.push(
      `CREATE ${unique} INDEX IF NOT EXISTS ${quoted(`${resource.name}.${name}`)} ON ${table} (${fields.map(quoted).join(', ')})`,
    )
  }
  if (resource.key) index('key', [resource.key], 'UNIQUE')
  // Not unique: under the switches W12 and W13 a pair may stand twice, and a folder may be opened under others.
  if (resource.natural[0] !== resource.key) index('natural', resource.natural)
  for (const field of indexedFields(resource)) index(field, [field])
  return statements.join(';\n')
}

/** The tables and indexes of every resource, one table each, from the declarations of `resources/`. */
export const schemaSql: string = [
  ...resources.map(tableSql),
  'CREATE TABLE IF NOT EXISTS _counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID',
  keyTable,
  codeTable,
  mailTable,
  deliveryTable,
].join(';\n')

/** Empties every table but those of the keys, whose codes go on counting. */
export const emptySql: string = [
  ...resources.filter(({ name }) => name !== 'ApiAccess').map(({ name }) => `DELETE FROM ${quoted(name)}`),
  `DELETE FROM _counter WHERE name <> 'ApiAccess'`,
  ...['_oauth_code', '_mail', '_delivery'].map((table) => `DELETE FROM ${table}`),
].join(';\n')

/** The ORDER BY of a resource by its key (assumptions.md R1): numbers that the store gave count as numbers. */
export function keyOrder(name: ResourceName, alias: string): string {
  const resource = resourceOf(name)
  if (resource.identity === 'assigned') {
    const key = `${alias}.${quoted(keyColumn(resource))}`
    return `CAST(${key} AS INTEGER), ${key}`
  }
  return [...resource.natural.map((field) => `${alias}.${quoted(field)}`), `${alias}.${rowId}`].join(', ')
}
