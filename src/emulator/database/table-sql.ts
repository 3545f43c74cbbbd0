import { relations } from '../../resources/relations.ts'
import { type ResourceName, resourceOf } from '../../resources/registry.ts'
import type { Resource } from '../../resources/resource.ts'

/** The number that the database assigns to every row; the key of resources without one. */
export const rowId = '_id'

/** Fields without a column of their own (`meta_*`), as one JSON object, or NULL. */
export const openFields = '_open'

/** A name as an SQL identifier. Names come from declarations only, never from a request. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The column that `/<resource>/<key>` is compared with. */
export function keyColumn(resource: Resource): string {
  return resource.key ?? rowId
}

/** True if the resource has a field with this name: declared, or `meta_*` on Product and Cat. */
export function hasField(resource: Resource, name: string): boolean {
  return Object.hasOwn(resource.fields, name) || isOpenField(resource, name)
}

/** True for a `meta_*` field of a resource that has such fields. */
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

/** The table and the indexes of a resource, from its declaration in `resources/`. */
export function tableSql(resource: Resource & { name: ResourceName }): string {
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
  // Not unique: switches W12 and W13 allow duplicates, and a data folder may be opened with other switches later.
  if (resource.natural[0] !== resource.key) index('natural', resource.natural)
  for (const field of indexedFields(resource)) index(field, [field])
  return statements.join(';\n')
}

/** The ORDER BY of a resource by its key (assumptions.md R1): keys that the store assigned are compared as numbers. */
export function keyOrder(name: ResourceName, alias: string): string {
  const resource = resourceOf(name)
  if (resource.identity === 'assigned') {
    const key = `${alias}.${quoted(keyColumn(resource))}`
    return `CAST(${key} AS INTEGER), ${key}`
  }
  return [...resource.natural.map((field) => `${alias}.${quoted(field)}`), `${alias}.${rowId}`].join(', ')
}
